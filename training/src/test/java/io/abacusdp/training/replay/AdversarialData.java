package io.abacusdp.training.replay;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.RandomProblems;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.ModelSpec;
import java.util.List;

/** Data for a model, random or chosen to break sums, norms and factors. An embedding's input stays a word that it knows. */
public enum AdversarialData {
    RANDOM,
    /** Norms far above every bound, and products near the end of a float's range. */
    HUGE,
    /** Losses and gradients that are infinite or not numbers. */
    OVERFLOWING,
    /** Gradients below the least normal float. */
    TINY,
    /** One record, over and over. */
    DUPLICATED,
    /** All features the same; targets too. */
    CONSTANT,
    /** Each record of another size than the one before it. */
    MIXED;

    private static final List<AdversarialData> MIXTURE = List.of(RANDOM, HUGE, OVERFLOWING, TINY);

    public Dataset of(ModelSpec model, int rows) {
        Dataset random = RandomProblems.data(model, rows);
        int width = random.featureCount();
        boolean isWords = model.layers().get(0) instanceof LayerSpec.Embedding;
        float[] features = new float[rows * width];
        float[] targets = new float[rows];
        for (int row = 0; row < rows; row++) {
            int like = this == DUPLICATED ? 0 : row;
            random.copyFeatures(like, features, row * width);
            targets[row] = this == CONSTANT ? 1 : random.target(like);
            for (int i = row * width; i < (row + 1) * width; i++) {
                features[i] = isWords ? word(features[i]) : (float) changed(features[i], row);
            }
        }
        return new Dataset("adversarial", random.shape(), features, targets, random.classes(), random.notes());
    }

    private float word(float word) {
        return this == CONSTANT ? 1 : word;
    }

    private double changed(float feature, int row) {
        return switch (this == MIXED ? MIXTURE.get(row % MIXTURE.size()) : this) {
            case RANDOM, DUPLICATED, MIXED -> feature;
            case HUGE -> feature * 1e15;
            case OVERFLOWING -> Math.copySign(Float.MAX_VALUE, feature);
            case TINY -> feature * 1e-40;
            case CONSTANT -> 1;
        };
    }
}
