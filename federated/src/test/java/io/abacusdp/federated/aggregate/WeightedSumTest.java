package io.abacusdp.federated.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.training.optimise.Optimiser;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedSumTest {
    @Test
    void mean_whoeverAnswers_isDividedByTheSameNumber() {
        WeightedSum weights = new WeightedSum(List.of(100.0, 300.0, 600.0), 0.5);
        double[] some = weights.contribution(2, new float[] {6});
        double[] all = {
            weights.contribution(0, new float[] {6})[0] + weights.contribution(1, new float[] {6})[0] + some[0]
        };

        // Shares 1/6, 1/2 and 1; the expected sum of shares is half of 10/6.
        assertThat(weights.share(0)).isCloseTo(1.0 / 6, within(1e-15));
        assertThat(weights.share(2)).isEqualTo(1);
        assertThat(weights.denominator()).isCloseTo(10.0 / 12, within(1e-15));
        assertThat(weights.mean(all)[0]).isCloseTo(12f, within(1e-5f));
        assertThat(weights.mean(some)[0]).isCloseTo(7.2f, within(1e-5f));
    }

    @Test
    void constructor_badWeightOrRate_isRefused() {
        assertThatThrownBy(() -> new WeightedSum(List.of(1.0, Double.NaN), 1)).hasMessageContaining("weight");
        assertThatThrownBy(() -> new WeightedSum(List.of(0.0), 1)).hasMessageContaining("weight");
        assertThatThrownBy(() -> new WeightedSum(List.of(1.0), 0)).hasMessageContaining("rate");
    }

    /** First step of Adam: m = (1 − β₁)g and v = (1 − β₂)g², corrected to g and g²; so η·g/(|g| + ε). */
    @Test
    void fedAdam_firstStep_isThatOfThePaperWithCorrection() {
        Optimiser adam = Aggregation.of("fedadam").optimiser(2);
        float[] model = {1, 1};
        adam.step(model, new float[] {-0.01f, 0.5f}, 0.1);

        assertThat(model[0]).isCloseTo((float) (1 + 0.1 * 0.01 / (0.01 + 1e-3)), within(1e-5f));
        assertThat(model[1]).isCloseTo((float) (1 - 0.1 * 0.5 / (0.5 + 1e-3)), within(1e-5f));
    }

    @Test
    void of_unknownName_saysWhichThereAre() {
        assertThat(Aggregation.of("fedprox")).isEqualTo(Aggregation.FEDPROX);
        assertThatThrownBy(() -> Aggregation.of("fedsgd")).hasMessageContaining("[fedavg, fedprox, fedadam]");
    }
}
