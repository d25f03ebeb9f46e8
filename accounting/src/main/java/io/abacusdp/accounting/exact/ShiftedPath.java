package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;
import java.util.Arrays;

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
 * only where w is not small; so log|φ| errs by a small part of itself, which 1 % covers. Nodes whose term is below e^{−50} on
 * every path are left out, and counted as that.
 */
final class ShiftedPath implements Decay.Family {
    private static final double MAX_ANGLE = 2;

    private final Ratio ratio;
    private final double a;
    private final double omitted;
    private final double[] at;
    private final double[] mass;
    private final double[] slope;
    private final double[] curvature;

    ShiftedPath(Ratio ratio, QuadratureLattice lattice, double a, double omitted) {
        this.ratio = ratio;
        this.a = a;
        double shift = lattice.largestExponent(a);
        double least = shift - 50 - mostGrowth();
        double[] logs = new double[lattice.size];
        double[] nodes = new double[lattice.size];
        int kept = 0;
        for (int j = 0; j < lattice.size; j++) {
            double logMass = lattice.logBase[j] + a * lattice.log[j];
            if (logMass > least) {
                logs[kept] = logMass - shift;
                nodes[kept] = lattice.at[j];
                kept++;
            }
        }
        at = Arrays.copyOf(nodes, kept);
        mass = new double[kept];
        slope = new double[kept];
        curvature = new double[kept];
        double sum = 0;
        for (int j = 0; j < kept; j++) {
            mass[j] = Math.exp(logs[j]);
            sum += mass[j];
            slope[j] = ratio.slope(at[j]);
            curvature[j] = ratio.curvature(at[j]);
        }
        for (int j = 0; j < kept; j++) {
            mass[j] /= sum;
        }
        this.omitted = omitted + (lattice.size - kept) * Math.exp(-50) / sum;
    }

    /**
     * What g is at most: y ≤ 2σ²/s turns by at most one half of the angle 2, and y' ≤ 1/2, as |w'| ≤ ws/σ² and z/(1 + z)² ≤ 1/4 for
     * z = κωw/Y.
     */
    private double mostGrowth() {
        double relative = ratio.sigma() / ratio.reach();
        return 0.5 * MAX_ANGLE * MAX_ANGLE * relative * relative
                - ratio.inversePower(a) * Math.log(Math.cos(0.5 * MAX_ANGLE))
                + 0.2;
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
            ratio.shifted(at[j], y, a, both);
            growth[j] = 0.5 * y * y / (sigma * sigma) + both[0] + 0.5 * NearZero.log1p(rise * rise);
            argument[j] = both[1];
        }
        return frequency -> 0.99 * logBound(frequency, growth, argument);
    }

    private double logBound(double omega, double[] growth, double[] argument) {
        double sum = 0;
        for (int j = 0; j < mass.length; j++) {
            sum += mass[j] * NearZero.expm1(growth[j] - omega * argument[j]);
        }
        return Math.log1p(Math.max(sum, -1) + omitted);
    }
}
