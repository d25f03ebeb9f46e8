package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.exact.SlowDecayException;
import java.util.function.Supplier;

/** A curve by contour integration as far as that converges, and by another method where it does not. */
final class HandOver implements Side {
    private final Side first;
    private final Supplier<Side> second;

    HandOver(Side first, Supplier<Side> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public Line at(double falsePositiveRate) {
        try {
            return first.at(falsePositiveRate);
        } catch (SlowDecayException slow) {
            return second.get().at(falsePositiveRate);
        }
    }

    @Override
    public double delta(double epsilon) {
        try {
            return first.delta(epsilon);
        } catch (SlowDecayException slow) {
            return second.get().delta(epsilon);
        }
    }
}
