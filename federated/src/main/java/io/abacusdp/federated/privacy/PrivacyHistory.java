package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that rounds have cost: events for each client's records, and events for clients as a whole. Events are kept, and never
 * only epsilons, so that better accounting can price them again. Mutable, for use by one thread.
 */
public final class PrivacyHistory {
    private final TreeMap<String, EventCounts> records = new TreeMap<>();
    private EventCounts released = new EventCounts();
    private final TreeMap<String, EventCounts> participants = new TreeMap<>();

    public PrivacyHistory() {}

    /** The same history, to go on from apart. */
    public PrivacyHistory copy() {
        PrivacyHistory copy = new PrivacyHistory();
        records.forEach((client, events) -> copy.records.put(client, new EventCounts(events)));
        participants.forEach((client, events) -> copy.participants.put(client, new EventCounts(events)));
        copy.released = new EventCounts(released);
        return copy;
    }

    public void add(RoundCharge charge) {
        add(charge, 1);
    }

    /** Takes a cost so many times. */
    public void add(RoundCharge charge, long times) {
        if (times < 1) {
            throw new IllegalArgumentException("a cost must be taken at least once, got " + times);
        }
        charge.records().forEach((client, event) -> of(records, client).add(event, times));
        charge.released().ifPresent(event -> released.add(event, times));
        charge.participants()
                .forEach((client, event) -> of(participants, client).add(event, times));
    }

    private static EventCounts of(Map<String, EventCounts> byClient, String client) {
        return byClient.computeIfAbsent(client, none -> new EventCounts());
    }

    /** A cost for the records of a client. */
    public void addRecord(String client, DpEvent event) {
        of(records, client).add(event, 1);
    }

    /** A cost for every client. */
    public void addReleased(DpEvent event) {
        released.add(event, 1);
    }

    /** A cost for a client in the eyes of one who knows that it took part. */
    public void addParticipation(String client, DpEvent event) {
        of(participants, client).add(event, 1);
    }

    /** Takes a round of a client that trains by itself. */
    public void record(String client, RoundRecord round) {
        round.sample().ifPresent(event -> addRecord(client, event));
        round.user().ifPresent(this::addReleased);
    }

    /** Clients whose records have cost something. */
    public Set<String> clients() {
        return Collections.unmodifiableSet(records.keySet());
    }

    /** Clients that are known to have taken part. */
    public Set<String> participants() {
        return Collections.unmodifiableSet(participants.keySet());
    }

    /** What the records of a client have cost. */
    public DpEvent records(String client) {
        return events(records, client).toEvent();
    }

    public List<DpEvent> recordEvents(String client) {
        return events(records, client).toList();
    }

    /** What the released models have cost every client; none if nothing was charged. */
    public Optional<DpEvent> released() {
        return released.total() == 0 ? Optional.empty() : Optional.of(released.toEvent());
    }

    public List<DpEvent> releasedEvents() {
        return released.toList();
    }

    /** What taking part has cost a client in the eyes of one who knows of it. */
    public DpEvent participations(String client) {
        return events(participants, client).toEvent();
    }

    public List<DpEvent> participationEvents(String client) {
        return events(participants, client).toList();
    }

    /** How often a client was charged, for its records or for taking part. */
    public long charges(String client) {
        return Math.max(
                events(records, client).total(), events(participants, client).total());
    }

    private static EventCounts events(Map<String, EventCounts> byClient, String client) {
        return byClient.getOrDefault(client, new EventCounts());
    }
}
