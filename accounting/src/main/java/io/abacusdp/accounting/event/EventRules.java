package io.abacusdp.accounting.event;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * One rule for each type of event that somebody can deal with; every other type has none, and is refused by the owner.
 *
 * @param <C> context that all rules are given
 * @param <R> result of a rule
 */
public final class EventRules<C, R> {
    private final Map<Class<? extends DpEvent>, BiFunction<DpEvent, C, R>> rules = new HashMap<>();

    /** Adds the rule for one type; a second rule for the same type is a programming error. */
    public <E extends DpEvent> EventRules<C, R> on(Class<E> type, BiFunction<? super E, ? super C, ? extends R> rule) {
        if (rules.putIfAbsent(type, (event, context) -> rule.apply(type.cast(event), context)) != null) {
            throw new IllegalStateException("two rules for " + type.getSimpleName());
        }
        return this;
    }

    /** The result of the rule for this event's type, or empty if there is none. */
    public Optional<R> apply(DpEvent event, C context) {
        return Optional.ofNullable(rules.get(event.getClass())).map(rule -> rule.apply(event, context));
    }
}
