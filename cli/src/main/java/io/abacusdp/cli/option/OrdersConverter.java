package io.abacusdp.cli.option;

import io.abacusdp.accounting.rdp.Orders;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Orders as text: {@code continuous}, {@code classic}, or a list of orders and ranges, {@code 1.1..10.9:0.1,11..63}. */
final class OrdersConverter implements ITypeConverter<Orders> {
    static final String CONTINUOUS = "continuous";
    static final String CLASSIC = "classic";

    private static final int MOST_ORDERS = 10_000;
    private static final String RANGE = "..";

    @Override
    public Orders convert(String text) {
        return switch (text) {
            case CONTINUOUS -> Orders.continuous();
            case CLASSIC -> Orders.classicGrid();
            default -> list(text);
        };
    }

    private static Orders list(String text) {
        List<Double> orders = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf(RANGE);
            if (dots < 0) {
                orders.add(order(part));
            } else {
                addRange(part, dots, orders);
            }
        }
        return Orders.of(orders.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** In decimal, so that 1.1..10.9:0.1 meets 1.3 and 10.9 exactly. */
    private static void addRange(String part, int dots, List<Double> orders) {
        int colon = part.indexOf(':', dots);
        String end = part.substring(dots + RANGE.length(), colon < 0 ? part.length() : colon);
        String step = colon < 0 ? "1" : part.substring(colon + 1);
        order(part.substring(0, dots));
        order(end);
        NumberConverters.number(step, "a range of orders with a step above 0", value -> value > 0);
        BigDecimal first = new BigDecimal(part.substring(0, dots));
        BigDecimal last = new BigDecimal(end);
        BigDecimal by = new BigDecimal(step);
        if (first.compareTo(last) > 0) {
            throw new TypeConversionException("must be ranges of orders that rise, got " + part);
        }
        for (BigDecimal order = first; order.compareTo(last) <= 0; order = order.add(by)) {
            if (orders.size() == MOST_ORDERS) {
                throw new TypeConversionException("must be at most %d orders, got more".formatted(MOST_ORDERS));
            }
            orders.add(order.doubleValue());
        }
    }

    private static double order(String text) {
        return NumberConverters.number(
                text,
                "%s, %s, or orders above 1 such as 2..32 or 1.1..10.9:0.1,11,12".formatted(CONTINUOUS, CLASSIC),
                value -> value > 1 && value < Double.POSITIVE_INFINITY);
    }
}
