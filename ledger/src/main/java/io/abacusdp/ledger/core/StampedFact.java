package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.Actor;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A fact with its place, its time and who made it so.
 *
 * @param seq counts from 1 without gaps
 * @param at when it was recorded, in whole milliseconds; never before the fact before it
 * @param by name of the person or service who asked; null in journals of versions that did not record it
 */
public record StampedFact(long seq, Instant at, @Nullable String by, Fact fact) {
    public StampedFact {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fact, "fact");
    }

    /** A fact of the ledger's own. */
    public StampedFact(long seq, Instant at, Fact fact) {
        this(seq, at, Actor.LEDGER.name(), fact);
    }
}
