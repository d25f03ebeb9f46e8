package io.abacusdp.accounting.exact;

/** One mechanism of a composition, in one direction, and how often it was run. Serves one query, by one thread. */
sealed interface Factor permits GaussianFactor, QuadratureFactor {
    double count();

    /** Moments of the loss of one run, tilted by e^{tL}, to about eight digits. */
    Moments moments(double t);

    /**
     * The tilted law of one run, with error bounds that hold for frequencies up to omega.
     *
     * @param e errors of quadrature are below e^{−e} after multiplication by the count
     */
    Tilted tilt(double t, double omega, double e);

    /** Bounds for the modulus of the characteristic function at tilt t. */
    Decay.Family decays(double t);
}
