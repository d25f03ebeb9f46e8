package io.abacusdp.accounting;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Optional;

/**
 * Turns what was run into what it cost. Implementations are immutable and safe for use by many threads.
 *
 * <p>An accountant has a bound for an event or refuses it with an {@link UnsupportedEventException}, the only exception a
 * caller has to expect besides those for bad arguments. Whether it has rules for all parts is known before anything is
 * computed, from {@link #supports}. A query may still be refused where the rules lead to numbers that cannot be had, which
 * shows only when they are computed ({@link PrivacyProfile}).
 */
public interface Accountant {
    /** Name in JSON and in guarantees; no two accountants share one. */
    String name();

    /**
     * Why {@link #profile} refuses the event; empty if it does not. Looks up the rules for its parts and computes nothing
     * that takes time.
     */
    Optional<UnsupportedEventException> refusal(DpEvent event, Adjacency adjacency);

    /** Whether {@link #profile} accepts the event. */
    default boolean supports(DpEvent event, Adjacency adjacency) {
        return refusal(event, adjacency).isEmpty();
    }

    /**
     * The privacy profile of the event.
     *
     * @throws UnsupportedEventException naming the part of the event that this accountant has no bound for, if and only if
     *     {@link #supports} says no
     */
    PrivacyProfile profile(DpEvent event, Adjacency adjacency);

    /**
     * The smallest epsilon that this accountant can state at the given delta.
     *
     * @throws UnsupportedEventException if the profile or its query is refused
     */
    default Guarantee epsilon(DpEvent event, Adjacency adjacency, double delta) {
        return profile(event, adjacency).epsilon(delta);
    }

    /**
     * The smallest delta that this accountant can state at the given epsilon.
     *
     * @throws UnsupportedEventException if the profile or its query is refused
     */
    default Guarantee delta(DpEvent event, Adjacency adjacency, double epsilon) {
        return profile(event, adjacency).delta(epsilon);
    }
}
