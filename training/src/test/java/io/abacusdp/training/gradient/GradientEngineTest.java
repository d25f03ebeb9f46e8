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
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
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
     * Each layer's sum by itself, so that a large one hides no error of a small one, relative to its own norm. Weights and biases
     * of a layer also each by themselves, relative to the examples' gradients, (Σ ‖g‖²)^½: a single bias may cancel out.
     */
    private static void assertClose(ModelSpec spec, double[][] expected, float[] actual) {
        Map<String, double[]> layers = new TreeMap<>();
        for (ParameterBlock block : spec.parameters()) {
            double error = 0;
            double sums = 0;
            double gradients = 0;
            for (int i = block.offset(); i < block.offset() + block.length(); i++) {
                double sum = 0;
                for (double[] gradient : expected) {
                    sum += gradient[i];
                    gradients += gradient[i] * gradient[i];
                }
                error += Math.pow(sum - actual[i], 2);
                sums += sum * sum;
            }
            assertThat(Math.sqrt(error)).as(block.name()).isLessThanOrEqualTo(TOLERANCE * Math.sqrt(gradients));
            double[] layer = layers.computeIfAbsent(block.name().replaceAll("\\..*", ""), name -> new double[2]);
            layer[0] += error;
            layer[1] += sums;
        }
        layers.forEach((name, layer) -> assertThat(Math.sqrt(layer[0]))
                .as("layer " + name)
                .isLessThanOrEqualTo(TOLERANCE * Math.sqrt(layer[1])));
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

    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_whateverTheThreadsAndTheRows_isTheSameBitForBit(ModelSpec spec) {
        Dataset data = data(spec, 50);
        float[] parameters = parameters(spec);
        Clip clip = Clip.flat(spec, 0.5);
        SplittableRandom random = new SplittableRandom(8);
        int[] rows = IntStream.range(0, 300).map(i -> random.nextInt(50)).toArray();
        try (GradientEngine one = new GradientEngine(spec, 1);
                GradientEngine three = new GradientEngine(spec, 3)) {
            float[] expected = one.clippedSum(parameters, data, rows, clip).sum();
            for (int i = 0; i < 3; i++) {
                assertThat(three.clippedSum(parameters, data, rows, clip).sum()).isEqualTo(expected);
            }
        }
    }

    /** A lot of several pieces, so that deferred products and tile sums are used more than once. */
    @Test
    void clippedSum_ofALargeLot_isTheSumOfItsParts() {
        ModelSpec spec = ModelSpec.of(6, 6, 1)
                .conv2d(3, 3, 1, 0)
                .relu()
                .flatten()
                .linear(4)
                .relu()
                .linear(3)
                .loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Dataset data = data(spec, ROWS);
        float[] parameters = parameters(spec);
        Clip clip = Clip.flat(spec, 0.5);
        int[] rows = IntStream.range(0, 5000).map(i -> i % ROWS).toArray();
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            LotGradient large = engine.clippedSum(parameters, data, rows, clip);
            double[] sum = new double[spec.parameterCount()];
            double lossSum = 0;
            int within = 0;
            int[] counts = new int[ROWS];
            for (int row : rows) {
                counts[row]++;
            }
            for (int row = 0; row < ROWS; row++) {
                LotGradient single = engine.clippedSum(parameters, data, new int[] {row}, clip);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += counts[row] * (double) single.sum()[i];
                }
                lossSum += counts[row] * single.lossSum();
                within += counts[row] * single.withinBound(0);
            }
            double norm = norm(spec, sum, -1);
            for (int i = 0; i < sum.length; i++) {
                assertThat((double) large.sum()[i]).isCloseTo(sum[i], within(TOLERANCE * norm));
            }
            assertThat(large.lossSum()).isCloseTo(lossSum, within(TOLERANCE * lossSum));
            assertThat(large.withinBound(0)).isEqualTo(within);
            assertThat(large.examples()).isEqualTo(5000);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_ofNoRows_isZero(ModelSpec spec) {
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            LotGradient result = engine.clippedSum(parameters(spec), data(spec, 1), new int[0], Clip.flat(spec, 1));
            assertThat(result.sum()).hasSize(spec.parameterCount()).containsOnly(0);
            assertThat(result.examples()).isZero();
            assertThat(result.withinBound(0)).isZero();
            assertThat(result.lossSum()).isZero();
        }
    }

    /** Never above, however the norm was rounded: noise is calibrated to the bound. */
    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_ofOneRow_isNotAboveTheBound(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        for (double bound : new double[] {1e-6, 0.01, 0.3}) {
            Clip clip = Clip.flat(spec, bound);
            try (GradientEngine engine = new GradientEngine(spec, 1)) {
                for (int row = 0; row < ROWS; row++) {
                    float[] sum = engine.clippedSum(parameters(spec), data, new int[] {row}, clip)
                            .sum();
                    assertThat(norm(spec, doubles(sum), -1)).isLessThanOrEqualTo(bound);
                }
            }
        }
    }

    /** Such an example must neither reach the others nor get past the clip. */
    @ParameterizedTest
    @MethodSource("kernels")
    void clippedSum_withExamplesThatAreNotFinite_leavesThemOut(FloatKernels kernels) {
        ModelSpec spec = ModelSpec.of(6, 6, 1)
                .conv2d(8, 3, 1, 0)
                .groupNorm(2)
                .tanh()
                .maxPool(2, 1)
                .flatten()
                .linear(9)
                .layerNorm()
                .relu()
                .linear(3)
                .loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Dataset plain = data(spec, ROWS);
        float[] features = new float[ROWS * 36];
        float[] targets = new float[ROWS];
        for (int row = 0; row < ROWS; row++) {
            plain.copyFeatures(row, features, row * 36);
            targets[row] = plain.target(row);
        }
        // The largest float overflows in the first product.
        Arrays.fill(features, 4 * 36, 5 * 36, Float.MAX_VALUE);
        Arrays.fill(features, 17 * 36, 18 * 36, -Float.MAX_VALUE);
        Dataset data = new Dataset("overflowing", new int[] {6, 6, 1}, features, targets, 3, List.of());
        int[] all = IntStream.range(0, ROWS).toArray();
        int[] finite =
                IntStream.range(0, ROWS).filter(row -> row != 4 && row != 17).toArray();
        Clip clip = Clip.perLayer(spec, 0.1, 0.1, Double.POSITIVE_INFINITY, 0.1, 0.1);
        try (GradientEngine engine = new GradientEngine(spec, 2, kernels)) {
            float[] parameters = parameters(spec);
            // A first lot leaves its numbers in all buffers.
            engine.clippedSum(parameters, plain, all, clip);
            LotGradient result = engine.clippedSum(parameters, data, all, clip);
            LotGradient expected = engine.clippedSum(parameters, data, finite, clip);
            assertThat(result.nonFinite()).isEqualTo(2);
            assertThat(expected.nonFinite()).isZero();
            for (int i = 0; i < parameters.length; i++) {
                assertThat(result.sum()[i]).isCloseTo(expected.sum()[i], within(1e-5f));
            }
            assertThat(result.lossSum()).isCloseTo(expected.lossSum(), within(1e-9));
            assertThat(result.withinBound(2)).isEqualTo(ROWS - 2);
        }
    }

    @Test
    void clippedSum_ofHugeEmbeddingsAndLinearInputs_leavesThemOut() {
        ModelSpec spec = ModelSpec.of(2).embedding(3, 2).flatten().linear(1).loss(Loss.SQUARED);
        float[] parameters = parameters(spec);
        // Only examples with the number 2 read this row.
        parameters[4] = 1e30f;
        Dataset data = new Dataset(
                "words", new int[] {2}, new float[] {0, 1, 2, 2, 1, 1}, new float[] {1, 1, -1}, 0, List.of());
        Clip clip = Clip.flat(spec, 1);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            LotGradient all = engine.clippedSum(parameters, data, new int[] {0, 1, 2}, clip);
            assertThat(all.nonFinite()).isEqualTo(1);
            assertThat(all.sum())
                    .isEqualTo(engine.clippedSum(parameters, data, new int[] {0, 2}, clip)
                            .sum());
        }
    }

    @Test
    void evaluate_ofTwoClasses_givesLossAccuracyAndScores() {
        ModelSpec softmax = ModelSpec.of(1).linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        ModelSpec logistic = ModelSpec.of(1).linear(1).loss(Loss.LOGISTIC);
        Dataset data = new Dataset("two", new int[] {1}, new float[] {-1, 2, 3}, new float[] {0, 1, 0}, 2, List.of());
        double expected = (Math.log1p(Math.exp(-2)) + Math.log1p(Math.exp(-4)) + Math.log1p(Math.exp(6))) / 3;
        try (GradientEngine one = new GradientEngine(softmax, 2);
                GradientEngine other = new GradientEngine(logistic, 2)) {
            Evaluation two = one.evaluate(new float[] {-1, 1, 0, 0}, data);
            Evaluation single = other.evaluate(new float[] {2, 0}, data);
            for (Evaluation evaluation : List.of(two, single)) {
                assertThat(evaluation.meanLoss()).isCloseTo(expected, within(1e-6));
                assertThat(evaluation.accuracy()).hasValue(2.0 / 3);
                assertThat(evaluation.scores()).containsExactly(-2, 4, 6);
                assertThat(evaluation.examples()).isEqualTo(3);
            }
        }
    }

    @Test
    void evaluate_ofNumbersOrNothing_hasNoAccuracy() {
        ModelSpec spec = ModelSpec.of(1).linear(1).loss(Loss.SQUARED);
        Dataset data = new Dataset("numbers", new int[] {1}, new float[] {1, 2}, new float[] {0, 0}, 0, List.of());
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            Evaluation evaluation = engine.evaluate(new float[] {1, 0}, data);
            assertThat(evaluation.meanLoss()).isEqualTo((0.5 + 2) / 2);
            assertThat(evaluation.accuracy()).isEmpty();
            assertThat(evaluation.scores()).isEmpty();
            Evaluation none = engine.evaluate(new float[] {1, 0}, data.rows("none"));
            assertThat(none.meanLoss()).isZero();
        }
    }

    @Test
    void evaluate_ofManyRows_agreesWithTheGradientsLoss() {
        ModelSpec spec = BuiltInModel.CNN_TANH.forData(Shape.of(16, 16, 1), 5);
        Dataset data = data(spec, 200);
        float[] parameters = parameters(spec);
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            int[] rows = IntStream.range(0, 200).toArray();
            double lossSum = engine.clippedSum(parameters, data, rows, Clip.flat(spec, 1))
                    .lossSum();
            assertThat(engine.evaluate(parameters, data).meanLoss()).isCloseTo(lossSum / 200, within(1e-6));
        }
    }

    @Test
    void data_thatDoesNotFit_isRefused() {
        ModelSpec spec = ModelSpec.of(2).embedding(3, 2).flatten().linear(1).loss(Loss.SQUARED);
        Clip clip = Clip.flat(spec, 1);
        float[] parameters = parameters(spec);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            Dataset wide = new Dataset("wide", new int[] {3}, new float[3], new float[1], 0, List.of());
            assertThatThrownBy(() -> engine.clippedSum(parameters, wide, new int[] {0}, clip))
                    .hasMessageContaining("takes examples of shape 2, and those of wide have 3");
            Dataset classes = new Dataset("classes", new int[] {2}, new float[2], new float[1], 2, List.of());
            assertThatThrownBy(() -> engine.evaluate(parameters, classes))
                    .hasMessageContaining("the loss squared needs");
            for (float id : new float[] {-1, 3, 0.5f}) {
                Dataset ids = new Dataset("ids", new int[] {2}, new float[] {0, id}, new float[1], 0, List.of());
                assertThatThrownBy(() -> engine.clippedSum(parameters, ids, new int[] {0}, clip))
                        .hasMessageContaining("integers from 0 to 2, and a feature of example 0 is " + id);
            }
            Dataset good = new Dataset("good", new int[] {2}, new float[2], new float[1], 0, List.of());
            assertThatThrownBy(() -> engine.evaluate(new float[3], good)).hasMessageContaining("parameters, got 3");
        }
        assertThatThrownBy(() -> new GradientEngine(spec, 0)).hasMessageContaining("threads must be at least 1");
    }

    @Test
    void failure_inAnyThread_reachesTheCaller() {
        ModelSpec spec = ModelSpec.of(1).linear(1).loss(Loss.SQUARED);
        Dataset data = new Dataset("numbers", new int[] {1}, new float[2], new float[2], 0, List.of());
        int[] rows = new int[1000];
        Arrays.fill(rows, 7);
        try (GradientEngine engine = new GradientEngine(spec, 3)) {
            assertThatThrownBy(() -> engine.clippedSum(new float[2], data, rows, Clip.flat(spec, 1)))
                    .isInstanceOf(RuntimeException.class);
            assertThat(engine.clippedSum(new float[2], data, new int[] {1}, Clip.flat(spec, 1))
                            .examples())
                    .isEqualTo(1);
        }
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
