package io.abacusdp.ledger.api.data;

import java.util.List;
import java.util.Objects;

/**
 * Where an event is charged: all of it, or nothing.
 *
 * @param account the one that runs it; all accounts above are charged too
 * @param scopes datasets and blocks that it is run on, in any order
 */
public record Charge(String account, List<Scope> scopes) {
    /** Most datasets and blocks of one charge. */
    private static final int MAX_SCOPES = 100;

    public Charge {
        Objects.requireNonNull(account, "account");
        scopes = scopes.stream().sorted().toList();
        if (scopes.size() > MAX_SCOPES) {
            throw new InvalidRequestException("scopes", "must be at most " + MAX_SCOPES + ", got " + scopes.size());
        }
    }
}
