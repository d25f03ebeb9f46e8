package io.abacusdp.accounting;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.UnaryOperator;

/**
 * Figures for people, rounded to the side that keeps a statement true: what is spent goes up, what is allowed goes down.
 *
 * <p>What is rounded is the shortest decimal that reads back as the same double, exactly: reading the text of {@link #up}
 * never gives less than the value, and that of {@link #down} never more.
 */
public final class SafeFigures {
    /** Significant digits that tell any two doubles apart. */
    public static final int ALL_DIGITS = 17;

    private static final int MIN_PLAIN_EXPONENT = -4;
    private static final int MAX_PLAIN_EXPONENT = 9;

    private SafeFigures() {}

    /**
     * The least decimal of so many significant digits that is not below the value.
     *
     * @param value a number or an infinity, not NaN
     * @param digits from 1 to 17
     */
    public static String up(double value, int digits) {
        return rounded(value, digits, RoundingMode.CEILING);
    }

    /**
     * The greatest decimal of so many significant digits that is not above the value.
     *
     * @param value a number or an infinity, not NaN
     * @param digits from 1 to 17
     */
    public static String down(double value, int digits) {
        return rounded(value, digits, RoundingMode.FLOOR);
    }

    /**
     * The value as it is, for what was given and not computed: reading the text gives the same double.
     *
     * @param value a number or an infinity, not NaN
     */
    public static String exact(double value) {
        // Double.toString of older JDKs writes up to 18 digits, so that rounding to 17 would not do.
        return text(value, UnaryOperator.identity());
    }

    private static String rounded(double value, int digits, RoundingMode mode) {
        if (!(digits >= 1 && digits <= ALL_DIGITS)) {
            throw new IllegalArgumentException("digits must be from 1 to " + ALL_DIGITS + ", got " + digits);
        }
        return text(value, decimal -> decimal.round(new MathContext(digits, mode)));
    }

    private static String text(double value, UnaryOperator<BigDecimal> rounding) {
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException("a figure must be a number, got NaN");
        }
        return Double.isInfinite(value) ? Double.toString(value) : text(rounding.apply(BigDecimal.valueOf(value)));
    }

    private static String text(BigDecimal rounded) {
        BigDecimal figure = rounded.stripTrailingZeros();
        int exponent = figure.precision() - figure.scale() - 1;
        return figure.signum() == 0 || (exponent >= MIN_PLAIN_EXPONENT && exponent <= MAX_PLAIN_EXPONENT)
                ? figure.toPlainString()
                : figure.movePointLeft(exponent).toPlainString() + "e" + exponent;
    }
}
