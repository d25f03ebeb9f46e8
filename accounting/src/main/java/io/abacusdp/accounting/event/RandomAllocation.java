package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event run on each of a number of batches, where each record is put into a fixed number of them, chosen uniformly at
 * random and independently of the other records ('balls and bins').
 *
 * <p>Source: Feldman, Shenfeld 2025, arXiv:2502.08202.
 *
 * @param batches how many times the event is run, at least 1
 * @param participations in how many different batches a record is, from 1 to batches
 * @param event what is run on each batch
 */
public record RandomAllocation(long batches, long participations, DpEvent event) implements DpEvent {
    public RandomAllocation {
        Require.count("batches", batches, 1);
        Require.count("participations", participations, 1);
        Require.that(
                participations <= batches,
                "participations",
                "must be at most batches %d, got %d".formatted(batches, participations));
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
