package io.abacusdp.accounting.pld;

/**
 * A pair whose loss is a non-decreasing function of one real coordinate: the half cells are intervals of the coordinate,
 * and their masses and moments are integrals over them.
 */
abstract class MonotonePair implements LossPair {
    /** Where the integrals are put: mass under P, and moment. */
    static final class Integral {
        double mass;
        double moment;
        /** Room for the nodes of a rule. */
        final double[] offset = new double[3];

        final double[] factor = new double[3];
    }

    /** The loss at a coordinate. */
    abstract double loss(double at);

    /** The coordinate at which the loss is the given one, probably near the one given; −∞ if the loss is always greater. */
    abstract double coordinate(double loss, double near);

    /** Interval of the coordinate outside of which P and Q each have at most the given mass. */
    abstract double lowest(double tail);

    abstract double highest(double tail);

    /**
     * Mass of P on [from, to] and |∫ (dP − e^x dQ)| there.
     *
     * @param x a lattice point: the loss is nowhere in the interval on the other side of it
     * @param anchor the coordinate of x: an end of the interval or beyond it, possibly infinite
     */
    abstract void integrate(double from, double to, double x, double anchor, Integral into);

    /** Mass of Q on [from, to]. */
    abstract double counterMass(double from, double to);

    /** Adds what is not part of the continuous law, and states what is left out. */
    abstract LossCells finish(LossCells cells, double tail);

    @Override
    public final LossCells cells(double origin, double step, double tail, double low, double high) {
        double least = lowest(tail);
        double greatest = highest(tail);
        double from = low > loss(least) ? Math.min(greatest, coordinate(low, least)) : least;
        double end = high < loss(greatest) ? Math.max(from, coordinate(high, greatest)) : greatest;
        long first = (long) Math.floor((loss(from) - origin) / step) - 1;
        long last = (long) Math.ceil((loss(end) - origin) / step) + 1;
        LossCells cells = new LossCells(origin, step, first, last);
        addBeyond(cells, least, from, end, greatest);
        Integral integral = new Integral();
        for (int i = 0; i < cells.size(); i++) {
            double x = origin + (first + i) * step;
            double anchor = coordinate(x, from);
            double middle = Math.max(from, Math.min(end, anchor));
            double to = i == cells.size() - 1 ? end : Math.max(middle, Math.min(end, coordinate(x + step / 2, middle)));
            if (from < middle) {
                integrate(from, middle, x, anchor, integral);
                cells.addLeft(i, integral.mass, integral.moment);
            }
            if (middle < to) {
                integrate(middle, to, x, anchor, integral);
                cells.addRight(i, integral.mass, integral.moment);
            }
            from = to;
        }
        return finish(cells, tail);
    }

    private void addBeyond(LossCells cells, double least, double from, double end, double greatest) {
        Integral integral = new Integral();
        if (least < from) {
            integrate(least, from, loss(from), from, integral);
        }
        cells.addBeyond(integral.mass, end < greatest ? counterMass(end, greatest) : 0);
    }
}
