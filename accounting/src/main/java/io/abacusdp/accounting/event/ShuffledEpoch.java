package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event run on each of the batches of a fixed size into which a random order of all records is cut: one epoch. Each record is in exactly one
 * batch, and takes the place of another.
 *
 * <p>What is proven: given the order, one batch changes, so that an epoch costs no more than the event on all data. No bound that gains by the
 * order is known that is of use; it is not Poisson sampling, nor a {@link RandomAllocation}, and costs more than either where noise is small.
 *
 * <p>Source: Chua et al. 2024, arXiv:2403.17673 (lower bounds).
 *
 * @param batches in the epoch, at least 1
 * @param event what is run on each batch
 */
public record ShuffledEpoch(long batches, DpEvent event) implements DpEvent {
    public ShuffledEpoch {
        Require.count("batches", batches, 1);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
