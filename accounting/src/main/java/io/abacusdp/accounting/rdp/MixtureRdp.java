package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundOff;
import java.util.Arrays;

/**
 * Rényi divergence between two mixtures of Gaussians of one variance on the line, the larger of both directions.
 *
 * <p>Formula: E_Q[(P/Q)^α] by the trapezoidal rule ({@link RenyiSum}). With the densities in units of σ, components at
 * m_i and w the greatest distance of two of them: on the line Im x = d with ψ = wd ≤ π/2 the terms e^{m_i·x} of each mixture stay within an angle ψ, so
 * that moduli of P and Q are at most those at x, and at least cos(ψ/2) times those, but for the factor e^{d²/2} of the Gaussian. With the
 * excess e(r) = r^α − 1 − α(r − 1) the rule (Trefethen, Weideman 2014, theorem 5.1) errs by at most 2(A_α + 1 + 2α)·e^{−X}/(1 − e^{−X}),
 * X = 2πd/h − d²/2 + (α − 1)·log cos(ψ/2), for every such d. The spacing h = min(1/4, π²/((50 + E)w)) makes X about 40 + E at low orders, E = −2·log of the
 * distance of P and Q in total variation; at high ones, where
 * A_α is large, X is less, and what the rule may err by is added in full. Nodes reach αw + b to both sides, b = √(81 + 2E). Beyond, the logarithm of
 * P^α·Q^{1−α} has a slope of at least b towards zero, as that of either mixture over N(0, 1) is within the components; and so has Q, of
 * which e(r) is at most α − 1 times where r &lt; 1.
 *
 * <p>With y_i = m_i·x − m_i²/2, the density of a component over that of N(0, 1), and as the weights of P and of Q both sum
 * to 1, (P − Q)/Q = Σ (p_i − q_i)·expm1(y_i) / Σ q_i·e^{y_i}: where P and Q are close, log(P/Q) is log1p of that, which
 * keeps its digits however small the weights are.
 *
 * <p>Accuracy: an upper bound, 1e-11 relative at orders below a hundred. In units of 2^−53 a weight errs by 8 of its parts, x²/2 and y_i,
 * and a loss, where P and Q are close, by 16 + 4·|y_i| of itself, elsewhere by 8 of the y_i.
 *
 * <p>Limits: never above α·w²/2, the divergence of the two components that are farthest apart, which bounds the mixtures by
 * quasi-convexity; at orders that need more than {@value #HALF} nodes on each side, this bound is what is given.
 */
final class MixtureRdp implements RdpCurve {
    private static final int HALF = 1 << 11;
    private static final double RAISED = 1 + 1e-13;

    private final double[] means;
    private final double width;
    private final double step;
    private final double margin;
    private final double greatestOrder;
    private final RenyiSum forward;
    private final RenyiSum backward;

    private MixtureRdp(double[] means, double[] p, double[] q) {
        this.means = means;
        double least = Arrays.stream(means).min().orElseThrow();
        double greatest = Arrays.stream(means).max().orElseThrow();
        this.width = greatest - least;
        // The less of P and Q is different, the smaller are the excess and what may be left out of it: E = −2·log of
        // that.
        double different = 0;
        for (int i = 0; i < means.length; i++) {
            different += Math.abs(p[i] - q[i]) / 2;
        }
        double rare = -2 * Math.log(Math.min(1, different));
        this.margin = Math.sqrt(81 + 2 * rare);
        this.step = width == 0 ? 0.25 : Math.min(0.25, Math.PI * Math.PI / ((50 + rare) * width));
        // A power of two, which searches over orders try for this reason: beyond it the bound jumps.
        this.greatestOrder = Math.scalb(1.0, Math.getExponent((HALF * step - margin) / width));
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
        return Math.min(farthest, divergence(order) * (1 + 4 * RoundOff.UNIT));
    }

    private double divergence(double order) {
        if (order > greatestOrder) {
            return Double.POSITIVE_INFINITY;
        }
        double reach = Math.min(HALF, Math.ceil((width * order + margin) / step));
        int from = HALF - (int) reach;
        int to = HALF + (int) reach + 1;
        double byRule = byRule(order);
        return Math.max(logMoment(forward, order, from, to, byRule), logMoment(backward, order, from, to, byRule))
                / (order - 1);
    }

    private double logMoment(RenyiSum nodes, double order, int from, int to, double byRule) {
        double ends = Math.max(
                nodes.logEnd(order, from, Double.NEGATIVE_INFINITY),
                nodes.logEnd(order, to - 1, Double.NEGATIVE_INFINITY));
        // Of both ends, r^α and the excess of a small r each, over e^{bh} − 1.
        double beyond = Math.log(4) + ends - Math.log(Math.expm1(margin * step));
        return nodes.logMoment(order, from, to, new RenyiSum.Absent(byRule, beyond));
    }

    /** 2.1·e^{−X} at about the best angle ψ: X is nearly a quadratic function of it. */
    private double byRule(double order) {
        double bend = 1 / (2 * width * width) + (order - 1) / 8;
        double angle = Math.min(Math.PI / 2, Math.PI / (width * step * bend));
        double height = angle / width;
        return 2.1
                * Math.exp(0.5 * height * height
                        - 2 * Math.PI * height / step
                        - (order - 1) * Math.log(Math.cos(angle / 2)));
    }

    private RenyiSum nodes(double[] top, double[] bottom) {
        double[] weight = new double[2 * HALF + 1];
        double[] loss = new double[2 * HALF + 1];
        double[] weightRoundings = new double[2 * HALF + 1];
        double[] lossRoundings = new double[2 * HALF + 1];
        for (int i = 0; i < weight.length; i++) {
            double x = (i - HALF) * step;
            double base = logMix(x, bottom);
            weight[i] = base - x * x / 2 + Math.log(step / Math.sqrt(2 * Math.PI));
            double excess = excess(x, top, bottom) / Math.exp(base);
            boolean close = Math.abs(excess) < 0.5;
            loss[i] = close ? Math.log1p(excess) : logMix(x, top) - base;
            double exponents = width * (Math.abs(x) + width) + 2;
            weightRoundings[i] = 8 * (exponents + x * x / 2 - Math.log(step));
            lossRoundings[i] = close ? doubt(x, top, bottom) / Math.exp(base) : 8 * exponents;
        }
        return RenyiSum.of(weight, loss, weightRoundings, lossRoundings);
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

    /** What the excess errs by, in units of 2^−53: 16 + 4|y_i| of each of its terms. */
    private double doubt(double x, double[] top, double[] bottom) {
        double sum = 0;
        for (int i = 0; i < means.length; i++) {
            if (top[i] != bottom[i]) {
                double y = means[i] * (x - means[i] / 2);
                sum += (16 + 4 * Math.abs(y)) * Math.abs((top[i] - bottom[i]) * Math.expm1(y));
            }
        }
        return 2 * sum;
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
