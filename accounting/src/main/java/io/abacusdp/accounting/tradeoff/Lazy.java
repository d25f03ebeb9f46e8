package io.abacusdp.accounting.tradeoff;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value computed when it is first asked for, once. Safe for use by many threads. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public synchronized T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
