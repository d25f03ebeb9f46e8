package io.abacusdp.training.gradient;

import static io.abacusdp.training.gradient.RandomProblems.data;
import static io.abacusdp.training.gradient.RandomProblems.parameters;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.sum.Lot;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationTest {
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
            double lossSum = engine.clippedSum(parameters, data, Lot.oneGroup(rows), ClipBounds.flat(spec, 1))
                    .lossSum();
            assertThat(engine.evaluate(parameters, data).meanLoss()).isCloseTo(lossSum / 200, within(1e-6));
        }
    }
}
