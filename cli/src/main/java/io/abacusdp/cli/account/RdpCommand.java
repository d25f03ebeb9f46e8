package io.abacusdp.cli.account;

import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.cli.option.AdjacencyOption;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.DivergenceOrders;
import io.abacusdp.cli.option.RunOptions;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.Timed;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The Rényi divergence of a run. */
@Command(
        name = "rdp",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "The Rényi divergence of a run, at one order or several.",
            "With --format json, one answer a line for each order."
        },
        footer = {"", "Example:", "  abacus rdp --noise-multiplier 1.5 --sampling-rate 0.04 --steps 2250 --orders 2..8"
        })
public final class RdpCommand implements Runnable {
    @Mixin
    private RunOptions run = new RunOptions();

    @Option(
            names = {"--orders", "--order"},
            paramLabel = "ORDERS",
            required = true,
            converter = DivergenceOrders.Converter.class,
            description = {
                "Rényi orders: classic, or a list of orders and ranges such as 2..32. At 1 it is the",
                "Kullback-Leibler divergence, and at Infinity the largest loss."
            })
    private DivergenceOrders orders = new DivergenceOrders(List.of());

    @Mixin
    private AdjacencyOption adjacency = new AdjacencyOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        DpEvent event = run.event(output);
        RdpAccountant accountant = new RdpAccountant();
        // Refusals come before the first line of output.
        accountant.curve(event, adjacency.value());
        if (!output.isJson()) {
            output.line("order rdp");
        }
        for (double order : orders.values()) {
            Timed<Answer> answer = Timed.once(() -> Answer.rdp(
                            order,
                            accountant.divergence(event, adjacency.value(), order),
                            adjacency.value(),
                            accountant.name())
                    .about(event));
            if (output.isJson()) {
                output.print(answer);
            } else {
                output.line(SafeFigures.exact(order) + " "
                        + output.up(answer.result().value().doubleValue()));
            }
        }
    }
}
