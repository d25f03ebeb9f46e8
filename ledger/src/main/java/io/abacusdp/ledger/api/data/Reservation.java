package io.abacusdp.ledger.api.data;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A charge that was accepted, and what became of it.
 *
 * @param id given by the ledger
 * @param key idempotency key under which it was accepted
 * @param body SHA-256 of the request
 * @param account that is charged, with all above it
 * @param scopes datasets and blocks that are charged besides, sorted
 * @param price id of the price of what was reserved
 * @param seq of the fact by which it was accepted
 * @param at when it was accepted
 * @param expires when it lapses unless it is closed before; for a charge at one go the time of acceptance
 * @param status what became of it
 * @param committed id of the price of what was really run, once that is known
 * @param changed seq of the last fact that made it what it is
 */
public record Reservation(
        String id,
        String key,
        String body,
        String account,
        List<Scope> scopes,
        String price,
        long seq,
        Instant at,
        Instant expires,
        Status status,
        @Nullable String committed,
        long changed) {
    /** The states of a reservation. */
    public enum Status {
        /** Held, not yet used: may be released, and lapses without loss. */
        RESERVED,
        /** In use: someone may have seen output, so that nothing is given back any more except by stating what was run. */
        STARTED,
        /** Closed: what was run is spent. */
        COMMITTED,
        /** Closed before it was used. */
        RELEASED,
        /** Lapsed before it was used. */
        EXPIRED,
        /** Lapsed while in use: all that was reserved is spent. */
        FORFEITED;

        /** Whether it still holds a part of the budget. */
        public boolean isOpen() {
            return this == RESERVED || this == STARTED;
        }
    }

    public Reservation {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(account, "account");
        scopes = List.copyOf(scopes);
        Objects.requireNonNull(price, "price");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(expires, "expires");
        Objects.requireNonNull(status, "status");
    }

    /** Whether its time is up and it was not closed before. */
    public boolean isDue(Instant now) {
        return status.isOpen() && !now.isBefore(expires);
    }
}
