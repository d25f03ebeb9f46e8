package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.pld.PrivacyLossDistribution;
import java.util.function.IntPredicate;

/**
 * Sums over the upper end of a privacy loss distribution from above, and the lines that they give.
 *
 * <p>Formula: with A_k = Σ_{i&gt;k} p_i under P and B_k = Σ_{i&gt;k} p_i·e^{−x_i} under Q, the law tilted, and p_∞ the mass at +∞,
 * δ(x_k) = p_∞ + A_k − e^{x_k}·B_k. The line 1 − δ(x_k) − e^{x_k}·α is the test that decides for P above x_k and tosses a coin
 * at x_k; the greatest of these lines at α is the one with B_k ≤ α &lt; B_{k−1}.
 *
 * <p>Source: Kulynych et al. 2024, arXiv:2407.02191, for the test; that every line is a bound needs no more than δ from above,
 * so that masses which were rounded up and do not sum to 1 do no harm.
 *
 * <p>Accuracy: sums are compensated; what exponentials and losses are off by rounding is counted to the safe side.
 */
final class PldSums {
    private static final double U = 0x1p-53;
    private static final String METHOD = "pld";

    private final PrivacyLossDistribution law;
    private final double[] underP;
    private final double[] underQ;
    private final double error;

    PldSums(PrivacyLossDistribution law) {
        this.law = law;
        int n = law.size();
        underP = new double[n + 1];
        underQ = new double[n + 1];
        double sumP = 0;
        double sumQ = 0;
        double lostP = 0;
        double lostQ = 0;
        for (int i = n - 1; i >= 0; i--) {
            double p = law.mass(i);
            double q = p == 0 ? 0 : p * Math.exp(-law.loss(i));
            lostP += lost(sumP, p);
            lostQ += lost(sumQ, q);
            sumP += p;
            sumQ += q;
            underP[i] = sumP + lostP;
            underQ[i] = sumQ + lostQ;
        }
        double widest = Math.max(Math.abs(law.loss(0)), Math.abs(law.loss(n - 1)));
        error = U * (32 + 8 * widest);
    }

    /** The highest line over α. */
    Line direct(double alpha) {
        int first = firstIndex(k -> underQ[k + 1] <= alpha);
        Line best = line(first);
        for (int k = Math.max(0, first - 1); k <= Math.min(law.size() - 1, first + 1); k++) {
            best = Line.higher(best, line(k), alpha);
        }
        return best;
    }

    /** The line that is highest over α once the rates have changed places. */
    Line inverse(double alpha) {
        int first = firstIndex(k -> 1 - law.infinityMass() - underP[k + 1] >= alpha);
        Line best = line(first).inverse();
        for (int k = Math.max(0, first - 1); k <= Math.min(law.size() - 1, first + 1); k++) {
            best = Line.higher(best, line(k).inverse(), alpha);
        }
        return best;
    }

    double delta(double epsilon) {
        int above = firstIndex(k -> law.loss(k) > epsilon);
        int from = law.loss(above) > epsilon ? above : law.size();
        double gain = Math.exp(epsilon) * underQ[from] * (1 - error);
        double value = law.infinityMass() + underP[from] * (1 + error) - (Double.isNaN(gain) ? 0 : gain) + 4 * U;
        // Losses beyond all numbers leave no number: then nothing is known.
        return value < 1 ? Math.max(0, value) : 1;
    }

    /** What rounding takes from the sum of two numbers (Neumaier). */
    private static double lost(double sum, double value) {
        double next = sum + value;
        return sum >= value ? sum - next + value : value - next + sum;
    }

    private Line line(int k) {
        double height = 1 - law.infinityMass() - underP[k + 1] * (1 + error) - 4 * U;
        return new Line(law.loss(k), underQ[k + 1] * (1 - error), height, METHOD);
    }

    /** The least index with the property, which all above it have; the last index if none has. */
    private int firstIndex(IntPredicate holds) {
        int low = 0;
        int high = law.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
