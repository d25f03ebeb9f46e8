package io.abacusdp.cli;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command of the same name in prv_accountant: same flags, one line an accountant. */
@Command(
        name = "compute-dp-epsilon",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Epsilon of DP-SGD by every accountant, with the flags of prv_accountant's script.",
        footer = {"", "Example:", "  abacus compute-dp-epsilon -p 5e-3 -s 0.8 -i 1000 -d 1e-6"})
final class ComputeDpEpsilonCommand implements Runnable {
    @Option(
            names = {"-p", "--sampling-probability"},
            paramLabel = "RATE",
            required = true,
            converter = Numbers.Rate.class,
            description = "Probability of a record to be in a batch, in (0, 1].")
    private double rate;

    @Option(
            names = {"-s", "--noise-multiplier"},
            paramLabel = "NOISE",
            required = true,
            converter = Numbers.Noise.class,
            description = "Noise multiplier, above 0.")
    private double noiseMultiplier;

    @Option(
            names = {"-i", "--iterations", "--num-compositions"},
            paramLabel = "STEPS",
            required = true,
            converter = Numbers.Count.class,
            description = "Number of steps.")
    private long steps;

    @Option(
            names = {"-d", "--delta"},
            paramLabel = "DELTA",
            required = true,
            converter = Numbers.Delta.class,
            description = "Delta, in [0, 1).")
    private double delta;

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        Survey survey = Survey.epsilon(
                new RenyiOptions(),
                new Schedule(rate, steps, steps).sampledGaussian(noiseMultiplier),
                Adjacency.ADD_OR_REMOVE_ONE,
                delta);
        for (Timed<Guarantee> found : survey.guarantees()) {
            if (output.isJson()) {
                output.print(found.map(Answer::epsilon));
            } else {
                output.line(text(found.result()));
            }
        }
    }

    private String text(Guarantee guarantee) {
        String lower =
                guarantee.lower().isPresent() ? output.down(guarantee.lower().getAsDouble()) : "unknown";
        return "%s: eps_lower = %s, eps_upper = %s"
                .formatted(guarantee.accountant(), lower, output.up(guarantee.epsilon()));
    }
}
