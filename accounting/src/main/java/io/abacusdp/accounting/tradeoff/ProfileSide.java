package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.PrivacyProfile;
import java.util.function.DoubleUnaryOperator;

/**
 * A curve from a profile that holds in both directions.
 *
 * <p>Formula: f(α) = sup over ε ≥ 0 of max(1 − δ(ε) − e^ε·α, e^{−ε}·(1 − δ(ε) − α)). The symmetric curve meets the diagonal at
 * α = (1 − δ(0))/2; up to there the first kind of line is the higher one, and from there on the second. The best ε is sought by
 * golden sections, as the height is concave in e^ε or e^{−ε}; any ε gives a bound.
 *
 * <p>Source: Dong, Roth, Su 2019, arXiv:1905.02383, proposition 2.12.
 */
final class ProfileSide implements Side {
    private static final double GOLDEN = 0.6180339887498949;
    private static final int SECTIONS = 45;

    /** e^{−ε} is nothing from here on. */
    private static final double FAR = 80;

    private final PrivacyProfile profile;

    ProfileSide(PrivacyProfile profile) {
        this.profile = profile;
    }

    @Override
    public Line at(double falsePositiveRate) {
        Line level = line(0, 1);
        int sign = falsePositiveRate <= level.height() / 2 ? 1 : -1;
        double high = sign > 0 ? Math.min(700, -Math.log(falsePositiveRate)) : FAR;
        double epsilon = golden(high, e -> line(e, sign).at(falsePositiveRate));
        Line best = Line.higher(level, line(epsilon, sign), falsePositiveRate);
        return Line.higher(best, line(high, sign), falsePositiveRate);
    }

    @Override
    public double delta(double epsilon) {
        double delta = profile.delta(Math.abs(epsilon)).delta();
        return epsilon >= 0 ? delta : Mirror.delta(epsilon, delta);
    }

    private Line line(double epsilon, int sign) {
        Guarantee guarantee = profile.delta(epsilon);
        Line line = Line.of(guarantee.epsilon(), guarantee.delta(), guarantee.accountant());
        return sign > 0 ? line : line.inverse();
    }

    /** Where a function with one summit in [0, high] has it. */
    private static double golden(double high, DoubleUnaryOperator height) {
        double left = 0;
        double right = high;
        double inner = right - GOLDEN * (right - left);
        double outer = left + GOLDEN * (right - left);
        double atInner = height.applyAsDouble(inner);
        double atOuter = height.applyAsDouble(outer);
        for (int i = 0; i < SECTIONS && right - left > 1e-8 * right; i++) {
            if (atInner >= atOuter) {
                right = outer;
                outer = inner;
                atOuter = atInner;
                inner = right - GOLDEN * (right - left);
                atInner = height.applyAsDouble(inner);
            } else {
                left = inner;
                inner = outer;
                atInner = atOuter;
                outer = left + GOLDEN * (right - left);
                atOuter = height.applyAsDouble(outer);
            }
        }
        return atInner >= atOuter ? inner : outer;
    }
}
