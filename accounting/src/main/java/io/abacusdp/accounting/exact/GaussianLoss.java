package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.RoundOff;

/**
 * Gaussian mechanisms, all of them together: the loss is N(π/2, π) under P, with π = Σ 1/σ².
 *
 * <p>Formula: K(z) = π·z(z + 1)/2.
 *
 * @param precision π
 * @param roundings bound on its relative error, in units of 2^−53
 */
record GaussianLoss(double precision, int roundings) implements MechanismLoss {
    @Override
    public double count() {
        return 1;
    }

    @Override
    public Cumulants cumulants(double t) {
        return new Cumulants(0.5 * precision * t * (t + 1), precision * (t + 0.5), precision);
    }

    /** The moments are a closed form. */
    @Override
    public double cumulantError(double t) {
        return 0;
    }

    @Override
    public TiltedLaw tilt(double t, double omega, double e) {
        return new GaussianTilted(precision, roundings, t);
    }

    /** |φ(ω)| = e^{−πω²/2}, and y·e^{−y²/2} is at most e^{−1/2}. */
    @Override
    public Modulus modulus(double t, double exponent) {
        return new Modulus() {
            @Override
            public Rung at(double omega) {
                double log = -0.5 * precision * omega * omega * (1 - (8 + roundings) * RoundOff.UNIT);
                return new Rung(log, 0, 0, log);
            }

            @Override
            public double logFall() {
                return -0.5 * Math.log(precision);
            }
        };
    }
}
