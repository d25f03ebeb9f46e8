package io.abacusdp.accounting.pld;

import java.util.Arrays;

/** A pair of discrete laws: finitely many finite losses, with masses under P, and what lies at infinity on either side. */
final class AtomicPair implements LossPair {
    private final double[] loss;
    private final double[] mass;
    private final double infinity;
    private final double counterInfinity;
    private final double cut;

    /**
     * Takes the arrays over.
     *
     * @param infinity mass of P where Q has none
     * @param counterInfinity mass of Q where P has none
     * @param cut bound on the mass of P, and on that of Q, that the atoms lack
     */
    AtomicPair(double[] loss, double[] mass, double infinity, double counterInfinity, double cut) {
        this.loss = loss;
        this.mass = mass;
        this.infinity = infinity;
        this.counterInfinity = counterInfinity;
        this.cut = cut;
    }

    /** The pair that dominates all (ε, δ)-DP mechanisms (Kairouz, Oh, Viswanath 2015, arXiv:1311.0776). */
    static AtomicPair approximate(double epsilon, double delta) {
        double likely = (1 - delta) / (1 + Math.exp(-epsilon));
        return new AtomicPair(
                new double[] {-epsilon, epsilon}, new double[] {likely * Math.exp(-epsilon), likely}, delta, delta, 0);
    }

    /** Two outcomes with losses low &lt; 0 &lt; high; their masses follow from Σ mass·e^{−loss} = 1. */
    static AtomicPair twoPoint(double low, double high) {
        // p·e^{−high} + (1 − p)·e^{−low} = 1.
        double p = Math.expm1(-low) / (Math.exp(-low) - Math.exp(-high));
        double rest = -Math.expm1(-high) / (Math.exp(-low) - Math.exp(-high));
        return new AtomicPair(new double[] {low, high}, new double[] {rest, p}, 0, 0, 0);
    }

    /** P and Q have nothing in common. */
    static AtomicPair disjoint() {
        return new AtomicPair(new double[0], new double[0], 1, 1, 0);
    }

    /** (1 − r)·Q + r·P against Q. */
    AtomicPair sampled(double rate) {
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
        return new AtomicPair(losses, masses, rate * infinity, 0, cut);
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        double least = origin;
        double greatest = origin;
        for (double x : loss) {
            least = Math.min(least, x);
            greatest = Math.max(greatest, x);
        }
        least = Math.max(least, Math.min(low, greatest));
        greatest = Math.min(greatest, Math.max(high, least));
        long first = Math.round((least - origin) / step);
        LossCells cells = new LossCells(origin, step, first, Math.round((greatest - origin) / step));
        double reach = 1;
        for (int i = 0; i < loss.length; i++) {
            reach = Math.max(reach, Math.abs(loss[i]));
            if (loss[i] < least) {
                cells.addBeyond(mass[i], 0);
            } else if (loss[i] > greatest) {
                cells.addBeyond(0, mass[i] * Math.exp(-loss[i]));
            } else {
                cells.addAtom(loss[i], mass[i]);
            }
        }
        return cells.outside(infinity, counterInfinity, cut, cut, 16 * 0x1p-53 * reach);
    }

    @Override
    public double[] origins(double step, double tail) {
        return new double[] {heaviest(), 0};
    }

    /** The loss of the heaviest atom. */
    private double heaviest() {
        int heaviest = 0;
        for (int i = 1; i < loss.length; i++) {
            heaviest = mass[i] > mass[heaviest] ? i : heaviest;
        }
        return loss.length == 0 ? 0 : loss[heaviest];
    }

    @Override
    public Sketch sketch(double tail) {
        return new Sketch(loss.clone(), mass.clone());
    }

    @Override
    public double supremum() {
        double highest = infinity > 0 || cut > 0 ? Double.POSITIVE_INFINITY : 0;
        for (double x : loss) {
            highest = Math.max(highest, x);
        }
        return highest;
    }

    @Override
    public double infimum() {
        double lowest = counterInfinity > 0 || cut > 0 ? Double.NEGATIVE_INFINITY : 0;
        for (double x : loss) {
            lowest = Math.min(lowest, x);
        }
        return lowest;
    }

    @Override
    public double spacing() {
        double origin = heaviest();
        double least = Double.POSITIVE_INFINITY;
        for (double x : loss) {
            least = x == origin ? least : Math.min(least, Math.abs(x - origin));
        }
        for (double x : loss) {
            double multiple = (x - origin) / least;
            if (!(Math.abs(multiple - Math.rint(multiple)) <= 1e-12 * (1 + Math.abs(multiple)))) {
                return 0;
            }
        }
        return least < Double.POSITIVE_INFINITY ? least : 0;
    }
}
