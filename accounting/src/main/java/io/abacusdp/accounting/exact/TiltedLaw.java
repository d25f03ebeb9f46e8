package io.abacusdp.accounting.exact;

/**
 * The law of the loss L of one run under P tilted by e^{tL}: logarithm of its norm, mean, and characteristic function
 * φ(ω) = E[e^{iω(L − mean)}] with error bounds.
 */
sealed interface TiltedLaw permits GaussianTilted, QuadratureTilted, RaisedTilted {
    /** K(t) = log E_P[e^{tL}]. */
    double log();

    /** Bound on the error of {@link #log}. */
    double logError();

    /** The value that the loss is centred at, near its mean. */
    double mean();

    /** Number of nodes, the cost of one frequency. */
    int size();

    /**
     * Adds count·log φ(kh) to the arrays for k = 0..n, and to errors a bound on the absolute error of it.
     */
    void addLogCharacteristic(double count, double step, int n, double[] real, double[] imaginary, double[] errors);
}
