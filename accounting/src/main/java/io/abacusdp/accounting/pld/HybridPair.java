package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.Normal;

/**
 * The pair whose positive losses are those of (1 − q)·N(0, σ²) + q·N(s, σ²) against N(0, σ²), and whose negative ones are those of the same in the
 * other order: its profile is the larger of both at every ε, and it is its own mirror image.
 *
 * <p>Formula: with z standard normal, R = 1 − q + q·e^{sz/σ − s²/2σ²} and z₀ = s/2σ, where R = 1: log R for z &gt; z₀ with mass n(z)R under P and n(z) under Q, −log R with
 * mass n(z) under P and n(z)R under Q, and no loss with mass (1 − q)(2Φ(z₀) − 1).
 *
 * <p>Source: Zhu, Dong, Wang 2022, arXiv:2106.08567.
 */
final class HybridPair implements LossPair {
    private final GaussianPair present;
    private final double none;

    /**
     * A pair.
     *
     * @param shift s/σ
     */
    HybridPair(double rate, double shift) {
        this.present = rate < 1
                ? GaussianPair.of(new double[] {1 - rate, rate}, new double[] {0, shift})
                : GaussianPair.of(new double[] {1}, new double[] {shift});
        this.none = (1 - rate) * (1 - 2 * Normal.survival(shift / 2));
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        LossPair.requireZero(origin);
        LossCells all = present.cells(0, step, tail, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        long last = Math.max(0, all.first() + all.size() - 1);
        LossCells positive = new LossCells(0, step, 0, last);
        for (int i = 0; i <= last; i++) {
            int at = Math.toIntExact(i - all.first());
            if (at >= 0 && at < all.size()) {
                positive.addRight(i, all.rightMass(at), all.rightMoment(at));
                if (i > 0) {
                    positive.addLeft(i, all.leftMass(at), all.leftMoment(at));
                }
            }
        }
        positive.outside(0, 0, all.cut(), all.reversed().cut(), all.lossError());
        LossCells both = positive.plus(positive.reversed());
        if (none > 0) {
            both.addAtom(0, none);
        }
        return both;
    }

    @Override
    public double[] origins(double step, double tail) {
        return new double[] {0};
    }

    /** Where the two orders meet. */
    @Override
    public boolean needsZero() {
        return true;
    }

    @Override
    public Sketch sketch(double tail) {
        Sketch positive = present.sketch(tail).positive();
        return positive.plus(positive.reversed()).plus(new Sketch(new double[] {0}, new double[] {none}));
    }

    @Override
    public double supremum() {
        return present.supremum();
    }

    @Override
    public double infimum() {
        return -present.supremum();
    }
}
