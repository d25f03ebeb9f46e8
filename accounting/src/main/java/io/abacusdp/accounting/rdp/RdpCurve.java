package io.abacusdp.accounting.rdp;

/**
 * Upper bound on the Rényi divergence between the outputs on neighbouring data, in both directions, as a function of the
 * order.
 *
 * <p>What is bounded, ε(α), does not decrease with α, and (α − 1)·ε(α) is convex. Implementations are immutable.
 */
@FunctionalInterface
public interface RdpCurve {
    /**
     * The bound at an order, possibly infinite, never NaN.
     *
     * @param order finite, above 1
     */
    double at(double order);

    /** Returns the order if it is finite and above 1, and refuses every other value. */
    static double checkOrder(double order) {
        if (order > 1 && order < Double.POSITIVE_INFINITY) {
            return order;
        }
        throw new IllegalArgumentException("a Rényi order must be finite and above 1, got " + order);
    }
}
