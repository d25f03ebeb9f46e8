package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.event.GivenRdp;
import java.util.Arrays;

/**
 * A curve known at some orders only.
 *
 * <p>Formula: between the given orders the chord of the convex (α − 1)·ε(α); below the first its value, as ε does not
 * decrease; above the last nothing is known: infinite.
 */
final class GivenCurve implements RdpCurve {
    private final double[] orders;
    private final double[] values;

    private GivenCurve(double[] orders, double[] values) {
        this.orders = orders;
        this.values = values;
    }

    static GivenCurve of(GivenRdp event) {
        return new GivenCurve(
                event.orders().stream().mapToDouble(Double::doubleValue).toArray(),
                event.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    @Override
    public double at(double order) {
        int found = Arrays.binarySearch(orders, order);
        if (found >= 0) {
            return values[found];
        }
        int right = -found - 1;
        if (right == orders.length) {
            return Double.POSITIVE_INFINITY;
        }
        if (right == 0) {
            return values[0];
        }
        double share = (order - orders[right - 1]) / (orders[right] - orders[right - 1]);
        double below = (orders[right - 1] - 1) * values[right - 1];
        double above = (orders[right] - 1) * values[right];
        return ((1 - share) * below + share * above) / (order - 1) * (1 + 1e-14);
    }
}
