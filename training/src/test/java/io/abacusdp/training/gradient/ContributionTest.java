package io.abacusdp.training.gradient;

import static io.abacusdp.training.gradient.RandomProblems.data;
import static io.abacusdp.training.gradient.RandomProblems.parameters;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.kernels.FloatKernels;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.sum.Dealer;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one example contributes to a sum: the same bits in any company, and never more than its bound. */
class ContributionTest {
    private static final int ROWS = 40;
    private static final int MOST = 600;
    /** Lots of every size up to this, and random ones beyond. */
    private static final int EVERY = 14;

    private static final int RANDOM = Integer.getInteger("contribution.lots", 6);

    /** Factor and gradient of each layer with parameters, and whether they were ever different from the first time. */
    private static final class Contributions implements Tile.Witness {
        private final Map<String, float[]> first = new ConcurrentHashMap<>();
        private final Set<String> different = ConcurrentHashMap.newKeySet();

        @Override
        public void saw(int dataRow, int index, float factor, ParameterLayer layer, float[] x, float[] dy, int row) {
            float[] gradient = layer.gradient(x, dy, row);
            float[] all = Arrays.copyOf(gradient, gradient.length + 1);
            all[gradient.length] = factor;
            String key = "row %d, layer %d".formatted(dataRow, index);
            float[] before = first.putIfAbsent(key, all);
            // Arrays.equals compares bits, but for different NaNs.
            if (before != null && !Arrays.equals(before, all)) {
                different.add(key);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void contribution_inAnyCompanyAndPlace_isTheSameBits(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        float[] parameters = parameters(spec);
        ClipBounds clip = ClipBounds.flat(spec, 0.5);
        for (FloatKernels kernels : RandomProblems.kernels().toList()) {
            SplittableRandom random = new SplittableRandom(2);
            Contributions seen = new Contributions();
            try (GradientEngine one = new GradientEngine(spec, 1, kernels);
                    GradientEngine two = new GradientEngine(spec, 2, kernels)) {
                one.showTo(seen);
                two.showTo(seen);
                for (int row = 0; row < ROWS; row++) {
                    one.clippedSum(parameters, data, Lot.oneGroup(row), clip);
                }
                for (int i = 2; i < EVERY + RANDOM; i++) {
                    int size = i < EVERY ? i : i == EVERY ? MOST : random.nextInt(EVERY, MOST);
                    int[] rows = random.ints(size, 0, ROWS).toArray();
                    Lot lot = new Dealer(1 + random.nextInt(MOST), random).deal(rows);
                    (i % 2 == 0 ? one : two).clippedSum(parameters, data, lot, clip);
                }
            }
            assertThat(seen.first).hasSize(ROWS * ClipBounds.layersWithParameters(spec).length);
            assertThat(seen.different).as(kernels.name()).isEmpty();
        }
    }

    /** Inputs from the least to the greatest floats, at which squares, factors and products leave the normal range. */
    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void contribution_ofExtremeInputs_isWithinItsBound(ModelSpec spec) {
        SplittableRandom random = new SplittableRandom(3);
        int[] layers = ClipBounds.layersWithParameters(spec);
        for (FloatKernels kernels : RandomProblems.kernels().toList()) {
            try (GradientEngine engine = new GradientEngine(spec, 1, kernels)) {
                for (int scale = -44; scale <= 38; scale += 2) {
                    Dataset data = RandomProblems.scaled(spec, 3, Math.pow(10, scale), random);
                    float[] parameters = parameters(spec);
                    double[] bounds = Arrays.stream(layers)
                            .mapToDouble(layer -> Math.pow(10, random.nextDouble(-11, 2)))
                            .toArray();
                    ClipBounds clip =
                            scale % 4 == 0 ? ClipBounds.flat(spec, bounds[0]) : ClipBounds.perLayer(spec, bounds);
                    for (int row = 0; row < 3; row++) {
                        double[] sum = engine.clippedSum(parameters, data, Lot.oneGroup(row), clip)
                                .sum()
                                .toArray();
                        for (int group = 0; group < clip.groups(); group++) {
                            int layer = clip.groups() == 1 ? -1 : layers[group];
                            // The grid alone may add 2^-33 of all bounds to each number.
                            double grid = 0x1p-33 * clip.sensitivity() * Math.sqrt(sum.length);
                            assertThat(RandomProblems.norm(spec, sum, layer))
                                    .isLessThanOrEqualTo(clip.bound(group) + grid);
                        }
                    }
                }
            }
        }
    }

    /** Such factors let one example reach 1.08 of its bound before they were rounded down. */
    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#kernels")
    void contribution_whoseFactorIsBelowTheNormalRange_isWithinItsBound(FloatKernels kernels) {
        ModelSpec spec = RandomProblems.OF_TWO_PARAMETERS;
        SplittableRandom random = new SplittableRandom(1);
        double most = 0;
        try (GradientEngine engine = new GradientEngine(spec, 1, kernels)) {
            for (int i = 0; i < 5000; i++) {
                double bound = Math.pow(10, random.nextDouble(-7, 2));
                float x = (float) Math.pow(10, random.nextDouble(10, 19));
                float target = (float) -Math.pow(10, random.nextDouble(10, 19));
                Dataset data = RandomProblems.points(new float[] {x}, new float[] {target});
                double[] sum = engine.clippedSum(new float[2], data, Lot.oneGroup(0), ClipBounds.flat(spec, bound))
                        .sum()
                        .toArray();
                most = Math.max(most, Math.hypot(sum[0], sum[1]) / bound);
            }
        }
        assertThat(most).isBetween(0.9, 1.0);
    }

    /** Two places of one number whose gradients cancel: measured together, they must not be added apart. */
    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#kernels")
    void contribution_ofPlacesThatCancel_isWithinItsBoundBesideOthers(FloatKernels kernels) {
        ModelSpec spec = ModelSpec.of(2).embedding(2, 1).flatten().linear(1).loss(Loss.SQUARED);
        // Table, weights, bias: both places see the same number, times 1e8 and times nearly -1e8.
        float[] parameters = {1e-9f, 1e-3f, 1e8f, -Math.nextDown(1e8f), 0};
        float[] ids = new float[2 * 101];
        Arrays.fill(ids, 2, ids.length, 1);
        float[] targets = new float[101];
        Arrays.fill(targets, 1, 101, 1e6f);
        targets[0] = -0.01f;
        Dataset data = new Dataset("words", new int[] {2}, ids, targets, 0, List.of());
        ClipBounds clip = ClipBounds.flat(spec, 1);
        try (GradientEngine engine = new GradientEngine(spec, 1, kernels)) {
            double[] with =
                    engine.clippedSum(parameters, data, lot(0), clip).sum().toArray();
            double[] without =
                    engine.clippedSum(parameters, data, lot(1), clip).sum().toArray();
            Arrays.setAll(with, i -> with[i] - without[i]);
            assertThat(RandomProblems.norm(spec, with, -1)).isBetween(0.01, 1.0);
        }
    }

    private static Lot lot(int from) {
        return Lot.oneGroup(IntStream.range(from, 101).toArray());
    }
}
