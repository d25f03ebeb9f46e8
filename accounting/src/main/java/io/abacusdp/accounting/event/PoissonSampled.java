package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event applied to a sample into which each record goes independently with the same probability. All that a composed
 * event does is done on one and the same sample.
 *
 * @param rate probability of a record to be in the sample, in [0, 1]
 * @param event what is run on the sample
 */
public record PoissonSampled(double rate, DpEvent event) implements DpEvent {
    public PoissonSampled {
        Require.probability("rate", rate);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
