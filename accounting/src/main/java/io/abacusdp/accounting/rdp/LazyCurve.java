package io.abacusdp.accounting.rdp;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A curve that is made ready when it is first asked: that there is a rule for an event is known without its nodes and tables.
 * Safe for use by many threads.
 */
final class LazyCurve implements RdpCurve {
    private final Supplier<RdpCurve> source;
    private volatile @Nullable RdpCurve curve;

    LazyCurve(Supplier<RdpCurve> source) {
        this.source = source;
    }

    @Override
    public double at(double order) {
        RdpCurve ready = curve;
        if (ready == null) {
            // Made twice by two threads at the same time, it is the same curve.
            ready = source.get();
            curve = ready;
        }
        return ready.at(order);
    }
}
