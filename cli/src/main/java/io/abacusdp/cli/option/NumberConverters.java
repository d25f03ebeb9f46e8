package io.abacusdp.cli.option;

import io.abacusdp.accounting.SafeFigures;
import java.math.BigDecimal;
import java.util.function.DoublePredicate;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers on the command line, each kind with the range that it must be in. */
public final class NumberConverters {
    public static final double MAX_COUNT = 0x1p53;

    private NumberConverters() {}

    /** In [0, 1). */
    public static final class Delta implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a number in [0, 1)", value -> value >= 0 && value < 1);
        }
    }

    /** Finite, at least 0. */
    public static final class Epsilon implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a finite number, at least 0", value -> value >= 0 && isFinite(value));
        }
    }

    /** Finite, of either sign. */
    public static final class Finite implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a finite number", NumberConverters::isFinite);
        }
    }

    /** In (0, 1]. */
    public static final class Rate implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a number in (0, 1]", value -> value > 0 && value <= 1);
        }
    }

    /** In [0, 1]. */
    public static final class Probability implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a number in [0, 1]", value -> value >= 0 && value <= 1);
        }
    }

    /** In (0, 1). */
    public static final class Share implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a number in (0, 1)", value -> value > 0 && value < 1);
        }
    }

    /** Finite, above 0. */
    public static final class Noise implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a finite number above 0", value -> value > 0 && isFinite(value));
        }
    }

    /** Finite, above 0. */
    public static final class Seconds implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a finite number above 0", value -> value > 0 && isFinite(value));
        }
    }

    /** Finite, above 1. */
    public static final class Order implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return number(text, "a finite number above 1", value -> value > 1 && isFinite(value));
        }
    }

    /** A number of epochs, not always whole; kept as a decimal, so that the steps it makes are exact. */
    public static final class Epochs implements ITypeConverter<BigDecimal> {
        @Override
        public BigDecimal convert(String text) {
            number(text, "a number above 0, at most 2^53", value -> value > 0 && value <= MAX_COUNT);
            return new BigDecimal(text);
        }
    }

    /** An integer from 1 to 2^53; 1e6 is one. */
    public static final class Count implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            String range = "an integer from 1 to 2^53";
            number(text, range, value -> value >= 1 && value <= MAX_COUNT && value == Math.rint(value));
            try {
                return new BigDecimal(text).longValueExact();
            } catch (ArithmeticException e) {
                throw refused(range, text);
            }
        }
    }

    /** A mean number of runs, and the law of the number after a colon. */
    static final class Tuning implements ITypeConverter<TuningLaw> {
        @Override
        public TuningLaw convert(String text) {
            int colon = text.indexOf(':');
            String mean = colon < 0 ? text : text.substring(0, colon);
            String law = colon < 0 ? "geometric" : text.substring(colon + 1);
            double shape = switch (law) {
                case "geometric" -> 1;
                case "logarithmic" -> 0;
                case "poisson" -> Double.POSITIVE_INFINITY;
                default -> number(law, "geometric, logarithmic, poisson or a shape of at least 0", v -> v >= 0);
            };
            String range = "a mean of at least 1, or above 0 for poisson";
            double runs = number(
                    mean,
                    range,
                    v -> v < Double.POSITIVE_INFINITY && (shape == Double.POSITIVE_INFINITY ? v > 0 : v >= 1));
            return new TuningLaw(runs, shape);
        }
    }

    /** A number of things that are held or made one by one: an integer from 1 to 2^31 − 1. */
    public static final class Size implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return upTo(Integer.MAX_VALUE, text);
        }
    }

    /** A number of significant digits. */
    static final class Digits implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return upTo(SafeFigures.ALL_DIGITS, text);
        }
    }

    private static int upTo(int most, String text) {
        return (int) number(
                text,
                "an integer from 1 to " + most,
                value -> value >= 1 && value <= most && value == Math.rint(value));
    }

    /** The number that the text states in decimal; not NaN, and not 0 by underflow. */
    public static double number(String text, String range, DoublePredicate isInRange) {
        double value;
        try {
            BigDecimal decimal = new BigDecimal(text);
            value = decimal.doubleValue();
            if (value == 0 && decimal.signum() != 0) {
                throw refused(range + " that a double can hold", text);
            }
        } catch (NumberFormatException e) {
            throw refused(range, text);
        }
        if (!isInRange.test(value)) {
            throw refused(range, text);
        }
        return value;
    }

    private static boolean isFinite(double value) {
        return value < Double.POSITIVE_INFINITY;
    }

    private static TypeConversionException refused(String range, String text) {
        return new TypeConversionException("must be %s, got %s".formatted(range, text));
    }
}
