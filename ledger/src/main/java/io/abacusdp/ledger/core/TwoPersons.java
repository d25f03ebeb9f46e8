package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.TextRules;
import org.jspecify.annotations.Nullable;

/** What two persons have to agree on. */
final class TwoPersons {
    private TwoPersons() {}

    /** Refuses unless somebody else approved. */
    static void require(String by, @Nullable String approvedBy) {
        if (approvedBy == null || by.equals(TextRules.name("approved_by", approvedBy))) {
            throw new InvalidRequestException("approved_by", "must be someone else than " + by);
        }
    }
}
