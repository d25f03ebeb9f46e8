package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Events and how often each was run. Mutable, for use by one thread. */
final class EventCounts {
    private final Map<DpEvent, Long> counts = new LinkedHashMap<>();

    EventCounts() {}

    EventCounts(EventCounts other) {
        counts.putAll(other.counts);
    }

    void add(DpEvent event, long times) {
        counts.merge(event, times, Math::addExact);
    }

    /** All of them as one event; nothing is a composition of nothing. */
    DpEvent toEvent() {
        List<DpEvent> events = new ArrayList<>();
        counts.forEach((event, count) -> events.add(count == 1 ? event : new Repeated(count, event)));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** One by one, in the order in which they first came. */
    List<DpEvent> toList() {
        List<DpEvent> events = new ArrayList<>();
        counts.forEach((event, count) -> {
            for (long i = 0; i < count; i++) {
                events.add(event);
            }
        });
        return events;
    }
}
