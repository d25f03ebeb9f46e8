package io.abacusdp.accounting.pld;

/** A pair of laws (P, Q) that can be cut along a lattice of losses. Immutable. */
interface LossPair {
    /**
     * The pair cut into cells.
     *
     * @param step of the lattice
     * @param tail the mass under P, and that under Q, that may be left out
     */
    LossCells cells(double step, double tail);

    /** A few losses with their masses under P, near enough to the law for planning; nothing certified rests on them. */
    Sketch sketch(double tail);

    /** The greatest loss, +∞ if there is none. */
    double supremum();

    /** The least loss, −∞ if there is none. */
    double infimum();

    /** A number of which all losses are integer multiples, 0 if there is none. */
    default double spacing() {
        return 0;
    }
}
