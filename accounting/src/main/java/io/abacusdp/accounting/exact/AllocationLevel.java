package io.abacusdp.accounting.exact;

/**
 * A part of the law of the mean S of t ratios: with the weight Π w_c(z_i) of a cut c, less that of a lower cut b. As w_b ≤ w_c, it is a positive
 * measure, near S up to Y(c)/t, and all levels together are the law with the weight of the highest cut.
 *
 * <p>Formula: its Laplace transform E e^{pS}, but for the factor e^p, is with q = p/t
 *
 * <pre>Ψ(p) = φ_c^t − φ_b^t,  φ_c = E[w_c·e^{q(Y − 1)}] = 1 − E(1 − w_c) − q·E(1 − w_c)(Y − 1) + E[w_c·g(q(Y − 1))],  g(x) = e^x − 1 − x,</pre>
 *
 * for the lowest level without the second term. With F = E[(w_c − w_b)·e^{q(Y−1)}] it is φ_b^t·(e^{t·log(1 + F/φ_b)} − 1), small where the
 * level's mass is.
 *
 * @param nodes where the expectations are taken
 * @param batches t
 * @param lower b, or −∞
 * @param cut c
 */
record AllocationLevel(AllocationNodes nodes, double batches, double lower, double cut) {
    boolean isLowest() {
        return lower == Double.NEGATIVE_INFINITY;
    }

    /**
     * Logarithm of an upper bound of Ψ(u) for real u ≥ 0.
     *
     * <p>Formula: φ_c ≤ 1 + E[w_c·g], as what the weight takes away of 1 + q(Y − 1) is Y − 1 &gt; 0 for all but a mass of z that counts nothing; and
     * a^t − b^t ≤ t·a^{t−1}·(a − b).
     */
    double logReal(double u) {
        double excess = nodes.upperExcess(-u / batches, cut) + lost(u);
        if (isLowest()) {
            return batches * Math.log1p(excess) * (1 + 1e-12) + 1e-12;
        }
        return (batches - 1) * Math.log1p(excess) * (1 + 1e-12) + Math.log(batches * upperDifference(u, 0, 0)) + 1e-12;
    }

    /** A bound on what 1 − E(1 − w) − q·E(1 − w)(Y − 1) is above one: only where Y is below 1. */
    private double lost(double u) {
        return u / batches * Math.exp(nodes.slope * (0.5 / nodes.sigma - cut));
    }

    /**
     * An upper bound of |F| for every q = (u + iy')/t, y' ≥ y, seen from the height η.
     *
     * <p>Formula: on that line Re q·Y(z) = (u·cos β − y·sin β)·Y(x)/t with β = η/σ.
     */
    private double upperDifference(double u, double y, double eta) {
        double angle = eta / nodes.sigma;
        double rate = (u * Math.cos(angle) - y * Math.sin(angle)) / batches;
        double slope = nodes.slope;
        double inside = nodes.upperSum((low, high, below, above) -> {
            double logWeight = Math.min(
                    slope * (high - lower), Math.log(2) - AllocationNodes.LEAST_COSINE * Math.exp(slope * (low - cut)));
            return Math.exp(logWeight + rate * (rate > 0 ? above : below));
        });
        return inside * Math.exp(0.5 * eta * eta - u / batches) * (1 + 1e-9) + 1e-45;
    }

    /**
     * Logarithm of an upper bound of |Ψ(u + iy')| for every y' ≥ y; infinite where this shows none.
     *
     * <p>Formula: on the line Im z = η ≤ 2a, |φ_c| ≤ e^{η²/2}·E e^{−sY} with s = (y·sin β − u·cos β)/t &gt; 0, β = η/σ, which falls as y rises; and
     * E e^{−sY} = e^{−s}·(1 + E g(−s(Y − 1))).
     */
    double logTail(double u, double y) {
        double middle = y / (batches * nodes.sigma);
        double one = Double.POSITIVE_INFINITY;
        for (double factor = 2; factor > 0.2; factor *= 0.5) {
            one = Math.min(one, logOne(u, y, Math.min(2 * nodes.height, factor * middle)));
        }
        if (isLowest()) {
            return batches * one;
        }
        double difference = Math.min(upperDifference(u, y, 2 * nodes.height), upperDifference(u, y, nodes.height));
        return (batches - 1) * one + Math.log(batches * difference);
    }

    /** Logarithm of the bound of |φ_c|·e^{−u/t}. */
    private double logOne(double u, double y, double eta) {
        double angle = eta / nodes.sigma;
        double turned = y * Math.sin(angle) - u * Math.cos(angle);
        if (!(turned > 0)) {
            return Double.POSITIVE_INFINITY;
        }
        return 0.5 * eta * eta
                - u / batches
                + nodes.logLaplace(turned / batches)
                + 1e-14 * (1 + (u + turned) / batches);
    }
}
