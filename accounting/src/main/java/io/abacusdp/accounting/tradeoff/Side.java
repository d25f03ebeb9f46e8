package io.abacusdp.accounting.tradeoff;

/** A trade-off curve f = T(P, Q) in one direction, known from below. */
interface Side {
    /**
     * A line that is nowhere above the curve, as high over the given rate as is known.
     *
     * @param falsePositiveRate in [0, 1)
     */
    Line at(double falsePositiveRate);

    /**
     * An upper bound of δ(ε) = sup over α of 1 − f(α) − e^ε·α.
     *
     * @param epsilon finite, possibly negative
     */
    double delta(double epsilon);
}
