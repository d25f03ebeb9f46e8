package io.abacusdp.accounting.exact;

/**
 * The mixture against its mirror image, which is the base: dB/dN = r(−x), R = r(x)/r(−x). Both directions are the same.
 *
 * <p>Source: Lebeda, Regehr, Kamath, Steinke 2024, arXiv:2405.20769: the pair (1−q)N(0,σ²) + qN(1,σ²) and
 * (1−q)N(0,σ²) + qN(−1,σ²) dominates Poisson sampling of a Gaussian when one record is replaced.
 */
record Replacement(MixtureRatio mixture) implements Ratio {
    @Override
    public double logBase(double x) {
        return mixture.log(-x);
    }

    /** (r(x) − r(−x))/r(−x). */
    @Override
    public double excess(double x) {
        return mixture.difference(x) * Math.exp(-mixture.log(-x));
    }

    @Override
    public double log(double x) {
        return mixture.log(x) - mixture.log(-x);
    }

    @Override
    public double guess(double log) {
        return Double.NaN;
    }

    @Override
    public double slope(double x) {
        return mixture.slope(x) + mixture.slope(-x);
    }

    @Override
    public int turns() {
        return 2;
    }

    /** The integrand is r(x)^a·r(−x)^{1−a}. */
    @Override
    public double inversePower(double a) {
        return Math.max(0, -a) + Math.max(0, a - 1);
    }

    @Override
    public double exponents(double a) {
        return Math.abs(a) + Math.abs(1 - a);
    }

    /** log r(−x − iy) is the conjugate of log r(−x + iy). */
    @Override
    public void logs(RaisedMixture raised, double x, double[] into) {
        raised.moveTo(-x);
        double mirrorLog = raised.logModulus;
        double mirrorArgument = raised.argument;
        double mirrorRoundings = raised.roundings;
        raised.moveTo(x);
        into[0] = raised.logModulus - mirrorLog;
        into[1] = raised.argument + mirrorArgument;
        into[2] = mirrorLog;
        into[3] = -mirrorArgument;
        into[4] = raised.roundings + mirrorRoundings + 2 * (Math.abs(into[0]) + into[1]);
    }

    /** Mirroring x exchanges a and 1 − a. */
    @Override
    public double low(double a, double e) {
        return a >= 0 ? -reach() - Peaks.width(sigma(), e) : -high(1 - a, e);
    }

    /**
     * Right of a·reach, −x²/2σ² + a·log r(x) falls at least as the Gaussian does from there, while (1 − a)·log r(−x) rises
     * by no more than its remaining way to its limit; and G(a) holds at least the Gaussian mass there, over the root.
     */
    @Override
    public double high(double a, double e) {
        double near = reach() + Peaks.width(sigma(), e);
        if (a <= 1) {
            return near;
        }
        double rise = (a - 1) * (mixture.log(-a * reach()) - mixture.logNone());
        double root = 0.5 * Math.log1p((a - 1) * reach() * reach() / (4 * sigma() * sigma()));
        double far = a * reach() + Peaks.width(sigma(), e + rise + root);
        return Peaks.farthest(this::bound, a, e, sigma(), near, far);
    }

    /** For a ≥ 1 the factor r(−x)^{1−a} rises with x, and is at most its value at the far end. */
    private double bound(double a, double from, double to) {
        double mirror = (1 - a) * mixture.log(-to);
        return mirror + Peaks.chordBound(a * mixture.log(from), a * mixture.log(to), sigma(), from, to);
    }

    @Override
    public double logRoundings(double x) {
        return mixture.logRoundings(x) + mixture.logRoundings(-x) + 2 * Math.abs(log(x));
    }

    @Override
    public double baseAbove(double x) {
        return mixture.below(-x);
    }

    @Override
    public double baseBelow(double x) {
        return mixture.above(-x);
    }

    @Override
    public double logOtherAbove(double x) {
        return mixture.logAbove(x);
    }

    @Override
    public double logBaseBelow(double x) {
        return mixture.logAbove(-x);
    }

    @Override
    public double otherBelow(double x) {
        return mixture.below(x);
    }

    @Override
    public double logGapAbove(double x) {
        return mixture.logGapMirrored(x);
    }

    /** Mirroring x exchanges the laws. */
    @Override
    public double logGapBelow(double x) {
        return mixture.logGapMirrored(-x);
    }

    @Override
    public double conditioningBelow(double x) {
        return 1;
    }

    @Override
    public double leastLog() {
        return Double.NEGATIVE_INFINITY;
    }

    @Override
    public boolean isItsOwnMirror() {
        return true;
    }

    @Override
    public double leftReach() {
        return reach();
    }
}
