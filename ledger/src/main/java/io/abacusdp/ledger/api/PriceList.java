package io.abacusdp.ledger.api;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.cache.BoundedCache;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Prices by this version's accounting, the most used of them remembered. Safe for use by several threads. */
final class PriceList {
    private static final int MAX_PRICES = 10_000;

    private record Key(DpEvent event, Adjacency adjacency) {}

    private final BoundedCache<Key, FutureTask<Price>> known = new BoundedCache<>(MAX_PRICES);

    /** The price, worked out by the first thread that asks for it while others wait. */
    Price of(DpEvent event, Adjacency adjacency) {
        Key key = new Key(event, adjacency);
        FutureTask<Price> price =
                known.computeIfAbsent(key, none -> new FutureTask<>(() -> Price.of(event, adjacency)));
        price.run();
        try {
            return price.get();
        } catch (ExecutionException e) {
            known.remove(key, price);
            if (e.getCause() instanceof RuntimeException refusal) {
                throw refusal;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an event was priced", e);
        }
    }
}
