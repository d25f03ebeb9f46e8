package io.abacusdp.ledger.api.data;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.CanonicalJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What an event costs under an adjacency. A price is recorded when it is first used and holds for this ledger from then on, so
 * that a replay on another machine, or with a later version, adds up the same numbers.
 *
 * @param id SHA-256 of event and adjacency
 * @param event what is priced
 * @param adjacency under which
 * @param cost what the filters go by
 * @param terms the event in canonical form, for exact accounting of what was run
 */
public record Price(String id, DpEvent event, Adjacency adjacency, RenyiCost cost, List<Term> terms) {
    /**
     * One elementary event of a canonical form.
     *
     * @param id SHA-256 of the event
     * @param count how often it is run, at least 1
     */
    public record Term(String id, long count, DpEvent event) {
        /** The greatest count that is told from greater ones. */
        public static final long MAX_COUNT = 1L << 61;

        public Term {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(event, "event");
        }

        /** The sum of two counts, at most 2^61: so much is beyond every exact accountant, and cannot overflow. */
        public static long sumOfCounts(long a, long b) {
            return Math.min(MAX_COUNT, Math.min(MAX_COUNT, a) + Math.min(MAX_COUNT, b));
        }

        /** The term of an elementary event. */
        public static Term of(long count, DpEvent event) {
            return new Term(CanonicalJson.sha256(CanonicalJson.text(EventJson.toNode(event))), count, event);
        }
    }

    public Price {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(adjacency, "adjacency");
        Objects.requireNonNull(cost, "cost");
        terms = List.copyOf(terms);
    }

    /**
     * The price by this version's accounting. Takes up to some milliseconds.
     *
     * @throws io.abacusdp.accounting.UnsupportedEventException if no bound is known for a part of the event
     */
    public static Price of(DpEvent asked, Adjacency adjacency) {
        // The journal is canonical JSON, which knows no minus zero: what is priced must be what a replay will read.
        DpEvent event = EventJson.read(CanonicalJson.text(EventJson.toNode(asked)));
        List<Term> terms = new ArrayList<>();
        Composition.of(event).terms().forEach((term, count) -> terms.add(Term.of(count, term)));
        RenyiCost cost = RenyiCost.of(event, adjacency);
        return new Price(
                idOf(event, adjacency), event, adjacency, terms.isEmpty() ? cost : atLeastOneUnit(cost), terms);
    }

    /** A price as it was recorded. */
    public static Price recorded(DpEvent event, Adjacency adjacency, RenyiCost cost, List<Term> terms) {
        return new Price(idOf(event, adjacency), event, adjacency, cost, terms);
    }

    /**
     * The cost with at least one unit of divergence at every order: what released something has cost something, however small
     * a double says that it is. The probability of failure may be 0.
     */
    private static RenyiCost atLeastOneUnit(RenyiCost cost) {
        long[] units = cost.units();
        for (int i = 0; i <= RenyiCost.orders().length; i++) {
            units[i] = Math.max(1, units[i]);
        }
        return RenyiCost.ofUnits(units);
    }

    private static String idOf(DpEvent event, Adjacency adjacency) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("adjacency", adjacency.id());
        node.set("event", EventJson.toNode(event));
        return CanonicalJson.sha256(CanonicalJson.text(node));
    }
}
