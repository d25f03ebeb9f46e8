package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.pair.Atoms;

/** A pair of discrete laws: finitely many finite losses, with masses under P, and what lies at infinity on either side. */
final class AtomicPair implements LossPair {
    private final double[] loss;
    private final double[] mass;
    private final double infinity;
    private final double counterInfinity;
    private final double cut;
    private final boolean exact;
    private final double lossError;

    /**
     * Takes the arrays over.
     *
     * @param infinity mass of P where Q has none
     * @param counterInfinity mass of Q where P has none
     * @param cut bound on the mass of P, and on that of Q, that the atoms lack
     * @param exact whether the losses are no results of rounding
     */
    AtomicPair(double[] loss, double[] mass, double infinity, double counterInfinity, double cut, boolean exact) {
        this(loss, mass, infinity, counterInfinity, cut, exact, 0);
    }

    /** The same with a bound on the error of the losses besides their rounding. */
    AtomicPair(
            double[] loss,
            double[] mass,
            double infinity,
            double counterInfinity,
            double cut,
            boolean exact,
            double lossError) {
        this.lossError = lossError;
        this.exact = exact;
        this.loss = loss;
        this.mass = mass;
        this.infinity = infinity;
        this.counterInfinity = counterInfinity;
        this.cut = cut;
    }

    static AtomicPair of(Atoms atoms) {
        return new AtomicPair(
                atoms.losses(), atoms.masses(), atoms.infinity(), atoms.counterInfinity(), 0, atoms.hasExactLosses());
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
        return cells.outside(infinity, counterInfinity, cut, cut, lossError + 16 * RoundOff.UNIT * reach);
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
    public double finiteSupremum() {
        double highest = cut > 0 ? Double.POSITIVE_INFINITY : 0;
        for (double x : loss) {
            highest = Math.max(highest, x);
        }
        return highest;
    }

    @Override
    public double finiteInfimum() {
        double lowest = cut > 0 ? Double.NEGATIVE_INFINITY : 0;
        for (double x : loss) {
            lowest = Math.min(lowest, x);
        }
        return lowest;
    }

    @Override
    public double infinityMass() {
        return infinity;
    }

    @Override
    public double counterInfinityMass() {
        return counterInfinity;
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
    public boolean hasExactLosses() {
        return exact;
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
