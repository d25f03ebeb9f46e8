package io.abacusdp.accounting.pld;

/** A pair of laws (P, Q) that can be cut along a lattice of losses. Immutable. */
interface LossPair {
    /**
     * The pair cut into cells.
     *
     * @param origin a point of the lattice
     * @param step of the lattice
     * @param tail the mass under P, and that under Q, that may be left out
     * @param low losses below it may be lumped together: of them, only the mass of P is kept
     * @param high losses above it may be lumped together: of them, only the mass of Q is kept
     */
    LossCells cells(double origin, double step, double tail, double low, double high);

    /**
     * Where to put a point of the lattice, the best guess first. Mass on a lattice point costs nothing; but a law that is
     * narrower than the step can only be merged onto the point 0, the mean of its e^{−L} being 1.
     */
    double[] origins(double step, double tail);

    /** Whether the lattice must have the point 0, where a pair and its mirror image meet. */
    default boolean needsZero() {
        return false;
    }

    /** For pairs that need it. */
    static void requireZero(double origin) {
        if (origin != 0) {
            throw new IllegalArgumentException("the lattice must have the point 0, got origin " + origin);
        }
    }

    /** A few losses with their masses under P, near enough to the law for planning; nothing certified rests on them. */
    Sketch sketch(double tail);

    /** The greatest loss, +∞ if there is none. */
    double supremum();

    /** The least loss, −∞ if there is none. */
    double infimum();

    /** The greatest finite loss, +∞ if there is none. */
    default double finiteSupremum() {
        return supremum();
    }

    /** The least finite loss, −∞ if there is none. */
    default double finiteInfimum() {
        return infimum();
    }

    /** Mass of P where Q has none, if the greatest finite loss is known. */
    default double infinityMass() {
        return 0;
    }

    /** Mass of Q where P has none, if the least finite loss is known. */
    default double counterInfinityMass() {
        return 0;
    }

    /** Whether the greatest and the least loss are no results of rounding. */
    default boolean hasExactLosses() {
        return false;
    }

    /** What a cell costs to compute, where the cheapest cost 1. */
    default double cellCost() {
        return 1;
    }

    /** What all cells together cost besides, however few they are. */
    default double fixedCost() {
        return 0;
    }

    /** A number of which all differences of losses are integer multiples, 0 if there is none. */
    default double spacing() {
        return 0;
    }
}
