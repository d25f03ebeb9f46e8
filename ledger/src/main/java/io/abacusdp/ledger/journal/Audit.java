package io.abacusdp.ledger.journal;

import java.util.List;
import java.util.Objects;

/**
 * What a verification of a whole database came to.
 *
 * @param journal of its journal
 * @param differences what in the state tables is not what the journal adds up to, if anything
 */
public record Audit(Verification journal, List<String> differences) {
    public Audit {
        Objects.requireNonNull(journal, "journal");
        differences = List.copyOf(differences);
    }

    /** Whether nothing is wrong. */
    public boolean isSound() {
        return journal.finding().isEmpty() && differences.isEmpty();
    }
}
