package io.abacusdp.accounting.exact;

/**
 * Bounds on the characteristic function of a tilted law by moving the path of integration off the real line.
 *
 * <p>Formula: φ(ω) = ∫ v(x)·R(x)^{iω} dx, with v the tilted density, is not changed by integrating along x + iy(x) instead,
 * as long as the integrand is analytic between the paths. There |R^{iω}| = e^{−ω·arg R}, and arg R &gt; 0 for y &gt; 0. Hence
 *
 * <pre>|φ(ω)| ≤ ∫ v(x)·e^{g(x) − ω·arg R(x + iy)} dx,   g = y²/2σ² + log(|B·R^a| at x + iy over that at x) + log(1 + y'²)/2,</pre>
 *
 * for every ω, and for a fixed path the bound falls as ω grows. Where w = (σ²/s)·(log R)' is the share of the moved part in
 * the mixture, a small y gains ωyw·s/σ² and costs y²/2σ² and y'²/2, so that y = κωw is best, with κ = s·ρ²/(1 + ρ²),
 * ρ = σ/s; it is kept below Y = 2σ²/s, well away from the branch points at πσ²/s, as y = κωw/(1 + κωw/Y).
 *
 * <p>Accuracy: the integral is taken on the coarse lattice. Its integrand does not oscillate, and differs from v itself
 * only where w is not small; so log|φ| errs by a small part of itself, which 1 % covers.
 */
final class ShiftedPath implements Decay.Family {
    private static final double MAX_ANGLE = 2;

    private final Ratio ratio;
    private final Lattice lattice;
    private final double a;
    private final double omitted;
    private final double[] mass;
    private final double[] slope;
    private final double[] curvature;

    ShiftedPath(Ratio ratio, Lattice lattice, double a, double omitted) {
        this.ratio = ratio;
        this.lattice = lattice;
        this.a = a;
        this.omitted = omitted;
        int size = lattice.size;
        mass = new double[size];
        slope = new double[size];
        curvature = new double[size];
        double sum = 0;
        double shift = lattice.largestExponent(a);
        for (int j = 0; j < size; j++) {
            mass[j] = Math.exp(lattice.logBase[j] + a * lattice.log[j] - shift);
            sum += mass[j];
            slope[j] = ratio.slope(lattice.at[j]);
            curvature[j] = ratio.curvature(lattice.at[j]);
        }
        for (int j = 0; j < size; j++) {
            mass[j] /= sum;
        }
    }

    /** By the best path for small ω: half the mean square of ωw times what is left of it after its cost. */
    @Override
    public double guess() {
        double relative = ratio.sigma() / ratio.reach();
        double sum = 0;
        for (int j = 0; j < mass.length; j++) {
            sum += mass[j] * slope[j] * slope[j];
        }
        return ratio.sigma() * Math.sqrt(sum * relative * relative / (1 + relative * relative));
    }

    @Override
    public Decay at(double omega) {
        double sigma = ratio.sigma();
        double relative = sigma / ratio.reach();
        double unit = sigma * relative;
        double most = MAX_ANGLE * unit;
        double best = omega * unit * relative / (1 + relative * relative) * unit / relative;
        double[] growth = new double[mass.length];
        double[] argument = new double[mass.length];
        double[] both = new double[2];
        for (int j = 0; j < mass.length; j++) {
            double bend = 1 + best * slope[j] / most;
            double y = best * slope[j] / bend;
            double rise = best * curvature[j] / (bend * bend);
            ratio.shifted(lattice.at[j], y, a, both);
            growth[j] = 0.5 * y * y / (sigma * sigma) + both[0] + 0.5 * Small.log1(rise * rise);
            argument[j] = both[1];
        }
        return frequency -> 0.99 * logBound(frequency, growth, argument);
    }

    private double logBound(double omega, double[] growth, double[] argument) {
        double sum = 0;
        for (int j = 0; j < mass.length; j++) {
            sum += mass[j] * Small.exp1(growth[j] - omega * argument[j]);
        }
        return Math.log1p(Math.max(sum, -1) + omitted);
    }
}
