package io.abacusdp.ledger.api.data;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;

/**
 * One of many charges that are made together.
 *
 * @param key idempotency key
 * @param charge where
 * @param event what
 */
public record KeyedCharge(String key, Charge charge, DpEvent event) {
    public KeyedCharge {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(charge, "charge");
        Objects.requireNonNull(event, "event");
    }
}
