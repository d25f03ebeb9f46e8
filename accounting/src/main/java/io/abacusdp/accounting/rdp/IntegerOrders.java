package io.abacusdp.accounting.rdp;

import java.util.function.DoubleUnaryOperator;

/**
 * Bounds that are proven at integer orders only, carried to all orders.
 *
 * <p>Formula: (α − 1)·ε(α) is convex in α and 0 at α = 1 (it is the logarithm of a moment), so between integers it is at
 * most its chord, and between 1 and 2 the chord says ε(α) ≤ ε(2).
 *
 * <p>Source: van Erven, Harremoës 2014, arXiv:1206.2459, corollary 2.
 */
final class IntegerOrders {
    private static final double RAISED = 1 + 1e-15;

    private IntegerOrders() {}

    /** The curve through the bounds at integers. */
    static RdpCurve interpolated(DoubleUnaryOperator atInteger) {
        return order -> {
            double below = Math.floor(order);
            if (order == below) {
                return atInteger.applyAsDouble(order);
            }
            if (below == 1) {
                return atInteger.applyAsDouble(2);
            }
            double share = order - below;
            double left = (below - 1) * atInteger.applyAsDouble(below);
            double right = below * atInteger.applyAsDouble(below + 1);
            return ((1 - share) * left + share * right) / (order - 1) * RAISED;
        };
    }
}
