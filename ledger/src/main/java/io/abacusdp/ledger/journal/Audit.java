package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.log.Checkpoint;
import java.util.List;
import java.util.Objects;

/**
 * What a verification of a whole database came to.
 *
 * @param journal of its journal
 * @param head at its end, whoever has signed it
 * @param differences what in the state tables is not what the journal adds up to, if anything
 */
public record Audit(Verification journal, Checkpoint head, List<String> differences) {
    public Audit {
        Objects.requireNonNull(journal, "journal");
        Objects.requireNonNull(head, "head");
        differences = List.copyOf(differences);
    }

    /** Whether nothing is wrong. */
    public boolean isSound() {
        return journal.finding().isEmpty() && differences.isEmpty();
    }
}
