package io.abacusdp.cli.option;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What matters to Rényi accounting only. */
public final class RenyiOptions {
    @Option(
            names = "--orders",
            paramLabel = "ORDERS",
            converter = OrdersConverter.class,
            description = "Rényi orders: continuous, classic (1.1..10.9:0.1,11..63), or a list of orders and ranges"
                    + " such as 2..32. Default: continuous.")
    private @Nullable Orders orders;

    @Option(
            names = "--conversion",
            paramLabel = "NAME",
            converter = NameConverters.ConversionNames.class,
            completionCandidates = NameConverters.ConversionNames.class,
            description = "From Rényi to (epsilon, delta): ${COMPLETION-CANDIDATES}. Default: optimal.")
    private @Nullable Conversion conversion;

    public boolean given() {
        return orders != null || conversion != null;
    }

    /** The accountant of that name, Rényi accounting with these options. */
    public Accountant accountant(String name) {
        return Accountants.named(
                name,
                orders == null ? Orders.continuous() : orders,
                conversion == null ? Conversion.OPTIMAL : conversion);
    }
}
