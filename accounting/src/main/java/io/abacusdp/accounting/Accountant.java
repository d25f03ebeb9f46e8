package io.abacusdp.accounting;

import io.abacusdp.accounting.event.DpEvent;

/** Turns what was run into what it cost. Implementations are immutable and safe for use by many threads. */
public interface Accountant {
    /** Name in JSON, on the command line and in guarantees. */
    String name();

    /**
     * The privacy profile of the event.
     *
     * @throws UnsupportedEventException naming the part of the event that this accountant has no bound for
     */
    PrivacyProfile profile(DpEvent event, Adjacency adjacency);

    /** The smallest epsilon that this accountant can state at the given delta. */
    default Guarantee epsilon(DpEvent event, Adjacency adjacency, double delta) {
        return profile(event, adjacency).epsilon(delta);
    }

    /** The smallest delta that this accountant can state at the given epsilon. */
    default Guarantee delta(DpEvent event, Adjacency adjacency, double epsilon) {
        return profile(event, adjacency).delta(epsilon);
    }
}
