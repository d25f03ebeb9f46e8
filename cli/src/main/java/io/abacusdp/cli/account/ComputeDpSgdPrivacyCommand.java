package io.abacusdp.cli.account;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.output.Timed;
import io.abacusdp.cli.output.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the same name in Opacus: same flags, same steps, same orders, same conversion. */
@Command(
        name = "compute-dp-sgd-privacy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Epsilon of DP-SGD by Rényi accounting, with the flags of Opacus' script.",
        footer = {"", "Example:", "  abacus compute-dp-sgd-privacy -r 0.01 -n 1.0 -e 3 -d 1e-5 -a 2 5 10 20 100"})
public final class ComputeDpSgdPrivacyCommand implements Runnable {
    @Option(
            names = {"-r", "--sample-rate"},
            paramLabel = "RATE",
            required = true,
            converter = NumberConverters.Rate.class,
            description = "Probability of an example to be in a batch, in (0, 1].")
    private double rate;

    @Option(
            names = {"-n", "--noise-multiplier"},
            paramLabel = "NOISE",
            required = true,
            converter = NumberConverters.Noise.class,
            description = "Noise multiplier, above 0.")
    private double noiseMultiplier;

    @Option(
            names = {"-e", "--epochs"},
            paramLabel = "EPOCHS",
            required = true,
            converter = NumberConverters.Count.class,
            description = "Number of epochs, each of 1/RATE steps, rounded up.")
    private long epochs;

    @Option(
            names = {"-d", "--delta"},
            paramLabel = "DELTA",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta, in [0, 1). Default: ${DEFAULT-VALUE}.")
    private double delta;

    @Option(
            names = {"-a", "--alphas"},
            paramLabel = "ORDER",
            arity = "1..*",
            converter = NumberConverters.Order.class,
            description = "Rényi orders. Default: 1.1 to 10.9 by 0.1, and 12 to 63.")
    private List<Double> orders = new ArrayList<>();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        Schedule schedule = new Schedule(rate, steps(), epochs);
        RdpAccountant accountant = new RdpAccountant(grid(), Conversion.BALLE);
        DpEvent event = schedule.sampledGaussian(noiseMultiplier);
        Timed<Guarantee> found = Timed.once(() -> accountant.epsilon(event, Adjacency.ADD_OR_REMOVE_ONE, delta));
        if (!output.isJson()) {
            output.line(
                    "DP-SGD of %d steps at sampling rate %s and noise multiplier %s is (epsilon, delta)-private with"
                            .formatted(schedule.steps(), SafeFigures.exact(rate), SafeFigures.exact(noiseMultiplier)));
        }
        output.printEpsilon(event, found);
    }

    private long steps() {
        // In doubles, as the original: other roundings would be other numbers of steps.
        double steps = epochs * Math.ceil(1 / rate);
        if (!(steps <= 0x1p53)) {
            throw new UsageException("--epochs over --sample-rate must make at most 2^53 steps, got " + steps);
        }
        return (long) steps;
    }

    private Orders grid() {
        return orders.isEmpty()
                ? Orders.of(DoubleStream.concat(
                                IntStream.range(11, 110).mapToDouble(tenths -> tenths / 10.0),
                                IntStream.range(12, 64).asDoubleStream())
                        .toArray())
                : Orders.of(orders.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
