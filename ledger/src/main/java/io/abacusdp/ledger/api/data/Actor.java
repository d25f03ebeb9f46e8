package io.abacusdp.ledger.api.data;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, and how far that reaches. What is beyond it does not exist for who asks.
 *
 * @param name of a person or a service, under which the journal records what they did
 * @param account root of the subtree of accounts that they may touch; null if that is all
 */
public record Actor(String name, @Nullable String account) {
    /** The ledger itself, which lets reservations lapse, and whoever embeds a ledger without naming anybody. */
    public static final Actor LEDGER = new Actor("ledger", null);

    public Actor {
        Objects.requireNonNull(name, "name");
    }

    /** Whether all accounts and datasets are within reach. */
    public boolean reachesAll() {
        return account == null;
    }
}
