package io.abacusdp.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.classic.GroupClipping;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.ClipBounds;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.gradient.LotGradient;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.sum.Lot;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DpStepTest {
    private static final int[] NOBODY = {};
    private static final int WIDTH = 5_000;
    private static final ModelSpec WIDE = ModelSpec.of(WIDTH).linear(1).loss(Loss.SQUARED);
    private static final ModelSpec TWO_LAYERS =
            ModelSpec.of(3).linear(4).tanh().linear(2).loss(Loss.SOFTMAX_CROSS_ENTROPY);

    /**
     * An empty lot is released as noise of z·C over the expected size. The sum of squares of d standard normals is within
     * d ± 5√(2d) but for one time in 10^6.
     */
    @Test
    void release_ofAnEmptyLot_isNoiseOfTheClippingNormOverTheExpectedSize() {
        DpStep step = new DpStep(WIDE, new Clipping.Flat(0.5), secure(), 200, 0.5);

        float[] released = step.release(lot(WIDE, step, zeros(), NOBODY), 3);

        double unit = 3 * 0.5 / 200;
        double squares = 0;
        double sum = 0;
        for (float value : released) {
            squares += (value / unit) * (value / unit);
            sum += value / unit;
        }
        int d = released.length;
        assertThat(squares).isCloseTo(d, within(5 * Math.sqrt(2.0 * d)));
        assertThat(sum).isCloseTo(0, within(5 * Math.sqrt(d)));
    }

    /** One example moves a computed sum by up to C(1 + η), and that is what the noise of multiplier z is made for. */
    @Test
    void release_addsNoiseForWhatOneExampleMovesAComputedSum() {
        RandomStreams streams = RandomStreams.insecureForTests(3);
        DpStep step = new DpStep(WIDE, new Clipping.Flat(0.5), new GaussianNoise(streams.source("noise")), 200, 0.5);
        NoiseSource again = streams.source("noise");

        float[] released = step.release(lot(WIDE, step, zeros(), NOBODY), 3);

        double moves = 0.5 * (1 + SumSensitivity.excess(WIDE.parameterCount()));
        for (float value : released) {
            assertThat(value * 200 / (3 * moves)).isCloseTo(again.nextGaussian(), within(1.5 * 0x1p-13));
        }
    }

    @Test
    void release_dividesByTheExpectedSizeAndNotByTheActualOne() {
        // Gradient of ½(y − t)² at 0 is −t·(x, 1) = −(1, 0, …, 0, 1): norm √2, clipped to 1.
        Dataset data = oneHot(7);
        DpStep step = new DpStep(WIDE, new Clipping.Flat(1), secure(), 100, 1);

        float[] released = step.release(lot(WIDE, step, data, rows(7)), 0);

        double each = -1 / Math.sqrt(2) / 100;
        assertThat((double) released[0]).isCloseTo(7 * each, within(1e-7));
        assertThat((double) released[WIDTH]).isCloseTo(7 * each, within(1e-7));
        assertThat(released[1]).isZero();
    }

    /** From 8 to 1 in four steps: 8, 4, 2, 1 and then 1; the noise is that of each step's own norm. */
    @Test
    void release_withAMovingNorm_movesTheNoiseWithIt() {
        RandomStreams streams = RandomStreams.insecureForTests(3);
        DpStep step =
                new DpStep(WIDE, Clipping.Moving.over(4, 8, 1), new GaussianNoise(streams.source("noise")), 200, 8);
        NoiseSource again = streams.source("noise");

        for (double norm : new double[] {8, 4, 2, 1, 1}) {
            assertThat(step.norm()).isCloseTo(norm, within(1e-14));
            float[] released = step.release(lot(WIDE, step, zeros(), NOBODY), 3);
            double moves = norm * (1 + SumSensitivity.excess(WIDE.parameterCount()));
            for (float value : released) {
                assertThat(value * 200 / (3 * moves)).isCloseTo(again.nextGaussian(), within(1.5 * 0x1p-13));
            }
        }
    }

    @Test
    void movingNorm_thatDoesNotLeadToItsLast_isRefused() {
        assertThatThrownBy(() -> new Clipping.Moving(1, 2, 0.9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the factor must be above 0 and lead from 1.0 to 2.0, got 0.9");
        assertThat(Clipping.Moving.over(3, 1, 4).next(2)).isEqualTo(4);
        assertThat(Clipping.Moving.over(3, 1, 4).next(4)).isEqualTo(4);
    }

    @Test
    void layerNorms_shareOutTheWhole() {
        // 3·4 + 4 = 16 parameters and 4·2 + 2 = 10.
        double[] equal = DpStep.layerNorms(TWO_LAYERS, new Clipping.PerLayer(2, Clipping.Split.EQUAL));
        double[] byDimension = DpStep.layerNorms(TWO_LAYERS, new Clipping.PerLayer(2, Clipping.Split.BY_DIMENSION));

        assertThat(equal).containsExactly(new double[] {Math.sqrt(2), Math.sqrt(2)}, within(1e-15));
        assertThat(byDimension)
                .containsExactly(new double[] {2 * Math.sqrt(16 / 26.0), 2 * Math.sqrt(10 / 26.0)}, within(1e-15));
    }

    /** The noise of all coordinates is z·C, rounded up, so that z_m = z·C/C_m and together they are not less than z. */
    @Test
    void perLayerNoise_isTogetherNotLessThanTheNoiseThatIsAccounted() {
        for (Clipping.Split split : Clipping.Split.values()) {
            double[] norms = DpStep.layerNorms(TWO_LAYERS, new Clipping.PerLayer(0.3, split));
            double standardDeviation = DpStep.standardDeviation(1.1, 0.3);
            double[] multipliers =
                    Arrays.stream(norms).map(norm -> standardDeviation / norm).toArray();

            assertThat(GroupClipping.noiseMultiplier(multipliers)).isBetween(1.1, 1.1 * (1 + 1e-11));
        }
    }

    @Test
    void clip_perLayer_hasABoundForEachLayer() {
        DpStep step = new DpStep(TWO_LAYERS, new Clipping.PerLayer(1, Clipping.Split.EQUAL), secure(), 10, 1);

        ClipBounds clip = step.clip();

        assertThat(clip.groups()).isEqualTo(2);
        assertThat(clip.sensitivity()).isCloseTo(1, within(1e-15));
    }

    /** z = 1, σ_b = 1: 1/z_Δ² = 1 − 1/4, z_Δ = 2/√3. z = 3, σ_b = 2.5: 1/z_Δ² = 1/9 − 1/25 = 16/225, z_Δ = 15/4. */
    @Test
    void gradientNoise_leavesTheCountItsPart() {
        assertThat(adaptive(1).gradientNoise(1)).isCloseTo(2 / Math.sqrt(3), within(1e-15));
        assertThat(adaptive(2.5).gradientNoise(3)).isCloseTo(3.75, within(1e-14));
        assertThatThrownBy(() -> adaptive(1).gradientNoise(2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void release_adaptive_putsMoreNoiseOnTheGradients() {
        Clipping clipping = new Clipping.Adaptive(1, 0.5, 0.2, 2.5);
        DpStep step = new DpStep(WIDE, clipping, secure(), 1, 1);

        float[] released = step.release(lot(WIDE, step, zeros(), NOBODY), 3);

        double squares = 0;
        for (float value : released) {
            squares += value / 3.75 * value / 3.75;
        }
        assertThat(squares).isCloseTo(released.length, within(5 * Math.sqrt(2.0 * released.length)));
    }

    /** All 7 norms are √2. From a bound of 1 none is within: b = 0; from 2 all are: b = 7/7 of the expected 7. */
    @Test
    void release_adaptive_movesTheBoundTowardsTheQuantile() {
        Dataset data = oneHot(7);
        Clipping clipping = new Clipping.Adaptive(1, 0.5, 0.2, 1e3);
        DpStep below = new DpStep(WIDE, clipping, secure(), 7, 1);
        DpStep above = new DpStep(WIDE, clipping, secure(), 7, 2);

        below.release(lot(WIDE, below, data, rows(7)), 0);
        above.release(lot(WIDE, above, data, rows(7)), 0);

        assertThat(below.norm()).isCloseTo(Math.exp(0.2 * 0.5), within(1e-12));
        assertThat(above.norm()).isCloseTo(2 * Math.exp(-0.2 * 0.5), within(1e-12));
    }

    /** An empty lot tells nothing: b = ½ whatever the bound, so that only the quantile's distance from ½ moves it. */
    @Test
    void release_adaptive_ofAnEmptyLotTakesHalfForWithinTheBound() {
        DpStep step = new DpStep(WIDE, new Clipping.Adaptive(1, 0.8, 0.2, 1e3), secure(), 7, 1);

        step.release(lot(WIDE, step, zeros(), NOBODY), 0);

        assertThat(step.norm()).isCloseTo(Math.exp(0.2 * 0.3), within(1e-12));
    }

    private static LotGradient lot(ModelSpec model, DpStep step, Dataset data, int[] rows) {
        try (GradientEngine engine = new GradientEngine(model, 1)) {
            return engine.clippedSum(new float[model.parameterCount()], data, Lot.oneGroup(rows), step.clip());
        }
    }

    private static Clipping adaptive(double countNoise) {
        return new Clipping.Adaptive(1, 0.5, 0.2, countNoise);
    }

    private static GaussianNoise secure() {
        return new GaussianNoise(NoiseSource.secure());
    }

    private static Dataset zeros() {
        return new Dataset("zeros", new int[] {WIDTH}, new float[WIDTH], new float[1], 0, List.of());
    }

    private static Dataset oneHot(int examples) {
        float[] features = new float[WIDTH * examples];
        float[] targets = new float[examples];
        for (int row = 0; row < examples; row++) {
            features[row * WIDTH] = 1;
            targets[row] = 1;
        }
        return new Dataset("one hot", new int[] {WIDTH}, features, targets, 0, List.of());
    }

    private static int[] rows(int count) {
        return IntStream.range(0, count).toArray();
    }
}
