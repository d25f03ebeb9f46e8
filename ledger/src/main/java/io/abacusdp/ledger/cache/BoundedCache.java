package io.abacusdp.ledger.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Remembers up to so many values; a further one drives out the one that was not used for the longest time. Safe for use by
 * several threads, each call by itself: who gets and then puts needs a lock of its own.
 */
public final class BoundedCache<K, V> {
    private final Map<K, V> values;

    /** A cache of at most so many values, at least 1. */
    public BoundedCache(int maxSize) {
        if (maxSize < 1) {
            throw new IllegalArgumentException("maxSize must be at least 1, got " + maxSize);
        }
        this.values = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxSize;
            }
        };
    }

    /** The value, if it is remembered. */
    public synchronized Optional<V> get(K key) {
        return Optional.ofNullable(values.get(key));
    }

    /** The value, made at once if there is none; nothing is remembered if that throws. Others wait, so it must be quick. */
    public synchronized V computeIfAbsent(K key, Function<K, V> making) {
        return values.computeIfAbsent(key, making);
    }

    public synchronized void put(K key, V value) {
        values.put(key, value);
    }

    /** Forgets the value, unless another has taken its place. */
    public synchronized void remove(K key, V value) {
        values.remove(key, value);
    }
}
