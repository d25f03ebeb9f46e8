package io.abacusdp.accounting.tradeoff;

import java.util.Arrays;
import java.util.List;

/** A trade-off curve f = T(P, Q) in one direction, known from below. */
interface Side {
    /**
     * A line that is nowhere above the curve, as high over the given rate as is known.
     *
     * @param falsePositiveRate in [0, 1)
     */
    Line at(double falsePositiveRate);

    /**
     * Lines that are nowhere above the curve, one for each rate and about as high over it as is known.
     *
     * @param falsePositiveRates rising, each in (0, 1)
     */
    default List<Line> near(double[] falsePositiveRates) {
        return Arrays.stream(falsePositiveRates).mapToObj(this::at).toList();
    }

    /**
     * An upper bound of δ(ε) = sup over α of 1 − f(α) − e^ε·α.
     *
     * @param epsilon finite, possibly negative
     */
    double delta(double epsilon);

    /**
     * Whether δ(ε) is certainly at most a bound.
     *
     * @param epsilon finite, possibly negative
     */
    default boolean isDeltaAtMost(double epsilon, double bound) {
        return delta(epsilon) <= bound;
    }

    /** A lower bound of δ(0) that costs little to find; 0 if none does. */
    default double leastAdvantage() {
        return 0;
    }
}
