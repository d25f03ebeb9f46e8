package io.abacusdp.accounting.event;

import java.util.List;

/**
 * One of several events is run, drawn with probabilities that do not depend on the data; the outcome shows which one, or does not.
 *
 * @param probabilities one for each event, not negative, their sum within 1e-12 of 1
 * @param events at least one
 */
public record RandomChoice(List<Double> probabilities, List<DpEvent> events) implements DpEvent {
    public RandomChoice {
        probabilities = Require.list("probabilities", probabilities);
        events = Require.list("events", events);
        Require.that(!events.isEmpty(), "events", "must hold at least one event, got none");
        Require.that(
                events.size() == probabilities.size(),
                "probabilities",
                "must hold one for each of the %d events, got %d".formatted(events.size(), probabilities.size()));
        double sum = 0;
        for (int i = 0; i < probabilities.size(); i++) {
            Require.probability("probabilities[" + i + "]", probabilities.get(i));
            sum += probabilities.get(i);
        }
        Require.that(Math.abs(sum - 1) <= 1e-12, "probabilities", "must sum to 1 within 1e-12, got " + sum);
    }

    @Override
    public List<DpEvent> parts() {
        return events;
    }
}
