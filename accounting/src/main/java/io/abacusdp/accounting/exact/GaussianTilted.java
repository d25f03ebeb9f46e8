package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.RoundOff;

/** The tilted law of Gaussian mechanisms is N(π(t + 1/2), π): log φ(ω) = −πω²/2. */
record GaussianTilted(double precision, int roundings, double t) implements TiltedLaw {
    @Override
    public double log() {
        return 0.5 * precision * t * (t + 1);
    }

    @Override
    public double logError() {
        return (4 + roundings) * RoundOff.UNIT * 0.5 * precision * Math.abs(t) * (Math.abs(t) + 1);
    }

    @Override
    public double mean() {
        return precision * (t + 0.5);
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public void addLogCharacteristic(
            double count, double step, int n, double[] real, double[] imaginary, double[] errors) {
        for (int k = 0; k <= n; k++) {
            double omega = k * step;
            double half = 0.5 * precision * omega * omega;
            real[k] -= count * half;
            // The mean, which turns the phase, carries rounding errors as well.
            errors[k] += count * RoundOff.UNIT * (8 + roundings) * (half + omega * precision * (Math.abs(t) + 0.5));
        }
    }
}
