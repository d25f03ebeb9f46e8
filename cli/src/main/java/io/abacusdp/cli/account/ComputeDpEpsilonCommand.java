package io.abacusdp.cli.account;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.RenyiOptions;
import io.abacusdp.cli.option.Schedule;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.Timed;
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
public final class ComputeDpEpsilonCommand implements Runnable {
    @Option(
            names = {"-p", "--sampling-probability"},
            paramLabel = "RATE",
            required = true,
            converter = NumberConverters.Rate.class,
            description = "Probability of a record to be in a batch, in (0, 1].")
    private double rate;

    @Option(
            names = {"-s", "--noise-multiplier"},
            paramLabel = "NOISE",
            required = true,
            converter = NumberConverters.Noise.class,
            description = "Noise multiplier, above 0.")
    private double noiseMultiplier;

    @Option(
            names = {"-i", "--iterations", "--num-compositions"},
            paramLabel = "STEPS",
            required = true,
            converter = NumberConverters.Count.class,
            description = "Number of steps.")
    private long steps;

    @Option(
            names = {"-d", "--delta"},
            paramLabel = "DELTA",
            required = true,
            converter = NumberConverters.Delta.class,
            description = "Delta, in [0, 1).")
    private double delta;

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        DpEvent event = new Schedule(rate, steps, steps).sampledGaussian(noiseMultiplier);
        AccountantSurvey survey =
                AccountantSurvey.epsilon(new RenyiOptions(), event, Adjacency.ADD_OR_REMOVE_ONE, delta);
        for (Timed<Guarantee> found : survey.guarantees()) {
            if (output.isJson()) {
                output.print(found.map(result -> Answer.epsilon(result).about(event)));
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
