package io.abacusdp.cli.train;

import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.step.Clipping;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How one example's gradient is bounded. */
final class ClippingOptions {
    @Option(
            names = "--clip",
            paramLabel = "C",
            converter = NumberConverters.Noise.class,
            description = "Clipping norm of an example's gradient. Default: as suits the data.")
    private @Nullable Double clip;

    @Option(
            names = "--clip-end",
            paramLabel = "C",
            converter = NumberConverters.Noise.class,
            description = {
                "Clipping norm at the last step; it moves there from --clip by a fixed factor a step, and the noise with",
                "it, which costs the same. Default: that of --clip."
            })
    private @Nullable Double clipEnd;

    @Option(
            names = "--per-layer",
            paramLabel = "SPLIT",
            arity = "0..1",
            fallbackValue = "equal",
            description = "Clip each layer by itself; the norm is split equal or by_dimension. Default: equal.")
    private @Nullable String perLayer;

    @Option(
            names = "--adaptive",
            paramLabel = "QUANTILE",
            arity = "0..1",
            fallbackValue = "0.5",
            converter = NumberConverters.Share.class,
            description = {
                "Let the clipping norm follow a quantile of the gradients' norms; --clip is where it starts.",
                "What that reveals is charged. Default: 0.5."
            })
    private @Nullable Double adaptive;

    @Option(
            names = "--adaptive-rate",
            paramLabel = "R",
            converter = NumberConverters.Noise.class,
            description =
                    "How fast the norm of --adaptive moves: by at most e^R in a step, but for noise. Default: 0.2.")
    private @Nullable Double adaptiveRate;

    /** @param steps of the run */
    Clipping clipping(TrainingRecipe recipe, int lot, long steps) {
        double norm = clip == null ? recipe.clippingNorm() : clip;
        if (Stream.of(perLayer, adaptive, clipEnd).filter(one -> one != null).count() > 1) {
            throw new UsageException("--per-layer, --adaptive and --clip-end exclude each other, got more than one");
        }
        if (adaptiveRate != null && adaptive == null) {
            throw new UsageException("--adaptive-rate is for --adaptive, got none");
        }
        if (perLayer != null) {
            return new Clipping.PerLayer(norm, TrainingOptions.one("--per-layer", perLayer, Clipping.Split.values()));
        }
        if (adaptive != null) {
            Clipping.Adaptive median = Clipping.Adaptive.median(norm, lot);
            return new Clipping.Adaptive(
                    norm, adaptive, adaptiveRate == null ? median.rate() : adaptiveRate, median.countNoise());
        }
        return clipEnd == null ? new Clipping.Flat(norm) : Clipping.Moving.over(steps, norm, clipEnd);
    }
}
