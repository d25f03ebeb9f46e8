package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.DpEvent;

/**
 * How the data differ and how the record is sampled.
 *
 * @param rate probability of the record to be in the sample, 1 for no sampling
 * @param accountant who asks, for refusals
 */
record Scheme(Adjacency adjacency, double rate, String accountant) {
    boolean replaced() {
        return adjacency == Adjacency.REPLACE_ONE;
    }

    /** Whether Q is the mirror image of P; without sampling it is P moved by the whole shift instead. */
    boolean mirrored() {
        return replaced() && rate < 1;
    }

    /** How many times a record's own shift P is from what it is compared with. */
    int shifts() {
        return replaced() && rate == 1 ? 2 : 1;
    }

    /** Whether noise of a symmetric law gives a symmetric pair. */
    boolean symmetric() {
        return replaced() || rate == 1;
    }

    /** A refusal in the name of who asks. */
    UnsupportedEventException refused(DpEvent event, String reason) {
        return new UnsupportedEventException(accountant, event, reason);
    }
}
