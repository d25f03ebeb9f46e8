package io.abacusdp.accounting.event;

import java.util.List;

/**
 * All events run one after the other on the same data; later ones may depend on the outcome of earlier ones.
 *
 * @param events possibly none
 */
public record Composed(List<DpEvent> events) implements DpEvent {
    public Composed {
        events = Require.list("events", events);
    }

    @Override
    public List<DpEvent> parts() {
        return events;
    }
}
