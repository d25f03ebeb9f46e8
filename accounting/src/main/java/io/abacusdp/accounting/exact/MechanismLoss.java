package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;

/** One mechanism of a composition, in one direction, and how often it was run. Serves one query, by one thread. */
sealed interface MechanismLoss permits GaussianLoss, QuadratureLoss {
    double count();

    /** Moments of the loss of one run, tilted by e^{tL}, to about eight digits. */
    Cumulants cumulants(double t);

    /** A bound on the error by method of the logarithm of the moment that {@link #cumulants} gives, for all runs. */
    double cumulantError(double t);

    /**
     * The tilted law of one run, with error bounds that hold for frequencies up to omega.
     *
     * @param e errors of quadrature are below e^{−e} after multiplication by the count
     */
    TiltedLaw tilt(double t, double omega, double e);

    /**
     * Bounds for the modulus of the characteristic function of one run at tilt t.
     *
     * @param exponent about what −log|φ| of one run has to reach
     */
    Modulus modulus(double t, double exponent);
}
