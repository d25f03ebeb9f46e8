package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.exact.ErrorRates;
import io.abacusdp.accounting.exact.LossLaw;
import java.util.List;

/**
 * A curve from the law of the loss by contour integration.
 *
 * <p>Formula: the test with threshold c gives the point (Pr_Q[L &gt; c], Pr_P[L ≤ c]) of the curve, at which its slope is −e^c.
 * By convexity f(α) ≥ Pr_P[L ≤ c] − e^c·(α − Pr_Q[L &gt; c]) for every α, where both probabilities are taken from the lower
 * ends of their enclosures. That the point is not exactly at the rate asked costs nothing but the curvature.
 */
final class ExactSide implements Side {
    private static final String METHOD = "exact";

    private final LossLaw law;

    ExactSide(LossLaw law) {
        this.law = law;
    }

    @Override
    public Line at(double falsePositiveRate) {
        if (law.isConstant()) {
            return new Line(0, 0, 1, METHOD);
        }
        if (falsePositiveRate == 0) {
            // P has a density with respect to Q, so that a test that never errs under Q never decides for P.
            return new Line(Double.POSITIVE_INFINITY, 0, 1, METHOD);
        }
        return line(law.errorsAtFalsePositiveRate(falsePositiveRate));
    }

    @Override
    public List<Line> near(double[] falsePositiveRates) {
        if (law.isConstant()) {
            return Side.super.near(falsePositiveRates);
        }
        return law.errorsNear(falsePositiveRates).stream().map(ExactSide::line).toList();
    }

    private static Line line(ErrorRates errors) {
        return new Line(
                errors.threshold(),
                errors.falsePositive().lower(),
                errors.falseNegative().lower(),
                METHOD);
    }

    @Override
    public double delta(double epsilon) {
        return law.delta(epsilon).upper();
    }

    @Override
    public boolean isDeltaAtMost(double epsilon, double bound) {
        return law.isDeltaAtMost(epsilon, bound);
    }

    @Override
    public double leastAdvantage() {
        return law.leastAdvantage();
    }
}
