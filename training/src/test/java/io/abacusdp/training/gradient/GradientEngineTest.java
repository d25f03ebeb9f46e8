package io.abacusdp.training.gradient;

import static io.abacusdp.training.gradient.RandomProblems.data;
import static io.abacusdp.training.gradient.RandomProblems.kernels;
import static io.abacusdp.training.gradient.RandomProblems.norm;
import static io.abacusdp.training.gradient.RandomProblems.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GradientEngineTest {
    private static final double TOLERANCE = 1e-5;
    private static final int ROWS = 21;

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_whateverTheThreadsAndTheRows_isTheSameBitForBit(ModelSpec spec) {
        Dataset data = data(spec, 50);
        float[] parameters = parameters(spec);
        ClipBounds clip = ClipBounds.flat(spec, 0.5);
        SplittableRandom random = new SplittableRandom(8);
        int[] rows = IntStream.range(0, 300).map(i -> random.nextInt(50)).toArray();
        Lot lot = new Dealer(500, random).deal(rows);
        try (GradientEngine one = new GradientEngine(spec, 1);
                GradientEngine three = new GradientEngine(spec, 3)) {
            double[] expected =
                    one.clippedSum(parameters, data, lot, clip).sum().toArray();
            for (int i = 0; i < 3; i++) {
                assertThat(three.clippedSum(parameters, data, lot, clip).sum().toArray())
                        .isEqualTo(expected);
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
        ClipBounds clip = ClipBounds.flat(spec, 0.5);
        int[] rows = IntStream.range(0, 5000).map(i -> i % ROWS).toArray();
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            LotGradient large = engine.clippedSum(parameters, data, Lot.oneGroup(rows), clip);
            double[] sum = new double[spec.parameterCount()];
            double lossSum = 0;
            int within = 0;
            int[] counts = new int[ROWS];
            for (int row : rows) {
                counts[row]++;
            }
            for (int row = 0; row < ROWS; row++) {
                LotGradient single = engine.clippedSum(parameters, data, Lot.oneGroup(row), clip);
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += counts[row] * single.sum().value(i);
                }
                lossSum += counts[row] * single.lossSum();
                within += counts[row] * single.withinBound(0);
            }
            double norm = norm(spec, sum, -1);
            for (int i = 0; i < sum.length; i++) {
                assertThat(large.sum().value(i)).isCloseTo(sum[i], within(TOLERANCE * norm));
            }
            assertThat(large.lossSum()).isCloseTo(lossSum, within(TOLERANCE * lossSum));
            assertThat(large.withinBound(0)).isEqualTo(within);
            assertThat(large.examples()).isEqualTo(5000);
        }
    }

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_ofNoRows_isZero(ModelSpec spec) {
        try (GradientEngine engine = new GradientEngine(spec, 2)) {
            LotGradient result =
                    engine.clippedSum(parameters(spec), data(spec, 1), Lot.oneGroup(), ClipBounds.flat(spec, 1));
            assertThat(result.sum().toArray()).hasSize(spec.parameterCount()).containsOnly(0);
            assertThat(result.examples()).isZero();
            assertThat(result.withinBound(0)).isZero();
            assertThat(result.lossSum()).isZero();
        }
    }

    /** Never above, however the norm was rounded: noise is calibrated to the bound. */
    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_ofOneRow_isNotAboveTheBound(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        for (double bound : new double[] {1e-6, 0.01, 0.3}) {
            ClipBounds clip = ClipBounds.flat(spec, bound);
            try (GradientEngine engine = new GradientEngine(spec, 1)) {
                for (int row = 0; row < ROWS; row++) {
                    double[] sum = engine.clippedSum(parameters(spec), data, Lot.oneGroup(row), clip)
                            .sum()
                            .toArray();
                    assertThat(norm(spec, sum, -1)).isLessThanOrEqualTo(bound);
                }
            }
        }
    }

    /** Such an example must neither reach the others nor get past the clip. */
    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#kernels")
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
        ClipBounds clip = ClipBounds.perLayer(spec, 0.1, 0.1, Double.POSITIVE_INFINITY, 0.1, 0.1);
        try (GradientEngine engine = new GradientEngine(spec, 2, kernels)) {
            float[] parameters = parameters(spec);
            // A first lot leaves its numbers in all buffers.
            engine.clippedSum(parameters, plain, Lot.oneGroup(all), clip);
            LotGradient result = engine.clippedSum(parameters, data, Lot.oneGroup(all), clip);
            LotGradient expected = engine.clippedSum(parameters, data, Lot.oneGroup(finite), clip);
            assertThat(result.nonFinite()).isEqualTo(2);
            assertThat(expected.nonFinite()).isZero();
            for (int i = 0; i < parameters.length; i++) {
                assertThat(result.sum().value(i)).isCloseTo(expected.sum().value(i), within(1e-5));
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
        ClipBounds clip = ClipBounds.flat(spec, 1);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            LotGradient all = engine.clippedSum(parameters, data, Lot.oneGroup(0, 1, 2), clip);
            assertThat(all.nonFinite()).isEqualTo(1);
            assertThat(all.sum().toArray())
                    .isEqualTo(engine.clippedSum(parameters, data, Lot.oneGroup(0, 2), clip)
                            .sum()
                            .toArray());
        }
    }

    @Test
    void data_thatDoesNotFit_isRefused() {
        ModelSpec spec = ModelSpec.of(2).embedding(3, 2).flatten().linear(1).loss(Loss.SQUARED);
        ClipBounds clip = ClipBounds.flat(spec, 1);
        float[] parameters = parameters(spec);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            Dataset wide = new Dataset("wide", new int[] {3}, new float[3], new float[1], 0, List.of());
            assertThatThrownBy(() -> engine.clippedSum(parameters, wide, Lot.oneGroup(0), clip))
                    .hasMessageContaining("takes examples of shape 2, and those of wide have 3");
            Dataset classes = new Dataset("classes", new int[] {2}, new float[2], new float[1], 2, List.of());
            assertThatThrownBy(() -> engine.evaluate(parameters, classes))
                    .hasMessageContaining("the loss squared needs");
            for (float id : new float[] {-1, 3, 0.5f}) {
                Dataset ids = new Dataset("ids", new int[] {2}, new float[] {0, id}, new float[1], 0, List.of());
                assertThatThrownBy(() -> engine.clippedSum(parameters, ids, Lot.oneGroup(0), clip))
                        .hasMessage(
                                "the embedding takes integers from 0 to 2, and a feature of example 0 is another number");
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
            assertThatThrownBy(
                            () -> engine.clippedSum(new float[2], data, Lot.oneGroup(rows), ClipBounds.flat(spec, 1)))
                    .isInstanceOf(RuntimeException.class);
            assertThat(engine.clippedSum(new float[2], data, Lot.oneGroup(1), ClipBounds.flat(spec, 1))
                            .examples())
                    .isEqualTo(1);
        }
    }

    @Test
    void clippedSum_ofAnotherModelsClip_isRefused() {
        ModelSpec spec = ModelSpec.of(5).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        ModelSpec other = ModelSpec.of(6).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        try (GradientEngine engine = new GradientEngine(spec, 1)) {
            assertThatThrownBy(() -> engine.clippedSum(
                            parameters(spec), data(spec, 3), Lot.oneGroup(0), ClipBounds.flat(other, 1)))
                    .hasMessageContaining("another model");
        }
    }
}
