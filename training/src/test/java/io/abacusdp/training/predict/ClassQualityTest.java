package io.abacusdp.training.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Expected values were worked out by hand from the definitions. */
class ClassQualityTest {
    private static final double LOG3 = Math.log(3);

    /** Outputs whose probabilities of class 1 are 3/4, 1/4, 3/4, 1/2 and 1/4, for the classes 1, 0, 0, 1, 1. */
    @Test
    void logistic_ofFiveExamples_isWhatTheDefinitionsSay() {
        Dataset data = data(2, 1, 0, 0, 1, 1);
        ClassQuality quality = quality(Loss.LOGISTIC, data, new double[][] {{LOG3}, {-LOG3}, {LOG3}, {0}, {-LOG3}});

        assertThat(quality.examples()).isEqualTo(5);
        // An output of exactly 0 counts as class 0.
        assertThat(quality.accuracy()).isEqualTo(2.0 / 5);
        assertThat(quality.logLoss())
                .isCloseTo((2 * Math.log(4.0 / 3) + 2 * Math.log(4) + Math.log(2)) / 5, within(1e-7));
        assertThat(quality.brier()).isCloseTo((2 * 2.0 / 16 + 2 * 18.0 / 16 + 2.0 / 4) / 5, within(1e-7));
        // Members score 3/4, 1/2, 1/4 and others 1/4, 3/4: 6 pairs, of which 1 + .5, 1, .5 are won.
        assertThat(quality.auc().getAsDouble()).isEqualTo(3.0 / 6);
        assertThat(List.of(quality.confusion(0, 0), quality.confusion(0, 1))).containsExactly(1, 1);
        assertThat(List.of(quality.confusion(1, 0), quality.confusion(1, 1))).containsExactly(2, 1);
        ClassQuality.OneClass one = quality.classes().get(1);
        assertThat(one.there()).isEqualTo(3);
        assertThat(one.predicted()).isEqualTo(2);
        assertThat(one.precision()).hasValue(0.5);
        assertThat(one.recall().getAsDouble()).isCloseTo(1.0 / 3, within(1e-15));
        assertThat(one.f1().getAsDouble()).isCloseTo(0.4, within(1e-15));
        // Confidence 3/4 four times, right twice; and 1/2 once, wrong.
        assertThat(quality.bins().get(7).examples()).isEqualTo(4);
        assertThat(quality.bins().get(7).accuracy()).isEqualTo(0.5);
        assertThat(quality.bins().get(5).examples()).isEqualTo(1);
        assertThat(quality.calibrationError()).isCloseTo((4 * 0.25 + 0.5) / 5, within(1e-7));
    }

    @Test
    void softmax_ofThreeClasses_takesTheMeanAreaOfAll() {
        Dataset data = data(3, 0, 1, 2);
        ClassQuality quality =
                quality(Loss.SOFTMAX_CROSS_ENTROPY, data, new double[][] {{5, 0, 0}, {0, 5, 0}, {9, 0, 0}});

        assertThat(quality.accuracy()).isCloseTo(2.0 / 3, within(1e-15));
        // Class 0: 1 of 2 others below; class 1: both; class 2: one below, one tied with neither, so .5 of 2.
        assertThat(quality.auc().getAsDouble()).isCloseTo((0.5 + 1 + 0) / 3, within(1e-15));
        assertThat(quality.classes().get(2).precision()).isEqualTo(OptionalDouble.empty());
        assertThat(quality.classes().get(2).recall()).hasValue(0);
        assertThat(quality.classes().get(2).f1()).hasValue(0);
    }

    /** A probability that rounds to 0 has a finite surprise. */
    @Test
    void logLoss_ofACertainMistake_isFinite() {
        assertThat(quality(Loss.SOFTMAX_CROSS_ENTROPY, data(2, 1), new double[][] {{2000, 0}})
                        .logLoss())
                .isEqualTo(2000);
        assertThat(quality(Loss.LOGISTIC, data(2, 1), new double[][] {{-2000}}).logLoss())
                .isEqualTo(2000);
    }

    @Test
    void areaOfOneClassAlone_isNone() {
        assertThat(quality(Loss.LOGISTIC, data(2, 1, 1), new double[][] {{1}, {2}})
                        .auc())
                .isEmpty();
    }

    @Test
    void noExamples_areRefused() {
        Dataset none = data(2);
        assertThatThrownBy(() -> ClassQuality.of(List.of(), none, none.format()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 example");
    }

    /** Labels 1, 2, 6 and predictions 2, 2, 4: errors 1, 0, 2; the labels' mean is 3 and their spread 14. */
    @Test
    void numbers_areMeasuredByTheDefinitions() {
        Dataset data = new Dataset("numbers", new int[] {1}, new float[3], new float[] {1, 2, 6}, 0, List.of());
        List<Prediction> predictions = predictions(Loss.SQUARED, data, new double[][] {{2}, {2}, {4}});

        NumberQuality quality = NumberQuality.of(predictions, data);

        assertThat(quality.mae()).isEqualTo(1);
        assertThat(quality.rmse()).isCloseTo(Math.sqrt(5.0 / 3), within(1e-15));
        assertThat(quality.rSquared().getAsDouble()).isCloseTo(1 - 5.0 / 14, within(1e-15));
        Dataset same = new Dataset("same", new int[] {1}, new float[3], new float[] {4, 4, 4}, 0, List.of());
        assertThat(NumberQuality.of(predictions, same).rSquared()).isEmpty();
    }

    private static ClassQuality quality(Loss loss, Dataset data, double[][] outputs) {
        return ClassQuality.of(predictions(loss, data, outputs), data, data.format());
    }

    private static List<Prediction> predictions(Loss loss, Dataset data, double[][] outputs) {
        List<Prediction> predictions = new ArrayList<>();
        for (double[] row : outputs) {
            float[] y = new float[row.length];
            for (int i = 0; i < y.length; i++) {
                y[i] = (float) row[i];
            }
            predictions.add(Prediction.of(loss, data.format(), y, 0, y.length));
        }
        return predictions;
    }

    private static Dataset data(int classes, float... targets) {
        return new Dataset("data", new int[] {1}, new float[targets.length], targets, classes, List.of());
    }
}
