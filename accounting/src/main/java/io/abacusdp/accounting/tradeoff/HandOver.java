package io.abacusdp.accounting.tradeoff;

import io.abacusdp.accounting.exact.SlowDecayException;
import java.util.List;
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
    public List<Line> near(double[] falsePositiveRates) {
        try {
            return first.near(falsePositiveRates);
        } catch (SlowDecayException slow) {
            return second.get().near(falsePositiveRates);
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

    @Override
    public boolean isDeltaAtMost(double epsilon, double bound) {
        try {
            return first.isDeltaAtMost(epsilon, bound);
        } catch (SlowDecayException slow) {
            return second.get().isDeltaAtMost(epsilon, bound);
        }
    }
}
