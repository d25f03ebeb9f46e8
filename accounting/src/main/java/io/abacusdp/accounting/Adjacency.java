package io.abacusdp.accounting;

import java.util.Locale;

/** When two data sets count as neighbours. Epsilons under different adjacencies are not comparable. */
public enum Adjacency {
    /** One has a record that the other lacks. */
    ADD_OR_REMOVE_ONE,
    /** One record of the one is another record in the other; a sum then moves by up to twice a record's norm. */
    REPLACE_ONE,
    /** One record of the one is a record in the other that contributes nothing; their sizes are equal. */
    ZERO_OUT;

    /** Name in JSON and on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The factor by which neighbouring sums can differ, in units of the bound on one record's contribution. */
    public double sensitivityFactor() {
        return this == REPLACE_ONE ? 2 : 1;
    }
}
