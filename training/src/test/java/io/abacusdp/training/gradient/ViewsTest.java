package io.abacusdp.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import io.abacusdp.training.sum.SumSensitivity;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ViewsTest {
    private static final int SIDE = 8;
    private static final int ROWS = 30;
    private static final Views VIEWS = new Views(5, 2, true);

    static Stream<ModelSpec> models() {
        return Stream.concat(
                Stream.of(BuiltInModel.values()).map(model -> model.forData(Shape.of(SIDE, SIDE, 1), 3)),
                Stream.of(ModelSpec.of(SIDE, SIDE, 1)
                        .conv2d(4, 3, 1, 1)
                        .add(new LayerSpec.GroupNorm(2))
                        .tanh()
                        .flatten()
                        .linear(3)
                        .loss(Loss.SOFTMAX_CROSS_ENTROPY)));
    }

    private static Dataset pictures(int rows) {
        SplittableRandom random = new SplittableRandom(7);
        float[] pixels = new float[rows * SIDE * SIDE];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) random.nextDouble(-1, 1);
        }
        float[] targets = new float[rows];
        for (int row = 0; row < rows; row++) {
            targets[row] = row % 3;
        }
        return new Dataset("pictures", new int[] {SIDE, SIDE, 1}, pixels, targets, 3, List.of());
    }

    private static float[] view(Dataset data, int row, int coin, int view) {
        float[] to = new float[SIDE * SIDE];
        VIEWS.copy(data, row, coin, view, to, 0);
        return to;
    }

    /** The mean of the gradients of the views, each by the definition, and then clipped as one. */
    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_ofOneExample_isItsViewsMeanGradientClipped(ModelSpec spec) {
        Dataset data = pictures(ROWS);
        float[] parameters = RandomProblems.parameters(spec);
        double[] wide = IntStream.range(0, parameters.length)
                .mapToDouble(i -> parameters[i])
                .toArray();
        NaiveModel naive = new NaiveModel(spec);
        for (double bound : new double[] {0.1, 1e4}) {
            for (int row = 0; row < 3; row++) {
                Lot lot = new Dealer(1, new SplittableRandom(row)).deal(new int[] {row});
                double[] mean = new double[parameters.length];
                for (int view = 0; view < 5; view++) {
                    Dataset one = new Dataset(
                            "view",
                            data.shape(),
                            view(data, row, lot.coin(0), view),
                            new float[] {data.target(row)},
                            3,
                            List.of());
                    double[] gradient = naive.gradient(wide, one, 0);
                    for (int i = 0; i < mean.length; i++) {
                        mean[i] += gradient[i] / 5;
                    }
                }
                double norm = Math.sqrt(Arrays.stream(mean).map(g -> g * g).sum());
                double factor = Math.min(1, bound / norm);

                double[] sum;
                try (GradientEngine engine = new GradientEngine(spec, 1, LossSettings.PLAIN, VIEWS)) {
                    sum = engine.clippedSum(parameters, data, lot, ClipBounds.flat(spec, bound))
                            .sum()
                            .toArray();
                }

                assertThat(sum)
                        .containsExactly(
                                Arrays.stream(mean).map(g -> g * factor).toArray(),
                                within(1e-5 * Math.max(1e-2, norm * factor)));
            }
        }
    }

    /**
     * In lots of any size and company, with the same coins: what is without a record differs from what is with it by at most
     * C(1 + η), and all is the same whatever the number of threads.
     */
    @ParameterizedTest
    @MethodSource("models")
    void clippedSum_withoutOneExample_differsByOneClippedGradient(ModelSpec spec) {
        Dataset data = pictures(ROWS);
        float[] parameters = RandomProblems.parameters(spec);
        double bound = 0.3;
        ClipBounds clip = ClipBounds.flat(spec, bound);
        double most = bound * (1 + SumSensitivity.excess(spec.parameterCount()));
        for (FloatKernels kernels : RandomProblems.kernels().toList()) {
            try (GradientEngine one = new GradientEngine(spec, 1, LossSettings.PLAIN, VIEWS, kernels);
                    GradientEngine two = new GradientEngine(spec, 2, LossSettings.PLAIN, VIEWS, kernels)) {
                for (int size : new int[] {1, 2, 7, 40, 150}) {
                    SplittableRandom random = new SplittableRandom(size);
                    int[] rows = random.ints(size, 1, ROWS).toArray();
                    rows[size / 2] = 0;
                    Lot lot = new Dealer(100, random).deal(rows);
                    double[] with =
                            one.clippedSum(parameters, data, lot, clip).sum().toArray();
                    double[] without = one.clippedSum(parameters, data, lot.without(row -> row == 0), clip)
                            .sum()
                            .toArray();

                    double squares = 0;
                    for (int i = 0; i < with.length; i++) {
                        squares += (with[i] - without[i]) * (with[i] - without[i]);
                    }
                    assertThat(Math.sqrt(squares)).isBetween(0.5 * bound, most);
                    assertThat(two.clippedSum(parameters, data, lot, clip).sum().toArray())
                            .isEqualTo(with);
                }
            }
        }
    }

    /** All 25 shifts, mirrored and not, and nothing else, from coins that differ in one bit. */
    @Test
    void views_areAllShiftsAndTheirMirrors() {
        Dataset data = pictures(1);
        Set<String> expected = new HashSet<>();
        float[] picture = new float[SIDE * SIDE];
        data.copyFeatures(0, picture, 0);
        for (int down = -2; down <= 2; down++) {
            for (int right = -2; right <= 2; right++) {
                for (int mirrored = 0; mirrored < 2; mirrored++) {
                    float[] moved = new float[SIDE * SIDE];
                    for (int y = 0; y < SIDE; y++) {
                        for (int x = 0; x < SIDE; x++) {
                            int fromY = Math.min(SIDE - 1, Math.max(0, y - down));
                            int fromX = Math.min(SIDE - 1, Math.max(0, x - right));
                            moved[y * SIDE + x] = picture[fromY * SIDE + (mirrored == 1 ? SIDE - 1 - fromX : fromX)];
                        }
                    }
                    expected.add(Arrays.toString(moved));
                }
            }
        }
        Set<String> seen = new HashSet<>();
        for (int coin = 0; coin < 400; coin++) {
            for (int view = 0; view < 5; view++) {
                seen.add(Arrays.toString(view(data, 0, coin, view)));
            }
        }
        // One of 50 is missing in 2000 draws with probability 50·0.98^2000, below 1e-15; and the coins are fixed.
        assertThat(seen).isEqualTo(expected).hasSize(50);
    }

    @Test
    void views_dependOnTheirCoinAlone() {
        Dataset data = pictures(2);
        Dataset alone = data.rows("alone", 1);

        assertThat(view(data, 1, 12345, 3)).isEqualTo(view(alone, 0, 12345, 3));
    }

    @Test
    void views_ofWhatIsNoPicture_areRefused() {
        assertThatThrownBy(() -> VIEWS.check(new int[] {40})).hasMessageContaining("views are of pictures");
        assertThatThrownBy(() -> VIEWS.check(new int[] {2, 9, 1})).hasMessageContaining("more than the shift of 2");
        assertThatThrownBy(() -> new Views(4, 0, false)).hasMessageContaining("several views must differ");
        assertThatThrownBy(() -> new Views(65, 1, false)).hasMessageContaining("from 1 to 64, got 65");
    }
}
