package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.privacy.RoundNoise;
import io.abacusdp.federated.privacy.RoundRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Noise for a number of rounds. */
@Command(
        name = "noise",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The least noise multiplier with which all rounds together stay within (epsilon, delta).",
        footer = {
            "",
            "Example:",
            "  abacus federated noise --epsilon 8 --delta 1e-5 --sampling-rate 0.1 \\",
            "      --steps-per-round 100 --rounds 10"
        })
final class FederatedNoiseCommand implements Runnable {
    @Option(
            names = "--epsilon",
            paramLabel = "E",
            required = true,
            converter = NumberConverters.Noise.class,
            description = "Epsilon that all rounds may cost.")
    private double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta at which it holds. Default: 1e-5.")
    private double delta;

    @Option(
            names = "--sampling-rate",
            paramLabel = "Q",
            required = true,
            converter = NumberConverters.Rate.class,
            description = "Probability of a record to be in a step.")
    private double rate;

    @Option(
            names = "--steps-per-round",
            paramLabel = "N",
            required = true,
            converter = NumberConverters.Count.class,
            description = "Local steps of a round.")
    private long steps;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            required = true,
            converter = NumberConverters.Count.class,
            description = "Number of rounds.")
    private long rounds;

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        if (!((double) steps * rounds <= NumberConverters.MAX_COUNT)) {
            throw new UsageException("--steps-per-round times --rounds must be at most 2^53 steps");
        }
        double noise = RoundNoise.multiplier(epsilon, delta, rate, steps, rounds);
        RoundRecord all = new RoundRecord(1, noise, rate, steps * rounds, 0, 0, 0);
        Guarantee guarantee =
                AutoAccountant.best().epsilon(all.sample().orElseThrow(), Adjacency.ADD_OR_REMOVE_ONE, delta);
        if (output.isJson()) {
            output.line(JsonNodeFactory.instance
                    .objectNode()
                    .put("noise_multiplier", noise)
                    .put("epsilon", guarantee.epsilon())
                    .put("delta", delta)
                    .put("accountant", guarantee.accountant())
                    .toString());
        } else {
            output.line("noise_multiplier " + output.up(noise));
            output.line("epsilon " + output.up(guarantee.epsilon()));
            output.line("delta " + SafeFigures.exact(delta));
            output.line("accountant " + guarantee.accountant());
        }
    }
}
