package io.abacusdp.training.features;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.parallel.Workers;

/** Extracts features of all examples of a dataset, on all threads; each example's depend on that example alone. */
public final class FeatureExtraction {
    private FeatureExtraction() {}

    /**
     * The dataset with features in place of its examples; {@link Dataset#format()} says so.
     *
     * @throws IllegalArgumentException if there are features already, or these are not defined for such examples
     */
    public static Dataset of(Dataset data, Features features, Workers workers) {
        if (data.format().features() != Features.PLAIN) {
            throw new IllegalArgumentException(
                    "features are extracted from examples as they are, and those of %s are %s"
                            .formatted(data.name(), data.format().features().id()));
        }
        return features == Features.PLAIN ? data : scattering(data, workers);
    }

    private static Dataset scattering(Dataset data, Workers workers) {
        ExampleFormat format = data.format().with(Features.SCATTERING);
        int height = format.shape().get(0);
        int width = format.shape().get(1);
        int[] shape = format.featureShape().stream().mapToInt(Integer::intValue).toArray();
        int outputs = format.featureShape().stream().reduce(1, Math::multiplyExact);
        float[] all = new float[Math.multiplyExact(data.size(), outputs)];
        Scattering[] ofWorker = new Scattering[workers.count()];
        int lots = (data.size() + Scattering.LANES - 1) / Scattering.LANES;
        workers.run(lots, (lot, worker) -> {
            if (ofWorker[worker] == null) {
                ofWorker[worker] = new Scattering(height, width);
            }
            int from = lot * Scattering.LANES;
            int count = Math.min(Scattering.LANES, data.size() - from);
            float[] pictures = new float[Scattering.LANES * height * width];
            for (int i = 0; i < count; i++) {
                data.copyFeatures(from + i, pictures, i * height * width);
            }
            ofWorker[worker].transform(pictures, count, all, from * outputs);
        });
        return data.withFeatures(format, shape, all);
    }
}
