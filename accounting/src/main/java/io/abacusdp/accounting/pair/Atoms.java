package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.event.GivenPair;
import java.util.Arrays;

/** A pair of discrete laws: finitely many finite losses, with masses under P, and what lies at infinity on either side. */
public final class Atoms implements DominatingPair {
    private final double[] loss;
    private final double[] mass;
    private final double infinity;
    private final double counterInfinity;
    private final boolean exact;

    /** Takes the arrays over; losses are results of rounding. */
    Atoms(double[] loss, double[] mass, double infinity, double counterInfinity) {
        this(loss, mass, infinity, counterInfinity, false);
    }

    private Atoms(double[] loss, double[] mass, double infinity, double counterInfinity, boolean exact) {
        this.loss = loss;
        this.mass = mass;
        this.infinity = infinity;
        this.counterInfinity = counterInfinity;
        this.exact = exact;
    }

    /** The pair that dominates all (ε, δ)-DP mechanisms (Kairouz, Oh, Viswanath 2015, arXiv:1311.0776). */
    static Atoms approximate(double epsilon, double delta) {
        double likely = (1 - delta) / (1 + Math.exp(-epsilon));
        return new Atoms(
                new double[] {-epsilon, epsilon},
                new double[] {likely * Math.exp(-epsilon), likely},
                delta,
                delta,
                true);
    }

    /** Two outcomes with losses low &lt; 0 &lt; high; their masses follow from Σ mass·e^{−loss} = 1. */
    static Atoms twoPoint(double low, double high) {
        // p·e^{−high} + (1 − p)·e^{−low} = 1.
        double p = Math.expm1(-low) / (Math.exp(-low) - Math.exp(-high));
        double rest = -Math.expm1(-high) / (Math.exp(-low) - Math.exp(-high));
        return new Atoms(new double[] {low, high}, new double[] {rest, p}, 0, 0);
    }

    /** Losses and masses as somebody states them. */
    static Atoms given(GivenPair pair) {
        return exactly(
                pair.losses().stream().mapToDouble(Double::doubleValue).toArray(),
                pair.masses().stream().mapToDouble(Double::doubleValue).toArray(),
                pair.mostInfinity(),
                pair.mostCounterInfinity());
    }

    /** Takes the arrays over; losses are exactly these. */
    static Atoms exactly(double[] loss, double[] mass, double infinity, double counterInfinity) {
        return new Atoms(loss, mass, infinity, counterInfinity, true);
    }

    /** The least pair that dominates this one and its reverse. */
    Atoms eitherWay() {
        return EitherWay.of(loss, mass, infinity, counterInfinity);
    }

    /** P and Q are the same. */
    static Atoms none() {
        return new Atoms(new double[] {0}, new double[] {1}, 0, 0, true);
    }

    /** P and Q have nothing in common. */
    static Atoms disjoint() {
        return new Atoms(new double[0], new double[0], 1, 1);
    }

    /** (1 − r)·Q + r·P against Q. */
    Atoms sampled(double rate) {
        int size = loss.length;
        boolean rest = counterInfinity > 0;
        double[] losses = Arrays.copyOf(loss, rest ? size + 1 : size);
        double[] masses = Arrays.copyOf(mass, losses.length);
        for (int i = 0; i < size; i++) {
            masses[i] = mass[i] * ((1 - rate) * Math.exp(-loss[i]) + rate);
            losses[i] = Sampling.loss(loss[i], rate);
        }
        if (rest) {
            masses[size] = (1 - rate) * counterInfinity;
            losses[size] = Math.log1p(-rate);
        }
        return new Atoms(losses, masses, rate * infinity, 0);
    }

    /**
     * The pair with probability r, and no loss otherwise: what sampling costs if the outcome shows whether the record was
     * drawn.
     */
    Atoms revealed(double rate) {
        int size = loss.length;
        double[] losses = Arrays.copyOf(loss, size + 1);
        double[] masses = Arrays.copyOf(mass, size + 1);
        for (int i = 0; i < size; i++) {
            masses[i] = rate * mass[i];
        }
        masses[size] = 1 - rate;
        return new Atoms(losses, masses, rate * infinity, rate * counterInfinity, exact);
    }

    /** The finite losses, a copy. */
    public double[] losses() {
        return loss.clone();
    }

    /** The mass of each finite loss under P, a copy. */
    public double[] masses() {
        return mass.clone();
    }

    /** Whether the losses are exactly as given. */
    public boolean hasExactLosses() {
        return exact;
    }

    /** Mass of P where Q has none. */
    public double infinity() {
        return infinity;
    }

    /** Mass of Q where P has none. */
    public double counterInfinity() {
        return counterInfinity;
    }
}
