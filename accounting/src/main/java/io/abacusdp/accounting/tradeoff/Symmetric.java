package io.abacusdp.accounting.tradeoff;

/**
 * The largest convex curve above neither of two.
 *
 * <p>Formula: its δ is the larger of both: g(α) = sup over ε of 1 − max(δ_R(ε), δ_A(ε)) − e^ε·α. For a fixed α each of the two
 * heights 1 − δ(ε) − e^ε·α is concave in e^ε, and the summit of the lower of both lies between theirs: at one of them, if the
 * other is higher there, and otherwise where the two cross.
 *
 * <p>Source: Dong, Roth, Su 2019, arXiv:1905.02383, definition F.1: with ᾱ the point of slope −1 of f, Symm(f) is min(f, f⁻¹)**
 * if ᾱ ≤ f(ᾱ), which is f up to ᾱ, a straight line to f(ᾱ) and f⁻¹ from there on; and max(f, f⁻¹) otherwise. The maximum
 * presupposes that f bounds both orders of two data sets. Here each curve bounds its own, an attacker may choose either, and
 * only the convex hull of the minimum holds for both; so it is what is given in every case. For Poisson-sampled Gaussians f =
 * T(P, Q) has ᾱ ≤ f(ᾱ), and both are the same.
 */
final class Symmetric implements Side {
    private static final int HALVINGS = 60;

    private final Side remove;
    private final Side add;

    Symmetric(Side remove, Side add) {
        this.remove = remove;
        this.add = add;
    }

    @Override
    public Line at(double falsePositiveRate) {
        Line removed = remove.at(falsePositiveRate);
        Line added = add.at(falsePositiveRate);
        boolean removedIsLower = removed.at(falsePositiveRate) <= added.at(falsePositiveRate);
        Line lower = removedIsLower ? removed : added;
        Line upper = removedIsLower ? added : removed;
        // At infinite slopes there is nothing between the two.
        if (!Double.isFinite(lower.logSlope()) || !Double.isFinite(upper.logSlope())) {
            return lower;
        }
        Side under = removedIsLower ? remove : add;
        Side over = removedIsLower ? add : remove;
        // The line of the lower curve is not above the upper one either if that has no larger δ at its slope.
        if (over.isDeltaAtMost(lower.logSlope(), lower.delta())) {
            return lower;
        }
        Line between = between(under, over, lower, upper);
        return between.at(falsePositiveRate) < lower.at(falsePositiveRate) ? between : lower;
    }

    @Override
    public double delta(double epsilon) {
        return Math.max(remove.delta(epsilon), add.delta(epsilon));
    }

    private static double excess(Side one, Side other, double epsilon) {
        return one.delta(epsilon) - other.delta(epsilon);
    }

    /** The common tangent: of slope −1 mostly, as both directions have the same advantage. */
    private Line between(Side under, Side over, Line lower, Line upper) {
        double no = lower.logSlope();
        double yes = upper.logSlope();
        if (Math.min(no, yes) <= 0 && Math.max(no, yes) >= 0 && Math.abs(excess(under, over, 0)) <= 1e-9) {
            return Line.of(0, delta(0), lower.method());
        }
        for (int i = 0; i < HALVINGS && Math.abs(yes - no) > 1e-12 * Math.abs(yes); i++) {
            double middle = 0.5 * (no + yes);
            if (excess(under, over, middle) < 0) {
                no = middle;
            } else {
                yes = middle;
            }
        }
        return Line.of(yes, delta(yes), lower.method());
    }
}
