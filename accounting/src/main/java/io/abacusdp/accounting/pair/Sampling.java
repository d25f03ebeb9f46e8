package io.abacusdp.accounting.pair;

/** How Poisson sampling at rate r changes a loss u: L = log(1 − r + r·e^u), and back. */
public final class Sampling {
    private Sampling() {}

    /** L for a loss u. */
    public static double loss(double u, double rate) {
        if (rate == 1) {
            return u;
        }
        if (rate > 0.5 && u < -1) {
            // r·expm1(u) would round off what is left of 1.
            return Math.log((1 - rate) + rate * Math.exp(u));
        }
        return u > 700 ? u + Math.log(rate) : Math.log1p(rate * Math.expm1(u));
    }

    /** The u whose L is the given one; −∞ if L is at most log(1 − r). */
    public static double inverse(double loss, double rate) {
        if (rate == 1) {
            return loss;
        }
        if (loss > 700) {
            return loss - Math.log(rate);
        }
        // The JDK's exp and log are several times faster than expm1 and log1p, and as good where nothing cancels.
        double y = (Math.abs(loss) < 0.3 ? Math.expm1(loss) : Math.exp(loss) - 1) / rate;
        if (y <= -1) {
            return Double.NEGATIVE_INFINITY;
        }
        if (y == Double.POSITIVE_INFINITY) {
            return loss - Math.log(rate);
        }
        return Math.abs(y) < 0.5 ? Math.log1p(y) : Math.log(1 + y);
    }
}
