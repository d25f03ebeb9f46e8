package io.abacusdp.training.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A range of round numbers that covers some values, and ticks at such numbers: steps of 1, 2 or 5 times a power of ten. It
 * begins at 0 unless that would leave the lower half empty. Ticks are decimal, so that their labels are exact.
 */
final class ChartAxis {
    private static final int MAX_STEPS = 6;

    private final BigDecimal step;
    private final BigDecimal low;
    private final BigDecimal high;

    private ChartAxis(BigDecimal low, BigDecimal high, BigDecimal step) {
        this.low = low;
        this.high = high;
        this.step = step;
    }

    /** An axis for finite values, at least one. */
    static ChartAxis covering(double... values) {
        double least = DoubleStream.of(values).min().orElseThrow();
        double most = DoubleStream.of(values).max().orElseThrow();
        double from = least >= 0 && least <= most / 2 ? 0 : least;
        if (most - from < 1e-9 * Math.abs(most)) {
            // All values are alike: the range is that from 0, or around 0.
            from = Math.min(0, from);
            most = Math.max(0, most);
        }
        if (most == from) {
            most = from + 1;
        }
        BigDecimal step = step((most - from) / MAX_STEPS);
        BigDecimal low = floor(from, step);
        BigDecimal high = floor(-most, step).negate();
        return new ChartAxis(low, high, step);
    }

    /** The least of 1, 2 or 5 times a power of ten that is not below the width. */
    private static BigDecimal step(double width) {
        int exponent = (int) Math.floor(Math.log10(width));
        for (int digits : new int[] {1, 2, 5, 10}) {
            BigDecimal step =
                    BigDecimal.valueOf(digits).scaleByPowerOfTen(exponent).stripTrailingZeros();
            if (step.doubleValue() >= width) {
                return step;
            }
        }
        return BigDecimal.ONE.scaleByPowerOfTen(exponent + 2);
    }

    private static BigDecimal floor(double value, BigDecimal step) {
        return new BigDecimal(Math.floor(value / step.doubleValue() + 1e-9)).multiply(step);
    }

    /** Where a value is, from 0 at the low end to 1 at the high end. */
    double share(double value) {
        return (value - low.doubleValue()) / (high.doubleValue() - low.doubleValue());
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (BigDecimal tick = low; tick.compareTo(high) <= 0; tick = tick.add(step)) {
            ticks.add(tick.doubleValue());
        }
        return ticks;
    }

    /** The ticks in words: plain numbers, or powers of ten where they would be long. */
    List<String> labels() {
        double largest = Math.max(Math.abs(low.doubleValue()), Math.abs(high.doubleValue()));
        boolean plain = largest < 1e6 && step.doubleValue() >= 1e-4;
        List<String> labels = new ArrayList<>();
        for (BigDecimal tick = low; tick.compareTo(high) <= 0; tick = tick.add(step)) {
            if (plain) {
                labels.add(tick.setScale(Math.max(0, step.scale())).toPlainString());
            } else {
                BigDecimal figure = tick.stripTrailingZeros();
                labels.add(
                        figure.signum() == 0
                                ? "0"
                                : figure.unscaledValue() + (figure.scale() == 0 ? "" : "e" + -figure.scale()));
            }
        }
        return labels;
    }
}
