package io.abacusdp.training.gradient;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Models, parameters and data to test the engine on. */
public final class RandomProblems {
    /** y = w·x + b with squared loss: an example's gradient at 0 is −target·(x, 1). */
    static final ModelSpec OF_TWO_PARAMETERS = ModelSpec.of(1).linear(1).loss(Loss.SQUARED);

    private RandomProblems() {}

    /** Examples of one number and a target. */
    static Dataset points(float[] x, float[] targets) {
        return new Dataset("points", new int[] {1}, x, targets, 0, List.of());
    }

    /** Models that have, together, every layer and every loss, at sizes that are and are not multiples of a vector's. */
    public static Stream<ModelSpec> models() {
        return Stream.of(
                ModelSpec.of(5).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(13).linear(1).loss(Loss.LOGISTIC),
                ModelSpec.of(7).linear(11).tanh().linear(1).loss(Loss.SQUARED),
                ModelSpec.of(16).linear(24).relu().linear(16).relu().linear(8).loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(9).relu().linear(17).tanh().tanh().linear(10).loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(9, 7, 2)
                        .conv2d(5, 3, 2, 1)
                        .relu()
                        .flatten()
                        .linear(3)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(6, 6, 3)
                        .conv2d(8, 2, 1, 0)
                        .tanh()
                        .maxPool(3, 2)
                        .conv2d(4, 2, 1, 1)
                        .flatten()
                        .linear(2)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(8, 8, 1)
                        .conv2d(16, 3, 1, 1)
                        .relu()
                        .maxPool(2, 2)
                        .conv2d(9, 3, 1, 1)
                        .relu()
                        .maxPool(2, 2)
                        .relu()
                        .flatten()
                        .linear(32)
                        .relu()
                        .linear(10)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(7, 5, 4)
                        .averagePool(2, 1)
                        .conv2d(6, 3, 2, 2)
                        .temperedSigmoid(1.5, 2, 0.7)
                        .averagePool(2, 2)
                        .flatten()
                        .linear(1)
                        .loss(Loss.LOGISTIC),
                ModelSpec.of(5, 5, 2)
                        .conv2d(6, 2, 1, 0)
                        .groupNorm(3)
                        .relu()
                        .conv2d(4, 2, 2, 0)
                        .layerNorm()
                        .tanh()
                        .flatten()
                        .linear(3)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(10)
                        .groupNorm(2)
                        .linear(6)
                        .layerNorm()
                        .relu()
                        .linear(1)
                        .loss(Loss.SQUARED),
                ModelSpec.of(6).embedding(5, 9).layerNorm().flatten().linear(4).loss(Loss.SOFTMAX_CROSS_ENTROPY),
                ModelSpec.of(4)
                        .embedding(3, 8)
                        .flatten()
                        .temperedSigmoid(2, 1, 1)
                        .linear(1)
                        .loss(Loss.LOGISTIC),
                BuiltInModel.CNN.forData(Shape.of(17, 16, 1), 10));
    }

    static Stream<FloatKernels> kernels() {
        return Stream.of(FloatKernels.fastest(), FloatKernels.plain());
    }

    static float[] parameters(ModelSpec spec) {
        float[] parameters = Model.initialise(spec, new SplittableRandom(11)).parameters();
        // Norms start as the identity, which would hide errors in their weights.
        RandomGenerator random = new SplittableRandom(12);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += (float) (0.2 * random.nextGaussian());
        }
        return parameters;
    }

    public static Dataset data(ModelSpec spec, int rows) {
        return scaled(spec, rows, 1, new SplittableRandom(5));
    }

    /** Data whose features, and targets if they are not classes, are about so large; at most the greatest float. */
    static Dataset scaled(ModelSpec spec, int rows, double scale, RandomGenerator random) {
        int classes = switch (spec.loss()) {
            case SOFTMAX_CROSS_ENTROPY -> spec.outputs();
            case LOGISTIC -> 2;
            case SQUARED -> 0;
        };
        float[] features = new float[rows * spec.input().elements()];
        for (int i = 0; i < features.length; i++) {
            features[i] = spec.layers().get(0) instanceof LayerSpec.Embedding embedding
                    ? random.nextInt(embedding.vocabulary())
                    : limited(scale * random.nextGaussian());
        }
        float[] targets = new float[rows];
        for (int i = 0; i < rows; i++) {
            targets[i] = classes == 0 ? limited(scale * random.nextGaussian()) : random.nextInt(classes);
        }
        int[] shape = spec.input().sizes().stream().mapToInt(Integer::intValue).toArray();
        return new Dataset("random", shape, features, targets, classes, List.of());
    }

    private static float limited(double value) {
        return (float) Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, value));
    }

    static double[] doubles(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
    }

    /** Norm of a gradient's part of a layer; of all of it if that is negative. */
    static double norm(ModelSpec spec, double[] gradient, int layer) {
        return Math.sqrt(spec.parameters().stream()
                .filter(block -> layer < 0 || block.layer() == layer)
                .flatMapToInt(block -> IntStream.range(block.offset(), block.offset() + block.length()))
                .mapToDouble(i -> gradient[i] * gradient[i])
                .sum());
    }
}
