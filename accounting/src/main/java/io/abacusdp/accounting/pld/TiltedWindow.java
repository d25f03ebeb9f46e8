package io.abacusdp.accounting.pld;

import java.util.Arrays;

/**
 * The tilted law G(x) = e^{θx − K}·F(x) of a composition on a window of lattice indices, each value known to an absolute
 * error. The window may start in the middle of the array and go on at its beginning.
 */
final class TiltedWindow {
    private final double[] value;
    private final int offset;
    private final long first;
    private final double theta;
    private final double logMoment;
    private final double exponents;
    private final double error;

    /** Takes the array over. */
    TiltedWindow(
            double[] value, int offset, long first, double theta, double logMoment, double exponents, double error) {
        this.value = value;
        this.offset = offset;
        this.first = first;
        this.theta = theta;
        this.logMoment = logMoment;
        this.exponents = exponents;
        this.error = error;
    }

    /** A single law, not tilted and without error. */
    static TiltedWindow of(PrivacyLossDistribution law) {
        double[] value = new double[law.size()];
        Arrays.setAll(value, law::mass);
        return new TiltedWindow(value, 0, law.first(), 0, 0, 0, 0);
    }

    /** G at lattice index first + i. */
    double at(int i) {
        int k = offset + i;
        return value[k < value.length ? k : k - value.length];
    }

    int size() {
        return value.length;
    }

    long first() {
        return first;
    }

    double theta() {
        return theta;
    }

    /** K. */
    double logMoment() {
        return logMoment;
    }

    /** Sum of the magnitudes that K was summed from: its error is at most a few roundings of that. */
    double exponents() {
        return exponents;
    }

    /** Bound on the error of every value. */
    double error() {
        return error;
    }
}
