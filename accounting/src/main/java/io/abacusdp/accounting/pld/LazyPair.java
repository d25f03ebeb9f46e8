package io.abacusdp.accounting.pld;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pair that takes time to find, found when it is first needed. Safe for use by many threads. */
final class LazyPair implements LossPair {
    private final Supplier<LossPair> source;
    private @Nullable LossPair found;

    LazyPair(Supplier<LossPair> source) {
        this.source = source;
    }

    private synchronized LossPair pair() {
        LossPair pair = found;
        if (pair == null) {
            pair = source.get();
            found = pair;
        }
        return pair;
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        return pair().cells(origin, step, tail, low, high);
    }

    @Override
    public double[] origins(double step, double tail) {
        return pair().origins(step, tail);
    }

    @Override
    public boolean needsZero() {
        return pair().needsZero();
    }

    @Override
    public Sketch sketch(double tail) {
        return pair().sketch(tail);
    }

    @Override
    public double supremum() {
        return pair().supremum();
    }

    @Override
    public double infimum() {
        return pair().infimum();
    }
}
