package io.abacusdp.accounting.pair;

import java.util.OptionalDouble;

/**
 * Discrete Gaussian noise on integer vectors, as a Gaussian that is a little less noisy.
 *
 * <p>Formula: let a record move the sum by an integer vector of norm Δ. Discrete Gaussian noise of scale σ in every coordinate is
 * μ-Gaussian private, and so are samples of it, with μ = Δ/√(σ² − r²) + √(2π)·n·κ, n = ⌊Δ²⌋ and κ = log((1 + e)/(1 − e)),
 * e = 2·Σ_{k≥1} e^{−2π²r²k²}, for every r in (0, σ) with nκ ≤ 1/2.
 *
 * <p>Proof: only coordinates that the record moves matter, and there are at most n, each being moved by 1 or more. Let y be a Gaussian
 * of variance s² = σ² − r² around an integer c, and x the integer with probability ρ_r(x − y)/ρ_r(ℤ − y), ρ_r(u) = e^{−u²/2r²}. By
 * Poisson's formula ρ_r(ℤ − y) is r√(2π) times a number within e of 1, and so is ρ_σ(ℤ), as r &lt; σ. So the law of x is
 * between g/(1 + e) and g/(1 − e), with g the density of variance σ² at x, and the discrete Gaussian's between g/(1 + e) and g: their
 * ratio is within e^{±κ}, and over n coordinates within e^{±nκ}. With G_κ the greatest
 * power of a test of a given level between laws whose ratio is within e^{±nκ}, and F_m that between Gaussians at distance m, a test
 * of level a has the power G_κ(F_{Δ/s}(G_κ(a))) at most: from the law without the record to what rounding makes of a Gaussian,
 * from there, which is no more than a Gaussian itself tells, to the same with the record, and back. G_κ is linear
 * between (0, 0), (1/(1 + e^{nκ}), e^{nκ}/(1 + e^{nκ})) and (1, 1), and F_m is concave: F_m ≥ G_κ if F_m is not below it at the middle
 * point, that is if Φ(m/2) ≥ e^{nκ}/(1 + e^{nκ}), or erf(m/√8) ≥ tanh(nκ/2). With x = nκ ≤ 1 and m = x·√(π/2), erf(y) ≥ (2/√π)(y − y³/3) and
 * tanh z ≤ z − z³/3 + 2z⁵/15 leave x³/24 − πx³/96 ≥ x⁵/240, which holds for x² ≤ 2. Gaussians compose: F_m∘F_{Δ/s}∘F_m = F_{Δ/s+2m}.
 * A sample holds the record with some probability and is otherwise the same, so that bounds of power are bounds for it, too.
 *
 * <p>Source: rounding by a discrete Gaussian is Peikert 2010, An efficient and parallel Gaussian sampler for lattices, theorem 3.1;
 * Gaussian privacy is Dong, Roth, Su 2019, arXiv:1905.02383.
 *
 * <p>Accuracy: μ is above Δ/σ by about 0.4 % at σ = 10, and by a share that falls with σ²; it is rounded up.
 *
 * <p>Limits: says nothing for σ below about 1, where the lattice shows.
 */
final class SmoothedLattice {
    /** √(2π), that is 2·√(π/2), rounded up. */
    private static final double TWICE_ROOT = 2.5066282746311;

    /** Above the rounding of all operations together. */
    private static final double RAISED = 1 + 1e-13;

    private static final int TRIALS = 200;

    private SmoothedLattice() {}

    /** The least μ over r; empty if there is no r. */
    static OptionalDouble distance(double sigma, double delta) {
        double coordinates = Math.floor(delta * delta * (1 + 1e-12));
        double best = Double.POSITIVE_INFINITY;
        for (int i = 1; i <= TRIALS; i++) {
            // r² from where e is about 1 on; beyond 4, e is 1e-34.
            double square = 4.0 * i / TRIALS;
            double q = Math.exp(-2 * Math.PI * Math.PI * square);
            double e = 2 * q / (1 - q);
            double kappa = coordinates * (Math.log1p(e) - Math.log1p(-e)) * RAISED;
            double variance = (sigma * sigma - square) * (1 - 1e-15);
            if (e < 0.5 && kappa <= 0.5 && variance > 0) {
                best = Math.min(best, (delta / Math.sqrt(variance) + TWICE_ROOT * kappa) * RAISED);
            }
        }
        return best < Double.POSITIVE_INFINITY ? OptionalDouble.of(best) : OptionalDouble.empty();
    }
}
