package io.abacusdp.accounting.filter;

/**
 * The test of {@link EpsilonDeltaLimit}: whether (1 − e^(−x)) ≤ δ·Σ w(α) exp((α − 1)(x + ε − R(α))) for all x = L − ε &gt; 0.
 *
 * <p>With λ = α − 1, h(x) = log(1 − e^(−x)) − log Σ w·exp(λ(x + ε − R)) is concave: its slope is 1/(e^x − 1) minus a weighted
 * mean of λ that rises with x. So its greatest value is where the two meet, between log(1 + 1/λ) of the greatest and of the
 * least λ. Both terms rise with x, so that h ≤ log(1 − e^(−b)) − log Σ(a) on [a, b]: bisection either proves h ≤ log δ
 * everywhere or finds an x where it is not so. If neither is settled, the answer is no.
 *
 * <p>Elementary functions are those of {@link StrictMath}: every machine gives the same answer.
 */
final class MixtureBound {
    private static final int MAX_HALVINGS = 80;
    /** Bound on the rounding of the logarithms of two sums of 59 positive terms. */
    private static final double ROUNDING = 1e-13;
    /** Octaves of α − 1 after which a weight has fallen to half. */
    private static final double HALF_WIDTH = 0.75;

    private final double[] lambda;
    private final double[] logWeight;

    private MixtureBound(double[] lambda, double[] logWeight) {
        this.lambda = lambda;
        this.logWeight = logWeight;
    }

    /** Weights for a limit: a Cauchy density over octaves, about the order that is best for Gaussian noise. */
    static MixtureBound around(double epsilon, double delta) {
        double[] lambda = RenyiCost.orders();
        for (int i = 0; i < lambda.length; i++) {
            lambda[i] -= 1;
        }
        double odds = -StrictMath.log(delta);
        double rootOfRho = epsilon / (Math.sqrt(epsilon + odds) + Math.sqrt(odds));
        double best = Math.min(lambda[lambda.length - 1], Math.max(lambda[0], Math.sqrt(odds) / rootOfRho));
        double[] weight = new double[lambda.length];
        double sum = 0;
        for (int i = 0; i < lambda.length; i++) {
            double octaves = log2(lambda[i] / best) / HALF_WIDTH;
            double left = lambda[Math.max(0, i - 1)];
            double right = lambda[Math.min(lambda.length - 1, i + 1)];
            weight[i] = log2(right / left) / (1 + octaves * octaves);
            sum += weight[i];
        }
        for (int i = 0; i < weight.length; i++) {
            // The weights sum to no more than 1 whatever the rounding.
            weight[i] = StrictMath.log(weight[i] / sum) - ROUNDING;
        }
        return new MixtureBound(lambda, weight);
    }

    /** Whether Σ w(α)·exp((α − 1)(ε − R(α))) is at least 1/δ, so that the loss ever passes ε with probability at most δ. */
    boolean isEverBelow(RenyiCost total, double epsilon, double delta) {
        return new Terms(constants(total, epsilon), 0).logSum >= Math.nextUp(-StrictMath.log(delta)) + ROUNDING;
    }

    /** Whether the total is within (epsilon, delta). */
    boolean holds(RenyiCost total, double epsilon, double delta) {
        double[] constant = constants(total, epsilon);
        double bound = Math.nextDown(StrictMath.log(delta)) - ROUNDING;
        double low = StrictMath.log1p(1 / lambda[lambda.length - 1]);
        double high = StrictMath.log1p(1 / lambda[0]);
        for (int i = 0; i < MAX_HALVINGS; i++) {
            if (logOfRise(high) - new Terms(constant, low).logSum <= bound) {
                return true;
            }
            double middle = Math.sqrt(low * high);
            Terms terms = new Terms(constant, middle);
            if (logOfRise(middle) - terms.logSum > bound || !(middle > low && middle < high)) {
                return false;
            }
            if (1 / StrictMath.expm1(middle) > terms.meanLambda) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return false;
    }

    /** The order that contributes most where the test is tightest. */
    double decidingOrder(RenyiCost total, double epsilon) {
        double[] constant = constants(total, epsilon);
        double low = StrictMath.log1p(1 / lambda[lambda.length - 1]);
        double high = StrictMath.log1p(1 / lambda[0]);
        for (int i = 0; i < MAX_HALVINGS; i++) {
            double middle = Math.sqrt(low * high);
            if (1 / StrictMath.expm1(middle) > new Terms(constant, middle).meanLambda) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 1 + lambda[new Terms(constant, low).greatest];
    }

    /** log w + λ(ε − R) at each order, rounded down by more than its error. */
    private double[] constants(RenyiCost total, double epsilon) {
        double[] constant = new double[lambda.length];
        for (int i = 0; i < constant.length; i++) {
            double rdp = total.rdp(i);
            double slack = 0x1p-50 * (lambda[i] * (epsilon + rdp) - logWeight[i]);
            constant[i] = logWeight[i] + lambda[i] * (epsilon - rdp) - slack;
        }
        return constant;
    }

    /** log(1 − e^(−x)). */
    private static double logOfRise(double x) {
        return StrictMath.log(-StrictMath.expm1(-x));
    }

    private static double log2(double x) {
        return StrictMath.log(x) / StrictMath.log(2);
    }

    /** The sum of w·exp(λ(x + ε − R)) at one x. */
    private final class Terms {
        final double logSum;
        final double meanLambda;
        final int greatest;

        Terms(double[] constant, double x) {
            int top = 0;
            for (int i = 1; i < constant.length; i++) {
                if (constant[i] + lambda[i] * x > constant[top] + lambda[top] * x) {
                    top = i;
                }
            }
            double most = constant[top] + lambda[top] * x;
            double sum = 0;
            double weighted = 0;
            for (int i = 0; i < constant.length; i++) {
                double exponent = constant[i] + lambda[i] * x - most;
                // Terms that are left out only make the sum smaller, which is the safe side.
                if (exponent > -40) {
                    double term = StrictMath.exp(exponent);
                    sum += term;
                    weighted += lambda[i] * term;
                }
            }
            greatest = top;
            logSum = most + StrictMath.log(sum);
            meanLambda = weighted / sum;
        }
    }
}
