package io.abacusdp.training.trainer;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import java.util.List;
import java.util.Random;

/** Two classes of points in the plane around (1, 1) and (-1, -1), the same for the same seed. */
final class Blobs {
    private Blobs() {}

    static Dataset of(int examples, long seed) {
        Random random = new Random(seed);
        float[] features = new float[2 * examples];
        float[] targets = new float[examples];
        for (int row = 0; row < examples; row++) {
            targets[row] = row % 2;
            float centre = row % 2 == 0 ? -1 : 1;
            features[2 * row] = centre + (float) random.nextGaussian();
            features[2 * row + 1] = centre + (float) random.nextGaussian();
        }
        return new Dataset("blobs", new int[] {2}, features, targets, 2, List.of());
    }

    static ModelSpec model() {
        return ModelSpec.of(2).linear(1).loss(Loss.LOGISTIC);
    }
}
