package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.model.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GradientEngineTest {
    private static final double TOLERANCE = 1e-5;
    private static final int ROWS = 21;

    /** Models that have, together, every layer and every loss, at sizes that are and are not multiples of a vector's. */
    static Stream<ModelSpec> models() {
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

    @ParameterizedTest
    @MethodSource("models")
    void naiveGradient_ofEveryModel_equalsFiniteDifferences(ModelSpec spec) {
        Dataset data = data(spec, 2);
        double[] parameters = doubles(parameters(spec));
        NaiveModel naive = new NaiveModel(spec);
        double[] gradient = naive.gradient(parameters, data, 1);
        RandomGenerator random = new SplittableRandom(3);
        double step = 1e-6;
        for (int i : IntStream.range(0, 40)
                .map(k -> random.nextInt(parameters.length))
                .toArray()) {
            double[] up = parameters.clone();
            double[] down = parameters.clone();
            up[i] += step;
            down[i] -= step;
            double difference = (naive.loss(up, data, 1) - naive.loss(down, data, 1)) / (2 * step);
            assertThat(gradient[i]).isCloseTo(difference, within(1e-7));
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_flat_equalsNaive(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        check(spec, data, Clip.flat(spec, medianNorm(spec, data, -1)));
    }

    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_perLayer_equalsNaive(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        double[] bounds = Arrays.stream(Clip.layersWithParameters(spec))
                .mapToDouble(layer -> medianNorm(spec, data, layer))
                .toArray();
        check(spec, data, Clip.perLayer(spec, bounds));
    }

    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_unbounded_equalsGradientOfTheSumOfLosses(ModelSpec spec) {
        check(spec, data(spec, ROWS), Clip.flat(spec, Double.POSITIVE_INFINITY));
    }

    private static void check(ModelSpec spec, Dataset data, Clip clip) {
        float[] parameters = parameters(spec);
        int[] rows = IntStream.range(0, data.size()).toArray();
        double[][] expected = Arrays.stream(rows)
                .mapToObj(row -> new NaiveModel(spec).clipped(doubles(parameters), data, row, clip))
                .toArray(double[][]::new);
        double lossSum = Arrays.stream(rows)
                .mapToDouble(row -> new NaiveModel(spec).loss(doubles(parameters), data, row))
                .sum();
        kernels().forEach(kernels -> {
            try (GradientEngine engine = new GradientEngine(spec, 2, kernels)) {
                LotGradient result = engine.clippedSum(parameters, data, rows, clip);
                assertClose(spec, expected, result.sum());
                assertThat(result.lossSum()).isCloseTo(lossSum, within(TOLERANCE * Math.abs(lossSum)));
                for (int group = 0; group < clip.groups(); group++) {
                    int middle = Double.isInfinite(clip.bound(group)) ? ROWS : (ROWS - 1) / 2;
                    assertThat(result.withinBound(group)).isBetween(middle, middle);
                }
                assertThat(result.examples()).isEqualTo(ROWS);
                assertThat(result.nonFinite()).isZero();
            }
        });
    }

    /**
     * Compares each layer's part by itself, so that a large one hides no error of a small one, and relative to the examples'
     * gradients, (Σ ‖g‖²)^½, as these may cancel.
     */
    private static void assertClose(ModelSpec spec, double[][] expected, float[] actual) {
        for (ParameterBlock block : spec.parameters()) {
            double error = 0;
            double squares = 0;
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                double sum = 0;
                for (double[] gradient : expected) {
                    sum += gradient[i];
                    squares += gradient[i] * gradient[i];
                }
                error += Math.pow(sum - actual[i], 2);
            }
            assertThat(Math.sqrt(error)).as(block.name()).isLessThanOrEqualTo(TOLERANCE * Math.sqrt(squares));
        }
    }

    /** A little below the median, so that it is no example's own norm. */
    private static double medianNorm(ModelSpec spec, Dataset data, int layer) {
        double[] parameters = doubles(parameters(spec));
        return 0.9999
                * IntStream.range(0, data.size())
                        .mapToDouble(row -> norm(spec, new NaiveModel(spec).gradient(parameters, data, row), layer))
                        .sorted()
                        .toArray()[data.size() / 2];
    }

    private static double norm(ModelSpec spec, double[] gradient, int layer) {
        return Math.sqrt(spec.parameters().stream()
                .filter(block -> layer < 0 || block.layer() == layer)
                .flatMapToInt(block -> IntStream.range(block.offset(), block.offset() + block.length()))
                .mapToDouble(i -> gradient[i] * gradient[i])
                .sum());
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

    static Dataset data(ModelSpec spec, int rows) {
        RandomGenerator random = new SplittableRandom(5);
        int classes = switch (spec.loss()) {
            case SOFTMAX_CROSS_ENTROPY -> spec.outputs();
            case LOGISTIC -> 2;
            case SQUARED -> 0;
        };
        float[] features = new float[rows * spec.input().elements()];
        for (int i = 0; i < features.length; i++) {
            features[i] = spec.layers().get(0) instanceof LayerSpec.Embedding embedding
                    ? random.nextInt(embedding.vocabulary())
                    : (float) random.nextGaussian();
        }
        float[] targets = new float[rows];
        for (int i = 0; i < rows; i++) {
            targets[i] = classes == 0 ? (float) random.nextGaussian() : random.nextInt(classes);
        }
        int[] shape = spec.input().sizes().stream().mapToInt(Integer::intValue).toArray();
        return new Dataset("random", shape, features, targets, classes, List.of());
    }

    static double[] doubles(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
    }

    @Test
    void clippedSum_ofAnotherModelsClip_isRefused() {
        ModelSpec spec = ModelSpec.of(5).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        ModelSpec other = ModelSpec.of(6).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            assertThatThrownBy(() ->
                            engine.clippedSum(parameters(spec), data(spec, 3), new int[] {0}, Clip.flat(other, 1)))
                    .hasMessageContaining("another model");
        }
    }
}
