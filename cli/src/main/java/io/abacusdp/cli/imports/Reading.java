package io.abacusdp.cli.imports;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;

/**
 * One way in which a file can be understood.
 *
 * @param id by which it is named
 * @param condition under which it is what ran, as the end of a sentence that starts with 'if'
 * @param event what ran, or what costs no less
 * @param adjacency under which it is accounted
 * @param fit of the event to what ran
 */
record Reading(String id, String condition, DpEvent event, Adjacency adjacency, Fit fit) {
    /** How the event stands to what ran. */
    enum Fit {
        /** It is what ran. */
        AS_RUN,
        /** It costs no less, so that nothing is known from below. */
        AT_MOST
    }

    static Reading asRun(String id, String condition, DpEvent event, Adjacency adjacency) {
        return new Reading(id, condition, event, adjacency, Fit.AS_RUN);
    }

    static Reading atMost(String id, String condition, DpEvent event, Adjacency adjacency) {
        return new Reading(id, condition, event, adjacency, Fit.AT_MOST);
    }
}
