package io.abacusdp.accounting.rdp;

import java.util.Arrays;

/**
 * Rényi divergence between two mixtures of Gaussians of one variance on the line, the larger of both directions.
 *
 * <p>Formula: E_Q[(P/Q)^α] by the trapezoidal rule ({@link RenyiSum}). With the densities in units of σ, components at
 * m_i, the ratio of the mixtures is analytic up to |Im x| = π/(2w), w the greatest distance of two components: in that
 * strip the terms e^{m_i·x} of each mixture stay within a quarter turn of one another, so that neither vanishes. The
 * spacing h = min(1/4, π²/(50w)) keeps the error near e^−40. Powers up to α shift a Gaussian by at most αw beyond the
 * components, which with 9 on each side is the range.
 *
 * <p>With y_i = m_i·x − m_i²/2, the density of a component over that of N(0, 1), and as the weights of P and of Q both sum
 * to 1, (P − Q)/Q = Σ (p_i − q_i)·expm1(y_i) / Σ q_i·e^{y_i}: where P and Q are close, log(P/Q) is log1p of that, which
 * keeps its digits however small the weights are.
 *
 * <p>Accuracy: 1e-11 relative; the result is raised by that.
 *
 * <p>Limits: more than {@value #MAX_NODES} nodes give +∞, never a smaller value.
 */
final class MixtureRdp implements RdpCurve {
    private static final int MAX_NODES = 1 << 18;
    private static final double MARGIN = 9;
    private static final double RAISED = 1 + 1e-11;

    private final double[] means;
    private final double[] p;
    private final double[] q;
    private final double width;
    private final double step;

    private MixtureRdp(double[] means, double[] p, double[] q) {
        this.means = means;
        this.p = p;
        this.q = q;
        double least = Arrays.stream(means).min().orElseThrow();
        double greatest = Arrays.stream(means).max().orElseThrow();
        this.width = greatest - least;
        this.step = width == 0 ? 0.25 : Math.min(0.25, Math.PI * Math.PI / (50 * width));
    }

    /** Σ p_i·N(s_i, σ²) against N(0, σ²). */
    static RdpCurve againstZero(double sigma, double[] shifts, double[] probabilities) {
        int n = shifts.length;
        double total = Arrays.stream(probabilities).sum();
        double[] means = new double[n + 1];
        double[] p = new double[n + 1];
        double[] q = new double[n + 1];
        for (int i = 0; i < n; i++) {
            means[i] = shifts[i] / sigma;
            p[i] = probabilities[i] / total;
        }
        q[n] = 1;
        return new MixtureRdp(means, p, q);
    }

    /**
     * The Poisson-sampled Gaussian when a record is replaced by its opposite: (1−q)·N(0, σ²) + q·N(1, σ²) against
     * (1−q)·N(0, σ²) + q·N(−1, σ²).
     *
     * <p>Source: Lebeda, Regehr, Kamath, Steinke 2024, arXiv:2405.20769.
     */
    static RdpCurve replacedRecord(double rate, double sigma) {
        double[] means = {0, 1 / sigma, -1 / sigma};
        return new MixtureRdp(means, new double[] {1 - rate, rate, 0}, new double[] {1 - rate, 0, rate});
    }

    @Override
    public double at(double order) {
        RdpCurve.checkOrder(order);
        if (width == 0) {
            return 0;
        }
        return Math.max(divergence(order, p, q), divergence(order, q, p)) * RAISED;
    }

    private double divergence(double order, double[] top, double[] bottom) {
        double reach = width * order + MARGIN;
        double count = 2 * Math.ceil(reach / step) + 1;
        if (!(count <= MAX_NODES)) {
            return Double.POSITIVE_INFINITY;
        }
        int nodes = (int) count;
        double[] weight = new double[nodes];
        double[] loss = new double[nodes];
        for (int i = 0; i < nodes; i++) {
            double x = (i - (nodes - 1) / 2) * step;
            double base = logMix(x, bottom);
            weight[i] = base - x * x / 2 + Math.log(step / Math.sqrt(2 * Math.PI));
            double excess = excess(x, top, bottom) / Math.exp(base);
            loss[i] = Math.abs(excess) < 0.5 ? Math.log1p(excess) : logMix(x, top) - base;
        }
        return RenyiSum.of(weight, loss).logMoment(order) / (order - 1);
    }

    /** Σ (top_i − bottom_i)·expm1(y_i), a difference of densities over that of N(0, 1); NaN where it overflows. */
    private double excess(double x, double[] top, double[] bottom) {
        double sum = 0;
        for (int i = 0; i < means.length; i++) {
            if (top[i] != bottom[i]) {
                sum += (top[i] - bottom[i]) * Math.expm1(means[i] * (x - means[i] / 2));
            }
        }
        return sum;
    }

    /** log Σ w_i·e^{y_i}. */
    private double logMix(double x, double[] weights) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < means.length; i++) {
            if (weights[i] > 0) {
                greatest = Math.max(greatest, means[i] * (x - means[i] / 2));
            }
        }
        double sum = 0;
        for (int i = 0; i < means.length; i++) {
            if (weights[i] > 0) {
                sum += weights[i] * Math.exp(means[i] * (x - means[i] / 2) - greatest);
            }
        }
        return greatest + Math.log(sum);
    }
}
