package io.abacusdp.accounting.pld;

/**
 * The law under P of the privacy loss L = log(dP/dQ) of a pair of laws, on a lattice of equidistant losses, with a
 * mass at +∞ where Q has none.
 *
 * <p>Formula: δ(ε) = E_P[(1 − e^{ε−L})₊] = infinityMass + Σ_{x &gt; ε} mass(x)·(1 − e^{ε−x}). The law under Q is the one under P
 * tilted by e^{−x}; what that lacks to 1 is the mass of Q where P has none. It is derived and never discretised apart.
 *
 * <p>A distribution is a bound and not the law itself: from above if its δ(ε) is nowhere below that of the pair it stands
 * for, from below if it is nowhere above. Masses are rounded to that side too, so that they need not sum to exactly 1.
 *
 * <p>Example: {@code new PldAccountant().above(event, adjacency).get(0).hockeyStick(-1)} bounds δ also at a negative ε.
 */
public final class PrivacyLossDistribution {
    private final double origin;
    private final double step;
    private final long first;
    private final double[] mass;
    private final double infinityMass;
    private final double lossError;

    /** Takes the array over. */
    PrivacyLossDistribution(
            double origin, double step, long first, double[] mass, double infinityMass, double lossError) {
        this.origin = origin;
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.infinityMass = infinityMass;
        this.lossError = lossError;
    }

    /** No loss at all. */
    static PrivacyLossDistribution none() {
        return new PrivacyLossDistribution(0, 1, 0, new double[] {1}, 0, 0);
    }

    /** Distance of neighbouring losses. */
    public double step() {
        return step;
    }

    /** Number of finite losses. */
    public int size() {
        return mass.length;
    }

    /** The loss of index i from 0 to size − 1, increasing with i. */
    public double loss(int i) {
        return origin + (first + i) * step;
    }

    /** Mass under P at loss(i). */
    public double mass(int i) {
        return mass[i];
    }

    /** Mass under P at an infinite loss. */
    public double infinityMass() {
        return infinityMass;
    }

    /** δ(ε) = E_P[(1 − e^{ε−L})₊] for any finite ε, also a negative one. */
    public double hockeyStick(double epsilon) {
        if (!Double.isFinite(epsilon)) {
            throw new IllegalArgumentException("epsilon must be finite, got " + epsilon);
        }
        double sum = 0;
        for (int i = mass.length - 1; i >= 0 && loss(i) > epsilon; i--) {
            sum -= mass[i] * Math.expm1(epsilon - loss(i));
        }
        return infinityMass + sum;
    }

    /** Bound on the difference between the losses that rounding left here and those of the mechanism. */
    double lossError() {
        return lossError;
    }

    /** The loss of lattice index 0. */
    double origin() {
        return origin;
    }

    /** Lattice index of loss(0). */
    long first() {
        return first;
    }

    /** log E_P[e^{θ(L − origin)}; L finite]. */
    double logMoment(double theta) {
        // Scaled by the largest weight: no overflow, and what underflows is nothing beside the mass there.
        double largest = theta * step * (theta > 0 ? first + mass.length - 1 : first);
        Exponentials weights = new Exponentials(theta * step, first, largest);
        double sum = 0;
        for (int i = 0; i < mass.length; i++) {
            sum += mass[i] * weights.at(i);
        }
        return Math.log(sum) + largest;
    }
}
