package io.abacusdp.cli.train;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.cli.option.ModelOption;
import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.option.NoiseChoiceOption;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.optimise.Schedule;
import io.abacusdp.training.sampling.Sampling;
import io.abacusdp.training.trainer.InitialModel;
import io.abacusdp.training.trainer.PrivacyGoal;
import io.abacusdp.training.trainer.PrivacyUnit;
import io.abacusdp.training.trainer.TrainingConfig;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to train, and how. */
final class TrainingOptions {
    private static final int STAIRS = 20;

    @Mixin
    private ModelOption model = new ModelOption();

    @Mixin
    private InitialModelOptions initial = new InitialModelOptions();

    @Option(
            names = "--epsilon",
            paramLabel = "E",
            converter = NumberConverters.Noise.class,
            description = {
                "Epsilon to stay within. The noise is calibrated to it before the start, or, with --noise-multiplier,",
                "the run ends before it is exceeded. Default: 3, and with --noise-multiplier none."
            })
    private @Nullable Double epsilon;

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta at which epsilon holds, in [0, 1). Default: 1e-5.")
    private double delta;

    @Option(
            names = "--noise-multiplier",
            paramLabel = "Z",
            converter = NumberConverters.Noise.class,
            description = "Noise over the clipping norm, in place of calibrated noise.")
    private @Nullable Double noiseMultiplier;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            converter = NumberConverters.Epochs.class,
            description = "Number of epochs. Default: as suits the data.")
    private @Nullable BigDecimal epochs;

    @Option(
            names = "--lot",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "Expected number of examples in a step. Default: as suits the data.")
    private @Nullable Integer lot;

    @Option(
            names = "--public-size",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Declare a public number of examples, from which rate, steps and divisor are taken whatever the data has;",
                "for poisson, allocated and cyclic sampling. Default: the actual number, which the statement then takes as public."
            })
    private @Nullable Integer publicSize;

    @Mixin
    private ClippingOptions clipping = new ClippingOptions();

    @Mixin
    private NoiseChoiceOption noise = new NoiseChoiceOption();

    @Option(
            names = "--sampling",
            paramLabel = "NAME",
            description = {
                "poisson, allocated (each example in one lot of every epoch, dealt by itself), cyclic (dealt once, and every",
                "epoch the same lots), fixed_size or shuffled. It decides what is charged and the adjacency; shuffled lots are",
                "not accounted as if they were sampled. Default: poisson, or cyclic where the noise needs it."
            })
    private @Nullable String sampling;

    @Option(
            names = "--adjacency",
            paramLabel = "NAME",
            converter = NameConverters.AdjacencyNames.class,
            completionCandidates = NameConverters.AdjacencyNames.class,
            description = "Neighbouring data: ${COMPLETION-CANDIDATES}. Default: the usual one of the sampling.")
    private @Nullable Adjacency adjacency;

    @Mixin
    private LossOptions loss = new LossOptions();

    @Mixin
    private ViewOptions views = new ViewOptions();

    @Mixin
    private TuningOptions tuning = new TuningOptions();

    @Mixin
    private CentringOption centring = new CentringOption();

    @Mixin
    private OptimiserOptions optimiser = new OptimiserOptions();

    @Option(
            names = "--noise-end",
            paramLabel = "F",
            defaultValue = "1",
            converter = NumberConverters.Noise.class,
            description = {
                "The noise of the last step over that of the first; it changes in twenty stairs, and is accounted as it",
                "changes. Default: 1."
            })
    private double noiseEnd;

    /**
     * What the options say of a run.
     *
     * @param contributors number of what lots are drawn from: examples, or users
     */
    TrainingConfig config(TrainingRecipe recipe, Dataset data, int contributors, PrivacyUnit unit) throws IOException {
        Sampling drawn = sampling == null ? noise.usualSampling() : one("--sampling", sampling, Sampling.values());
        BigDecimal length = epochs == null ? recipe.epochs() : epochs;
        long steps = drawn.lots(size(contributors), lot(recipe, contributors)).steps(length);
        TrainingConfig.Builder builder = TrainingConfig.of(trained(recipe, data), goal())
                .sampling(drawn)
                .lotSize(lot(recipe, contributors))
                .epochs(length)
                .clipping(clipping.clipping(recipe, lot(recipe, contributors), steps))
                .unit(unit)
                .noise(noise.choice())
                .loss(loss.settings())
                .views(views.views())
                .noiseShape(noiseShape(steps));
        optimiser.addTo(builder, recipe, steps);
        tuning.addTo(builder);
        centring.addTo(builder, isModelGiven() ? 0 : recipe.centring());
        if (adjacency != null) {
            builder.adjacency(adjacency);
        }
        if (publicSize != null) {
            builder.publicSize(publicSize);
        }
        return builder.build();
    }

    /** How settings are chosen by several runs, if they are. */
    TuningOptions tuning() {
        return tuning;
    }

    private ModelSpec trained(TrainingRecipe recipe, Dataset data) throws IOException {
        Optional<InitialModel> begin = initialModel(data);
        return begin.isPresent() ? begin.get().trained() : model.model(recipe.model(), data);
    }

    /** The model to begin from, if there is one. */
    Optional<InitialModel> initialModel(Dataset data) throws IOException {
        return initial.model(data, model.isGiven());
    }

    /** Which features the model to begin from sees, if there is one. */
    Optional<Features> initialFeatures() throws IOException {
        return initial.features();
    }

    /** Whether the model was chosen, and not left to what suits the data. */
    boolean isModelGiven() {
        return model.isGiven() || initial.isGiven();
    }

    /** What to say of a delta that is too large for the number of examples that counts. */
    Optional<String> warning(int contributors) {
        return LargeDelta.warning(delta, size(contributors));
    }

    /** The number of examples that counts. */
    private int size(int contributors) {
        return publicSize == null ? contributors : publicSize;
    }

    /** In stairs, as every change is an event of its own for the accountant. */
    private Schedule noiseShape(long steps) {
        if (noiseEnd == 1) {
            return new Schedule.Constant(1);
        }
        long every = Math.max(1, (steps + STAIRS - 1) / STAIRS);
        long changes = (steps - 1) / every;
        return changes == 0
                ? new Schedule.Constant(1)
                : new Schedule.Stairs(1, Math.pow(noiseEnd, 1.0 / changes), every);
    }

    private PrivacyGoal goal() {
        if (noiseMultiplier == null) {
            return new PrivacyGoal.Target(epsilon == null ? 3 : epsilon, delta);
        }
        return new PrivacyGoal.Noise(
                noiseMultiplier, delta, epsilon == null ? OptionalDouble.empty() : OptionalDouble.of(epsilon));
    }

    private int lot(TrainingRecipe recipe, int contributors) {
        if (lot == null) {
            return Math.min(recipe.lot(), size(contributors));
        }
        if (lot > size(contributors)) {
            throw new UsageException(
                    "--lot must be at most the number of examples, %d, got %d".formatted(size(contributors), lot));
        }
        return lot;
    }

    static <E extends Enum<E>> E one(String option, String name, E[] values) {
        return Stream.of(values)
                .filter(value -> id(value).equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException(option + " "
                        + NameConverters.unknown(
                                        name,
                                        Stream.of(values)
                                                .map(TrainingOptions::id)
                                                .toList())
                                .getMessage()));
    }

    private static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
