package io.abacusdp.accounting.event;

import java.util.List;

/**
 * Any mechanism whose Rényi divergence is at most values[i] at orders[i], in both directions, under the adjacency of the
 * query.
 *
 * @param orders at least one, above 1, strictly increasing
 * @param values one for each order, not negative
 */
public record GivenRdp(List<Double> orders, List<Double> values) implements DpEvent {
    public GivenRdp {
        orders = Require.list("orders", orders);
        values = Require.list("values", values);
        Require.that(!orders.isEmpty(), "orders", "must hold at least one order, got none");
        Require.that(
                orders.size() == values.size(),
                "values",
                "must hold one value for each of the %d orders, got %d".formatted(orders.size(), values.size()));
        for (int i = 0; i < orders.size(); i++) {
            double order = orders.get(i);
            Require.that(
                    order > 1 && order < Double.POSITIVE_INFINITY,
                    "orders[" + i + "]",
                    "must be finite and above 1, got " + order);
            Require.that(
                    i == 0 || order > orders.get(i - 1),
                    "orders[" + i + "]",
                    "must be above the order before it, got " + order);
            Require.nonNegative("values[" + i + "]", values.get(i));
        }
    }
}
