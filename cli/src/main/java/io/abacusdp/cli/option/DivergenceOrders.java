package io.abacusdp.cli.option;

import io.abacusdp.accounting.rdp.Orders;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Orders at which a divergence is asked: as {@link OrdersConverter} has them, and the limits 1 and Infinity, at which nothing is converted.
 *
 * @param values in rising order
 */
public record DivergenceOrders(List<Double> values) {
    private static final String LEAST = "1";
    private static final String GREATEST = "Infinity";

    public DivergenceOrders {
        values = List.copyOf(values);
    }

    /** From text such as {@code 1,2..32,Infinity}. */
    public static final class Converter implements ITypeConverter<DivergenceOrders> {
        @Override
        public DivergenceOrders convert(String text) {
            List<Double> values = new ArrayList<>();
            List<String> between = new ArrayList<>(List.of(text.split(",", -1)));
            if (between.removeIf(LEAST::equals)) {
                values.add(1.0);
            }
            boolean infinite = between.removeIf(GREATEST::equals);
            if (!between.isEmpty()) {
                Orders orders = new OrdersConverter().convert(String.join(",", between));
                if (orders.isContinuous()) {
                    throw new TypeConversionException("must be classic or a list of orders, got continuous");
                }
                for (double order : orders.grid()) {
                    values.add(order);
                }
            }
            if (infinite) {
                values.add(Double.POSITIVE_INFINITY);
            }
            return new DivergenceOrders(values);
        }
    }
}
