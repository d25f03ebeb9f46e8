package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * One turn of groups that are sampled one after the other while noise is correlated over as many steps as there are groups (DP-BandMF): records were dealt into
 * groups independently of the data, each group in its turn gives a Poisson sample, and the event is what all rows that this sample has a part in release of it.
 *
 * <p>For one record: {@link PoissonSampled} of the same rate and event, as its samples of different turns have no row in common.
 *
 * <p>For a group of several records, which may be dealt into different groups: their samples do have rows in common, and no law of a turn by itself is known. What is
 * accounted is the group privacy of all turns together, by theorems that hold for any mechanism. Inside another sampling it counts as if it were not sampled again.
 *
 * <p>Source: Choquette-Choo et al. 2023, arXiv:2306.08153.
 *
 * @param rate probability of a record to be in the sample of its group, in [0, 1]
 * @param event what all rows release of a sample
 */
public record SampledInTurn(double rate, DpEvent event) implements DpEvent {
    public SampledInTurn {
        Require.probability("rate", rate);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }

    /** Whether an event has one of these within. */
    static boolean isIn(DpEvent event) {
        return event instanceof SampledInTurn || event.parts().stream().anyMatch(SampledInTurn::isIn);
    }
}
