package io.abacusdp.federated.privacy;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one attempt at a round costs.
 *
 * @param records by client: the cost for each record of it
 * @param released the cost of the released model for each client, whether it was asked or not; amplified if clients are
 *     sampled, hence for those who do not know who was
 * @param participants by client: the cost for it in the eyes of one who knows that it was asked
 */
public record RoundCharge(Map<String, DpEvent> records, Optional<DpEvent> released, Map<String, DpEvent> participants) {
    public RoundCharge {
        records = Collections.unmodifiableMap(new TreeMap<>(records));
        participants = Collections.unmodifiableMap(new TreeMap<>(participants));
    }

    /** Those whom it costs something, for their records or for taking part. */
    public Set<String> clients() {
        Set<String> clients = new TreeSet<>(records.keySet());
        clients.addAll(participants.keySet());
        return clients;
    }

    /** The cost of one client that was asked once more than it was reserved for. */
    public RoundCharge onceMoreFor(String client) {
        return new RoundCharge(only(records, client), Optional.empty(), only(participants, client));
    }

    /** The cost of one release more than was reserved, apart from those of its clients. */
    public RoundCharge oneReleaseMore() {
        return new RoundCharge(Map.of(), released, Map.of());
    }

    private static Map<String, DpEvent> only(Map<String, DpEvent> all, String client) {
        DpEvent event = all.get(client);
        return event == null ? Map.of() : Map.of(client, event);
    }
}
