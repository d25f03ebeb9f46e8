package io.abacusdp.training.trainer;

import io.abacusdp.storage.Sha256;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * A model to begin from, of which the first layers may be frozen: they stay as they are, and only the others are trained. Immutable.
 *
 * <p>Frozen layers are a public function of one example, so that their outputs are computed once for each example, the same bits in
 * any company, and the others are trained on those: no step has a forward or backward pass through them. The gradient, its norm, the clipping and
 * the noise are those of the trained parameters alone, which is what freezing means.
 *
 * <p>Privacy: the guarantee of a run covers what the run learns. What the initial model learned of private data before is a cost of its
 * own; {@link #origin()} says where it came from, in every report.
 */
public final class InitialModel {
    private final Model whole;
    private final int frozenLayers;
    private final String origin;
    private final boolean isPublic;
    private final ModelSpec trained;

    private InitialModel(Model whole, int frozenLayers, String origin, boolean isPublic) {
        int layers = whole.spec().layers().size();
        if (frozenLayers < 0 || whole.spec().parameters().stream().noneMatch(block -> block.layer() >= frozenLayers)) {
            throw new IllegalArgumentException(
                    "frozen layers must leave a layer with parameters to train: from 0 to %d of the %d layers, got %d"
                            .formatted(lastWithParameters(whole.spec()), layers, frozenLayers));
        }
        if (!Model.areFinite(whole.parameters())) {
            throw new IllegalArgumentException("the initial model must have finite parameters");
        }
        this.whole = whole;
        this.frozenLayers = frozenLayers;
        this.origin = origin;
        this.isPublic = isPublic;
        this.trained = new ModelSpec(
                whole.spec().shapeBefore(frozenLayers),
                whole.spec().layers().subList(frozenLayers, layers),
                whole.spec().loss());
    }

    private static int lastWithParameters(ModelSpec spec) {
        List<ParameterBlock> blocks = spec.parameters();
        return blocks.get(blocks.size() - 1).layer();
    }

    /**
     * A model whose training is declared to have seen public data only.
     *
     * @param frozenLayers number of the first layers that stay as they are, those without parameters counted
     * @param origin where it came from, which reports tell
     */
    public static InitialModel trainedOnPublicData(Model model, int frozenLayers, String origin) {
        return new InitialModel(model, frozenLayers, origin, true);
    }

    /** A model whose training may have seen private data: every statement of the run warns that it is not covered. */
    public static InitialModel ofUncoveredTraining(Model model, int frozenLayers, String origin) {
        return new InitialModel(model, frozenLayers, origin, false);
    }

    /** The layers that are trained, as a model of what the frozen ones give; a run's settings must have it as their model. */
    public ModelSpec trained() {
        return trained;
    }

    public int frozenLayers() {
        return frozenLayers;
    }

    /** Where the model came from. */
    public String origin() {
        return origin;
    }

    /** Whether its training is declared to have seen public data only. */
    public boolean isPublic() {
        return isPublic;
    }

    Model start() {
        float[] all = whole.parameters();
        float[] part = new float[trained.parameterCount()];
        System.arraycopy(all, all.length - part.length, part, 0, part.length);
        return new Model(trained, part);
    }

    /** The whole model, with what was trained in its place. */
    Model with(Model part) {
        float[] all = whole.parameters();
        float[] values = part.parameters();
        System.arraycopy(values, 0, all, all.length - values.length, values.length);
        return new Model(whole.spec(), all);
    }

    /**
     * What the frozen layers give for each example. One for which they overflow has zeros: to refuse the data would tell whoever chose
     * the model something of that example, and zeros are a function of it alone, as all other values are.
     */
    Dataset activations(Dataset data, int threads) {
        if (frozenLayers == 0) {
            return data;
        }
        try (GradientEngine engine = new GradientEngine(whole.spec(), threads)) {
            float[] values = engine.activations(whole.parameters(), data, frozenLayers);
            Shape shape = whole.spec().shapeBefore(frozenLayers);
            int[] sizes = shape.sizes().stream().mapToInt(Integer::intValue).toArray();
            clearWhatIsNotFinite(values, shape.elements());
            return data.withValues(sizes, values);
        }
    }

    private static void clearWhatIsNotFinite(float[] values, int width) {
        for (int at = 0; at < values.length; at += width) {
            if (!Model.areFinite(Arrays.copyOfRange(values, at, at + width))) {
                Arrays.fill(values, at, at + width, 0);
            }
        }
    }

    /** Recognises the model when a run is resumed. */
    String fingerprint() {
        Sha256 hash = new Sha256();
        hash.add(ModelJson.write(whole.spec())).add(Integer.toString(frozenLayers));
        hash.add(whole.parameters());
        return hash.hex();
    }

    /** What reports say of it. */
    String note() {
        return note(origin, Integer.toString(frozenLayers), isPublic);
    }

    /** What reports say of a model that was begun from: a note if it is declared to be public, and a warning if not. */
    public static String note(String origin, String frozenLayers, boolean isPublic) {
        String began = "The model began from another, %s, of which the first %s layers stayed as they were. "
                .formatted(origin, frozenLayers);
        return isPublic
                ? began
                        + "That one is declared to come from public data only; the guarantee does not cover what it was trained on."
                : began + "What that one learned of private data is not covered by this guarantee.";
    }
}
