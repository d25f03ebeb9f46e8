package io.abacusdp.training.gradient;

import static io.abacusdp.training.gradient.RandomProblems.data;
import static io.abacusdp.training.gradient.RandomProblems.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.LossSettings;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.sum.Lot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LossSettingsTest {
    private static final int ROWS = 6;
    private static final double SMOOTHING = 0.3;

    static List<ModelSpec> modelsOfClasses() {
        return RandomProblems.models()
                .filter(spec -> spec.loss() != Loss.SQUARED)
                .toList();
    }

    /** w_t·((1 − s)·ℓ(t) + s·mean_j ℓ(j)), by the definition: gradients of the example with each class in turn. */
    @ParameterizedTest
    @MethodSource("modelsOfClasses")
    void gradient_withSettings_isTheWeightedMeanOverClasses(ModelSpec spec) {
        Dataset data = data(spec, ROWS);
        float[] parameters = parameters(spec);
        int classes = data.classes();
        double[] weights = IntStream.range(0, classes).mapToDouble(j -> 0.5 + j).toArray();
        LossSettings settings =
                new LossSettings(SMOOTHING, DoubleStream.of(weights).boxed().toList());
        double[] wide = IntStream.range(0, parameters.length)
                .mapToDouble(i -> parameters[i])
                .toArray();
        NaiveModel naive = new NaiveModel(spec);
        try (GradientEngine engine = new GradientEngine(spec, 1, settings, Views.NONE)) {
            for (int row = 0; row < ROWS; row++) {
                int target = (int) data.target(row);
                double[] expected = new double[parameters.length];
                double expectedLoss = 0;
                for (int j = 0; j < classes; j++) {
                    double share = weights[target] * (SMOOTHING / classes + (j == target ? 1 - SMOOTHING : 0));
                    Dataset other = withTargets(data, j);
                    double[] gradient = naive.gradient(wide, other, row);
                    for (int i = 0; i < expected.length; i++) {
                        expected[i] += share * gradient[i];
                    }
                    expectedLoss += share * naive.loss(wide, other, row);
                }

                LotGradient actual = engine.clippedSum(
                        parameters, data, Lot.oneGroup(row), ClipBounds.flat(spec, Double.POSITIVE_INFINITY));

                double norm = Math.sqrt(Arrays.stream(expected).map(g -> g * g).sum());
                assertThat(actual.sum().toArray()).containsExactly(expected, within(1e-4 * Math.max(1, norm)));
                assertThat(actual.lossSum()).isCloseTo(expectedLoss, within(1e-4 * Math.max(1, expectedLoss)));
            }
        }
    }

    private static Dataset withTargets(Dataset data, int target) {
        float[] features = new float[data.size() * data.featureCount()];
        for (int row = 0; row < data.size(); row++) {
            data.copyFeatures(row, features, row * data.featureCount());
        }
        float[] targets = new float[data.size()];
        Arrays.fill(targets, target);
        return new Dataset("other", data.shape(), features, targets, data.classes(), List.of());
    }

    /** Weights change the direction of a sum, never how far one example can move it. */
    @Test
    void gradient_ofAHugeWeight_isClippedLikeAnyOther() {
        ModelSpec spec = ModelSpec.of(2).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);
        Dataset data = data(spec, ROWS);
        LossSettings settings = new LossSettings(0, List.of(1e6, 1e6, 1e6));
        try (GradientEngine engine = new GradientEngine(spec, 1, settings, Views.NONE)) {
            for (int row = 0; row < ROWS; row++) {
                double[] sum = engine.clippedSum(parameters(spec), data, Lot.oneGroup(row), ClipBounds.flat(spec, 0.25))
                        .sum()
                        .toArray();

                assertThat(Math.sqrt(Arrays.stream(sum).map(g -> g * g).sum())).isBetween(0.2499, 0.25 + 1e-9);
            }
        }
    }

    @Test
    void settings_thatDoNotFitTheModel_areRefused() {
        ModelSpec numbers = ModelSpec.of(2).linear(1).loss(Loss.SQUARED);
        ModelSpec classes = ModelSpec.of(2).linear(3).loss(Loss.SOFTMAX_CROSS_ENTROPY);

        assertThatThrownBy(() -> new LossSettings(0.1, List.of()).check(numbers))
                .hasMessageContaining("are for classes, got the loss squared");
        assertThatThrownBy(() -> new LossSettings(0, List.of(1.0, 2.0)).check(classes))
                .hasMessageContaining("one weight for each of 3 classes, got 2");
        assertThatThrownBy(() -> new LossSettings(1, List.of())).hasMessageContaining("must be in [0, 1), got 1.0");
        assertThatThrownBy(() -> new LossSettings(0, List.of(0.0, 1.0)))
                .hasMessageContaining("finite and above 0, got 0.0");
    }
}
