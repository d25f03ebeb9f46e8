package io.abacusdp.accounting.filter;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A limit on the Rényi divergence at each of some orders, all of which hold at once. With one order this is the Rényi filter
 * of Feldman and Zrnic 2021 (arXiv:2008.11193, theorem 4.3), and each order is one by itself. A release with a failure
 * probability apart from its curve is not admitted.
 *
 * @param orders within the range of {@link RenyiCost#orders()}, rising
 * @param values limit at each order, finite and above 0
 */
public record CurveLimit(List<Double> orders, List<Double> values) implements Limit {
    public CurveLimit {
        orders = List.copyOf(orders);
        values = List.copyOf(values);
        if (orders.isEmpty() || orders.size() != values.size()) {
            throw new IllegalArgumentException("a curve must have as many values as orders, and at least one, got "
                    + orders.size() + " orders and " + values.size() + " values");
        }
        for (int i = 0; i < orders.size(); i++) {
            // Refuses an order beyond the grid, and NaN.
            RenyiCost.ZERO.rdpAt(orders.get(i));
            if (i > 0 && !(orders.get(i) > orders.get(i - 1))) {
                throw new IllegalArgumentException("orders must rise, got " + orders);
            }
            if (!(values.get(i) > 0 && values.get(i) < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("values must be finite and above 0, got " + values.get(i));
            }
        }
    }

    @Override
    public boolean admits(RenyiCost total) {
        for (int i = 0; i < orders.size(); i++) {
            if (!(total.rdpAt(orders.get(i)) <= values.get(i))) {
                return false;
            }
        }
        return total.deltaApart() == 0;
    }

    @Override
    public Binding binding(RenyiCost total) {
        int nearest = 0;
        for (int i = 1; i < orders.size(); i++) {
            if (share(total, i) > share(total, nearest)) {
                nearest = i;
            }
        }
        double order = orders.get(nearest);
        double used = total.deltaApart() == 0 ? total.rdpAt(order) : Double.POSITIVE_INFINITY;
        return new Binding("rdp", used, values.get(nearest), OptionalDouble.of(order));
    }

    private double share(RenyiCost total, int i) {
        return total.rdpAt(orders.get(i)) / values.get(i);
    }
}
