package io.abacusdp.ledger.core;

import java.time.Instant;
import java.util.Objects;

/**
 * A fact with its place and time.
 *
 * @param seq counts from 1 without gaps
 * @param at when it was recorded, in whole milliseconds; never before the fact before it
 */
public record StampedFact(long seq, Instant at, Fact fact) {
    public StampedFact {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fact, "fact");
    }
}
