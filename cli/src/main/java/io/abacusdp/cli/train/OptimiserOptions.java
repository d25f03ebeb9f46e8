package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.trainer.OptimiserChoice;
import io.abacusdp.training.trainer.TrainingConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How noisy gradients move the model. All of it is public or post-processing, and costs no privacy. */
final class OptimiserOptions {
    private static final double MOMENTUM = 0.9;
    private static final double ADAMW_DECAY = 0.01;
    private static final List<String> DECAYS = List.of("none", "linear", "cosine");
    private static final List<String> OPTIMISERS = List.of("sgd", "momentum", "adam", "adamw");

    @Option(
            names = "--optimiser",
            paramLabel = "NAME",
            description = "sgd, momentum, adam or adamw. Default: as suits the data.")
    private @Nullable String optimiser;

    @Option(
            names = "--momentum",
            paramLabel = "M",
            converter = NumberConverters.Delta.class,
            description = "Share of the velocity that momentum keeps, in [0, 1). Default: 0.9.")
    private @Nullable Double momentum;

    @Option(
            names = "--betas",
            paramLabel = "B1,B2",
            split = ",",
            arity = "1",
            converter = NumberConverters.Delta.class,
            description = "Shares of mean and mean square that adam and adamw keep, in [0, 1). Default: 0.9,0.999.")
    private @Nullable List<Double> betas;

    @Option(
            names = "--weight-decay",
            paramLabel = "L",
            converter = NumberConverters.Noise.class,
            description = {
                "Shrink the parameters by L times the learning rate at each step, before it (decoupled, as AdamW has it).",
                "Default: none; for adamw 0.01."
            })
    private @Nullable Double weightDecay;

    @Option(
            names = "--learning-rate",
            paramLabel = "R",
            converter = NumberConverters.Noise.class,
            description = "Learning rate. Default: as suits the data.")
    private @Nullable Double learningRate;

    @Option(
            names = "--decay",
            paramLabel = "NAME",
            description = {
                "How the learning rate falls to 0 at the end: none, linear or cosine. Default: as suits the data if",
                "the learning rate is not given either, otherwise none."
            })
    private @Nullable String decay;

    @Option(
            names = "--warm-up",
            paramLabel = "STEPS",
            converter = NumberConverters.Size.class,
            description = "Let the learning rate rise from 0 over the first steps. Default: none.")
    private @Nullable Integer warmUp;

    @Option(
            names = "--average",
            paramLabel = "D",
            converter = NumberConverters.Delta.class,
            description = {
                "Release a running average of the model over the steps, which keeps D of itself at each, in [0, 1).",
                "Default: as suits the data; 0 for none."
            })
    private @Nullable Double average;

    /** Adds these settings to those of a run of so many steps. */
    void addTo(TrainingConfig.Builder builder, TrainingRecipe recipe, long steps) {
        builder.optimiser(optimiser(recipe)).learningRate(rate(recipe, steps));
        double kept = average == null ? recipe.average() : average;
        if (kept > 0) {
            builder.averaging(kept);
        }
    }

    private Schedule rate(TrainingRecipe recipe, long steps) {
        Schedule schedule = learningRate == null
                ? decaying(recipe.learningRate(), decay == null ? recipe.decay() : decay, steps)
                : decaying(learningRate, decay == null ? "none" : decay, steps);
        return warmUp == null ? schedule : new Schedule.WarmUp(warmUp, schedule);
    }

    private static Schedule decaying(double rate, String decay, long steps) {
        return switch (decay) {
            case "none" -> new Schedule.Constant(rate);
            case "linear" -> new Schedule.Linear(rate, 0, steps);
            case "cosine" -> new Schedule.Cosine(rate, 0, steps);
            default ->
                throw new UsageException(
                        "--decay " + NameConverters.unknown(decay, DECAYS).getMessage());
        };
    }

    private OptimiserChoice optimiser(TrainingRecipe recipe) {
        String name = optimiser == null ? recipe.optimiser() : optimiser;
        if (momentum != null && !name.equals("momentum")) {
            throw new UsageException("--momentum is for --optimiser momentum, got " + name);
        }
        if (betas != null && !name.startsWith("adam")) {
            throw new UsageException("--betas is for --optimiser adam or adamw, got " + name);
        }
        OptimiserChoice choice = switch (name) {
            case "sgd" -> new OptimiserChoice.PlainSgd();
            case "momentum" -> new OptimiserChoice.WithMomentum(momentum == null ? MOMENTUM : momentum);
            case "adam", "adamw" -> adam();
            default ->
                throw new UsageException("--optimiser "
                        + NameConverters.unknown(name, OPTIMISERS).getMessage());
        };
        double shrinks = weightDecay != null ? weightDecay : name.equals("adamw") ? ADAMW_DECAY : 0;
        return shrinks > 0 ? new OptimiserChoice.Decaying(choice, shrinks) : choice;
    }

    private OptimiserChoice adam() {
        if (betas == null) {
            return OptimiserChoice.WithAdam.usual();
        }
        if (betas.size() != 2) {
            throw new UsageException("--betas must be two numbers, such as 0.9,0.999, got " + betas.size());
        }
        return new OptimiserChoice.WithAdam(betas.get(0), betas.get(1));
    }
}
