package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * The event run count times, each time with fresh randomness; later runs may depend on the outcome of earlier ones.
 *
 * @param count at least 0
 * @param event what is repeated
 */
public record Repeated(long count, DpEvent event) implements DpEvent {
    public Repeated {
        Require.count("count", count, 0);
        Objects.requireNonNull(event, "event");
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
