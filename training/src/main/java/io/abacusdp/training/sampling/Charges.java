package io.abacusdp.training.sampling;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Charges at regular steps, as one event. */
final class Charges {
    private Charges() {}

    /** Those at steps 0, stride, 2·stride, … below the number of steps; equal ones are counted. */
    static DpEvent sum(long steps, long stride, LongFunction<DpEvent> chargeAt) {
        if (!(steps >= 0)) {
            throw new IllegalArgumentException("steps must be at least 0, got " + steps);
        }
        Map<DpEvent, Long> counts = new LinkedHashMap<>();
        for (long step = 0; step < steps; step += stride) {
            counts.merge(chargeAt.apply(step), 1L, Long::sum);
        }
        List<DpEvent> events = new ArrayList<>();
        counts.forEach((event, count) -> events.add(new Repeated(count, event)));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }
}
