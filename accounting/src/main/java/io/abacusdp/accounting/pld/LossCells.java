package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * A pair (P, Q) of laws cut along a lattice of privacy losses: the outcomes whose loss L = log(dP/dQ) is nearest to the
 * lattice point x = origin + i·h make up cell i, and the cell has a left half (L below x) and a right half. Each pair has
 * an origin of its own, where its mass is densest, as mass on a lattice point costs nothing.
 *
 * <p>Of each half two numbers are kept: its mass under P, and its moment |∫ (dP − e^x dQ)|, so that the mass under Q is
 * e^{−x}·(mass ± moment). Both are integrals of something positive, so each can be had to a small relative error, {@link #relativeError};
 * differences of masses would lose the moment, which is h times smaller, to cancellation.
 *
 * <p>Errors that are not relative ones of the masses are those of the losses at the borders of cells; {@link #lossError}
 * bounds them. Outcomes that no cell holds are bounded by {@link #cut} under P and {@link #counterCut} under Q.
 */
final class LossCells {
    /** Bound on the relative error of each mass and moment where nothing else is stated: closed forms and their sums, with 900 roundings. */
    static final double RELATIVE_ERROR = 1e-13;

    /** As many as the largest transform has points: more take gigabytes, and gain nothing. */
    static final long MAX_CELLS = 1 << 22;

    private final double origin;
    private final double step;
    private final long first;
    private final double[] leftMass;
    private final double[] rightMass;
    private final double[] leftMoment;
    private final double[] rightMoment;
    private double sunk;
    private double counterSunk;
    private double infinity;
    private double counterInfinity;
    private double cut;
    private double counterCut;
    private double lossError;
    private double relativeError = RELATIVE_ERROR;

    /** Empty cells first..last around origin; whoever makes them fills them, after which they do not change. */
    LossCells(double origin, double step, long first, long last) {
        if (last - first >= MAX_CELLS) {
            throw new ArithmeticException("more than " + MAX_CELLS + " cells");
        }
        int size = Math.toIntExact(last - first + 1);
        this.origin = origin;
        this.step = step;
        this.first = first;
        this.leftMass = new double[size];
        this.rightMass = new double[size];
        this.leftMoment = new double[size];
        this.rightMoment = new double[size];
    }

    void addLeft(int i, double mass, double moment) {
        leftMass[i] += mass;
        leftMoment[i] += moment;
    }

    void addRight(int i, double mass, double moment) {
        rightMass[i] += mass;
        rightMoment[i] += moment;
    }

    /** Adds an atom of the given mass under P at a finite loss within the cells. */
    void addAtom(double loss, double mass) {
        long nearest = Math.round((loss - origin) / step);
        int i = Math.toIntExact(nearest - first);
        double above = loss - origin - nearest * step;
        if (above > 0) {
            addRight(i, mass, -mass * Math.expm1(-above));
        } else {
            addLeft(i, mass, mass * Math.expm1(-above));
        }
    }

    /** Adds an atom to the cells, or to what lies beyond them. */
    void addAtomOrBeyond(double loss, double mass) {
        long nearest = Math.round((loss - origin) / step);
        if (nearest < first) {
            addBeyond(mass, 0);
        } else if (nearest > first + size() - 1) {
            addBeyond(0, mass * Math.exp(-loss));
        } else {
            addAtom(loss, mass);
        }
    }

    /** Adds mass of P whose losses are below all cells, and of Q whose losses are above all cells. */
    void addBeyond(double massBelow, double counterMassAbove) {
        sunk += massBelow;
        counterSunk += counterMassAbove;
    }

    /**
     * States what lies outside of the cells.
     *
     * @param infinity mass of P where Q has none
     * @param counterInfinity mass of Q where P has none
     * @param cut bound on the mass of P that was left out
     * @param counterCut bound on the mass of Q that was left out
     * @param lossError bound on the error of any loss
     */
    LossCells outside(double infinity, double counterInfinity, double cut, double counterCut, double lossError) {
        this.infinity = infinity;
        this.counterInfinity = counterInfinity;
        this.cut = cut;
        this.counterCut = counterCut;
        this.lossError = lossError;
        return this;
    }

    /** States a bound on the relative error of masses and moments, if that is larger than {@link #RELATIVE_ERROR}. */
    LossCells erring(double relative) {
        relativeError = Math.max(relativeError, relative);
        return this;
    }

    /** The cells with so much of all masses. */
    LossCells times(double share) {
        LossCells result = new LossCells(origin, step, first, first + size() - 1);
        for (int i = 0; i < size(); i++) {
            result.addLeft(i, share * leftMass[i], share * leftMoment[i]);
            result.addRight(i, share * rightMass[i], share * rightMoment[i]);
        }
        result.addBeyond(share * sunk, share * counterSunk);
        return result.outside(share * infinity, share * counterInfinity, share * cut, share * counterCut, lossError)
                .erring(relativeError);
    }

    /** The cells of both together, which must be of one lattice: losses would be others. */
    LossCells plus(LossCells other) {
        if (other.origin != origin || other.step != step) {
            throw new IllegalArgumentException("cells of origin %s and step %s are added to those of %s and %s"
                    .formatted(other.origin, other.step, origin, step));
        }
        long low = Math.min(first, other.first);
        long high = Math.max(first + size(), other.first + other.size()) - 1;
        LossCells result = new LossCells(origin, step, low, high);
        for (LossCells each : new LossCells[] {this, other}) {
            int at = Math.toIntExact(each.first - low);
            for (int i = 0; i < each.size(); i++) {
                result.addLeft(at + i, each.leftMass[i], each.leftMoment[i]);
                result.addRight(at + i, each.rightMass[i], each.rightMoment[i]);
            }
        }
        result.addBeyond(sunk + other.sunk, counterSunk + other.counterSunk);
        return result.outside(
                        infinity + other.infinity,
                        counterInfinity + other.counterInfinity,
                        cut + other.cut,
                        counterCut + other.counterCut,
                        Math.max(lossError, other.lossError))
                .erring(Math.max(relativeError, other.relativeError));
    }

    double origin() {
        return origin;
    }

    double step() {
        return step;
    }

    /** Lattice index of cell 0. */
    long first() {
        return first;
    }

    int size() {
        return leftMass.length;
    }

    double leftMass(int i) {
        return leftMass[i];
    }

    double rightMass(int i) {
        return rightMass[i];
    }

    double leftMoment(int i) {
        return leftMoment[i];
    }

    double rightMoment(int i) {
        return rightMoment[i];
    }

    /** Mass of P at losses below all cells. */
    double sunk() {
        return sunk;
    }

    double infinity() {
        return infinity;
    }

    double counterInfinity() {
        return counterInfinity;
    }

    double cut() {
        return cut;
    }

    /** Bound on the relative error of each mass and moment. */
    double relativeError() {
        return relativeError;
    }

    double lossError() {
        return lossError;
    }

    /** The cells of (Q, P): losses change sign, left and right change places, and masses are those under Q. */
    LossCells reversed() {
        int size = size();
        long last = first + size - 1;
        LossCells result = new LossCells(-origin, step, -last, -first);
        for (int i = 0; i < size; i++) {
            int mirror = size - 1 - i;
            double tilt = Math.exp(-origin - (first + i) * step);
            result.leftMass[mirror] = tilt * (rightMass[i] - rightMoment[i]);
            result.leftMoment[mirror] = tilt * rightMoment[i];
            result.rightMass[mirror] = tilt * (leftMass[i] + leftMoment[i]);
            result.rightMoment[mirror] = tilt * leftMoment[i];
        }
        result.addBeyond(counterSunk, sunk);
        // The tilt has two roundings of its exponent and one of its own; a difference of mass and moment leaves half of
        // the mass.
        double farthest = Math.abs(origin) + Math.max(Math.abs(first), Math.abs(last)) * step;
        return result.outside(counterInfinity, infinity, counterCut, cut, lossError)
                .erring(relativeError + RoundOff.UNIT * (4 * farthest + 8));
    }
}
