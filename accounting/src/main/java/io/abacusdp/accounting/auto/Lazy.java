package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.UnsupportedEventException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value computed when it is first asked for, once, or the refusal that this met with. Safe for use by many threads. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> source;
    private @Nullable T value;
    private @Nullable UnsupportedEventException refusal;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public synchronized T get() {
        UnsupportedEventException refused = refusal;
        if (refused != null) {
            throw refused;
        }
        T known = value;
        if (known == null) {
            try {
                known = source.get();
            } catch (UnsupportedEventException first) {
                refusal = first;
                throw first;
            }
            value = known;
        }
        return known;
    }
}
