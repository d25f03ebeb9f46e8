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
 * <p>Limits: never above α·w²/2, the divergence of the two components that are farthest apart, which bounds the mixtures by
 * quasi-convexity; at orders that need more than {@value #HALF} nodes on each side, this bound is what is given.
 */
final class MixtureRdp implements RdpCurve {
    private static final int HALF = 1 << 11;
    private static final double MARGIN = 9;
    private static final double RAISED = 1 + 1e-11;

    private final double[] means;
    private final double width;
    private final double step;
    private final double greatestOrder;
    private final RenyiSum forward;
    private final RenyiSum backward;

    private MixtureRdp(double[] means, double[] p, double[] q) {
        this.means = means;
        double least = Arrays.stream(means).min().orElseThrow();
        double greatest = Arrays.stream(means).max().orElseThrow();
        this.width = greatest - least;
        this.step = width == 0 ? 0.25 : Math.min(0.25, Math.PI * Math.PI / (50 * width));
        // A power of two, which searches over orders try for this reason: beyond it the bound jumps.
        this.greatestOrder = Math.scalb(1.0, Math.getExponent((HALF * step - MARGIN) / width));
        this.forward = nodes(p, q);
        this.backward = nodes(q, p);
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
        double farthest = order * width * width / 2 * RAISED;
        return Math.min(farthest, divergence(order) * RAISED);
    }

    private double divergence(double order) {
        if (order > greatestOrder) {
            return Double.POSITIVE_INFINITY;
        }
        double reach = Math.min(HALF, Math.ceil((width * order + MARGIN) / step));
        int from = HALF - (int) reach;
        int to = HALF + (int) reach + 1;
        double moment = Math.max(forward.logMoment(order, from, to), backward.logMoment(order, from, to));
        return moment / (order - 1);
    }

    private RenyiSum nodes(double[] top, double[] bottom) {
        double[] weight = new double[2 * HALF + 1];
        double[] loss = new double[2 * HALF + 1];
        for (int i = 0; i < weight.length; i++) {
            double x = (i - HALF) * step;
            double base = logMix(x, bottom);
            weight[i] = base - x * x / 2 + Math.log(step / Math.sqrt(2 * Math.PI));
            double excess = excess(x, top, bottom) / Math.exp(base);
            loss[i] = Math.abs(excess) < 0.5 ? Math.log1p(excess) : logMix(x, top) - base;
        }
        return RenyiSum.of(weight, loss);
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
