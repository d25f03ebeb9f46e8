package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * Rényi divergences of mechanisms with few outcomes that matter, summed over them.
 *
 * <p>Accuracy: upper bounds ({@link RenyiSum}). A weight is a sum of up to three logarithms and products, and errs by 8 roundings of two and the
 * largest weight; a loss, which is one logarithm of a quotient, or one product, by 8 of itself.
 */
final class FiniteRdp {
    /** More outcomes than this would cost more than the sum is worth. */
    private static final long MAX_OUTCOMES = 4096;

    private FiniteRdp() {}

    /**
     * Randomised response where one true bucket becomes another.
     *
     * <p>Formula: the true bucket has mass A = 1 − p + p/k, each other B = p/k. Two buckets exchange A and B, with losses
     * ±log(A/B) = ±log1p(k(1 − p)/p); the others have no loss.
     */
    static RdpCurve randomizedResponseReplaced(double p, double k) {
        if (p == 0) {
            return order -> Double.POSITIVE_INFINITY;
        }
        double loss = Math.log1p(k * (1 - p) / p);
        double own = Math.log(1 - p + p / k);
        double other = Math.log(p / k);
        return of(law(new double[] {other, own}, new double[] {loss, -loss}));
    }

    /**
     * Randomised response where the record is zeroed out, and its report uniform: the larger of both directions.
     *
     * <p>Formula: masses (A, (k − 1)·B) against (1/k, 1 − 1/k), with losses log(kA) = log1p((1 − p)(k − 1)) and
     * log(kB) = log p.
     */
    static RdpCurve randomizedResponseZeroed(double p, double k) {
        if (p == 0) {
            // Uniform against certain is infinite; the other direction alone is log k.
            return order -> Double.POSITIVE_INFINITY;
        }
        double[] uniform = {-Math.log(k), Math.log1p(-1 / k)};
        double[] report = {Math.log(1 - p + p / k), Math.log(p) + Math.log1p(-1 / k)};
        double own = Math.log1p((1 - p) * (k - 1));
        double other = Math.log1p(-(1 - p));
        RdpCurve present = of(law(uniform, new double[] {own, other}));
        RdpCurve absent = of(law(report, new double[] {-own, -other}));
        return order -> Math.max(present.at(order), absent.at(order));
    }

    /**
     * Discrete Laplace noise at distance Δ: tanh(a/2)·e^{−a|x|}.
     *
     * <p>Formula: the loss is aΔ for x ≥ Δ, −aΔ for x ≤ 0, and a(2x − Δ) between; Q gives the tails e^{−aΔ}/(1 + e^{−a})
     * and 1/(1 + e^{−a}).
     */
    static RdpCurve discreteLaplace(double a, double distance) {
        RdpCurve pure = ClosedFormRdp.pure(Math.nextUp(a * distance));
        if (distance > MAX_OUTCOMES) {
            return pure;
        }
        int between = (int) distance - 1;
        double[] weight = new double[between + 2];
        double[] loss = new double[between + 2];
        double tail = -Math.log1p(Math.exp(-a));
        for (int x = 1; x <= between; x++) {
            weight[x] = Math.log(Math.tanh(a / 2)) - a * x;
            loss[x] = a * (2 * x - distance);
        }
        weight[0] = tail;
        loss[0] = -a * distance;
        weight[between + 1] = tail - a * distance;
        loss[between + 1] = a * distance;
        RdpCurve sum = of(law(weight, loss));
        return order -> Math.min(sum.at(order), pure.at(order));
    }

    private static RenyiSum law(double[] weight, double[] loss) {
        double[] weightRoundings = new double[weight.length];
        double[] lossRoundings = new double[weight.length];
        double largest = 0;
        for (double w : weight) {
            largest = Math.max(largest, Math.abs(w) < Double.POSITIVE_INFINITY ? Math.abs(w) : 0);
        }
        for (int i = 0; i < weight.length; i++) {
            weightRoundings[i] = 8 * (2 + largest);
            lossRoundings[i] = 8 * Math.abs(loss[i]);
        }
        return RenyiSum.of(weight, loss, weightRoundings, lossRoundings);
    }

    private static RdpCurve of(RenyiSum law) {
        return order -> law.logMoment(order) / (order - 1) * (1 + 4 * RoundOff.UNIT);
    }
}
