package io.abacusdp.ledger;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.core.Price;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prices by this version's accounting, the most used of them remembered. Safe for use by several threads. */
final class PriceList {
    private static final int MOST = 10_000;

    private record Key(DpEvent event, Adjacency adjacency) {}

    private final Map<Key, Price> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Price> eldest) {
            return size() > MOST;
        }
    };

    Price of(DpEvent event, Adjacency adjacency) {
        Key key = new Key(event, adjacency);
        synchronized (known) {
            Price price = known.get(key);
            if (price != null) {
                return price;
            }
        }
        // Computed without the lock, as it takes a while; twice, if two threads ask at the same time.
        Price price = Price.of(event, adjacency);
        synchronized (known) {
            known.put(key, price);
        }
        return price;
    }
}
