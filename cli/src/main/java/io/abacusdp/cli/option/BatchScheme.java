package io.abacusdp.cli.option;

import java.util.Locale;

/** How batches are made; names as on the command line. */
public enum BatchScheme {
    /** Each record is in each batch by a coin of its own. */
    POISSON,
    /** Each record is dealt into one batch of every epoch, independently of the others. */
    ALLOCATED,
    /** Each batch is a fresh set of a fixed number of different records. */
    WITHOUT_REPLACEMENT,
    /** Each batch is a fixed number of independent draws. */
    WITH_REPLACEMENT,
    /** Every epoch is a random order of all records, cut into batches. */
    SHUFFLED;

    /** The name on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
