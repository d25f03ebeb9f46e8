package io.abacusdp.training.gradient;

import static io.abacusdp.training.gradient.RandomProblems.data;
import static io.abacusdp.training.gradient.RandomProblems.doubles;
import static io.abacusdp.training.gradient.RandomProblems.kernels;
import static io.abacusdp.training.gradient.RandomProblems.norm;
import static io.abacusdp.training.gradient.RandomProblems.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ParameterBlock;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine's sums against a naive computation in doubles, and that against finite differences. */
class ClippedSumTest {
    private static final double TOLERANCE = 1e-5;
    private static final int ROWS = 21;

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
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
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_flat_equalsNaive(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        check(spec, data, ClipBounds.flat(spec, medianNorm(spec, data, -1)));
    }

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_perLayer_equalsNaive(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        double[] bounds = Arrays.stream(ClipBounds.layersWithParameters(spec))
                .mapToDouble(layer -> medianNorm(spec, data, layer))
                .toArray();
        check(spec, data, ClipBounds.perLayer(spec, bounds));
    }

    @ParameterizedTest
    @MethodSource("io.abacusdp.training.gradient.RandomProblems#models")
    void clippedSum_unbounded_equalsGradientOfTheSumOfLosses(ModelSpec spec) {
        check(spec, data(spec, ROWS), ClipBounds.flat(spec, Double.POSITIVE_INFINITY));
    }

    private static void check(ModelSpec spec, Dataset data, ClipBounds clip) {
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
                LotGradient result = engine.clippedSum(parameters, data, Lot.oneGroup(rows), clip);
                assertClose(spec, expected, result.sum().toArray());
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
    private static void assertClose(ModelSpec spec, double[][] expected, double[] actual) {
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
}
