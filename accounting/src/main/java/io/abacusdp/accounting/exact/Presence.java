package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Normal;

/** A mixture of shifted Gaussians against the Gaussian at the origin, which is the base: R = r. */
record Presence(MixtureRatio mixture) implements Ratio {
    @Override
    public double logBase(double x) {
        return 0;
    }

    @Override
    public double excess(double x) {
        return mixture.excess(x);
    }

    @Override
    public double log(double x) {
        return mixture.log(x);
    }

    @Override
    public double guess(double log) {
        return mixture.guess(log);
    }

    @Override
    public double slope(double x) {
        return mixture.slope(x);
    }

    @Override
    public int turns() {
        return 1;
    }

    @Override
    public double inversePower(double a) {
        return Math.max(0, -a);
    }

    @Override
    public double exponents(double a) {
        return Math.abs(a);
    }

    @Override
    public void logs(RaisedMixture raised, double x, double[] into) {
        raised.moveTo(x);
        into[0] = raised.logModulus;
        into[1] = raised.argument;
        into[2] = 0;
        into[3] = 0;
        into[4] = raised.roundings;
    }

    /**
     * Left of the origin r ≤ 1, so that for a ≥ 0 the Gaussian density alone is a bound. For a &lt; 0 the logarithm
     * f = −x²/2σ² + a·log r is concave with −1/σ² ≥ f'' ≥ −(1/σ²)(1 + |a|s²/4σ²): it falls from its peak at least as the
     * Gaussian does, and G(a) is at least (1 + |a|s²/4σ²)^{−1/2} of the Gaussian mass under that peak.
     */
    @Override
    public double low(double a, double e) {
        if (a >= 0) {
            return -Peaks.width(sigma(), e);
        }
        double square = reach() * reach() / (4 * sigma() * sigma());
        double peak = Peaks.leftPeak(x -> a * slope(x), sigma(), a * reach());
        return peak - Peaks.width(sigma(), e + 0.5 * Math.log1p(-a * square));
    }

    /** For a &gt; 1, −x²/2σ² + a·log r can rise again up to x = a·reach. */
    @Override
    public double high(double a, double e) {
        double near = reach() + Peaks.width(sigma(), e);
        double far = a * reach() + Peaks.width(sigma(), e);
        return a <= 1 ? near : Peaks.farthest(this::bound, a, e, sigma(), near, far);
    }

    private double bound(double a, double from, double to) {
        return Peaks.chordBound(a * log(from), a * log(to), sigma(), from, to);
    }

    @Override
    public double logRoundings(double x) {
        return mixture.logRoundings(x);
    }

    @Override
    public double baseAbove(double x) {
        return Normal.survival(x / sigma());
    }

    @Override
    public double baseBelow(double x) {
        return Normal.cdf(x / sigma());
    }

    @Override
    public double logOtherAbove(double x) {
        return mixture.logAbove(x);
    }

    @Override
    public double logBaseBelow(double x) {
        return Normal.logCdf(x / sigma());
    }

    @Override
    public double otherBelow(double x) {
        return mixture.below(x);
    }

    @Override
    public double logGapAbove(double x) {
        return mixture.logGapAbove(x);
    }

    @Override
    public double logGapBelow(double x) {
        return mixture.logGapBelow(x);
    }

    @Override
    public double conditioningBelow(double x) {
        return mixture.conditioningBelow(x);
    }

    @Override
    public double leastLog() {
        return mixture.logNone();
    }

    @Override
    public boolean isItsOwnMirror() {
        return false;
    }

    @Override
    public double leftReach() {
        return 0;
    }
}
