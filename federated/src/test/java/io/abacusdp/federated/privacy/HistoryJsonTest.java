package io.abacusdp.federated.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.storage.StrictJson;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HistoryJsonTest {
    private static PrivacyHistory history() {
        PrivacyHistory history = new PrivacyHistory();
        for (int round = 0; round < 3; round++) {
            history.add(new RoundCharge(
                    Map.of("a", RoundRecord.steps(1.1, 0.07, 13), "b", RoundRecord.steps(0.9, 0.031, 7)),
                    Optional.of(new PoissonSampled(0.3, new Gaussian(1.7))),
                    Map.of("b", new Gaussian(1.7))));
        }
        history.addRecord("b", RoundRecord.steps(2, 0.5, 1));
        return history;
    }

    @Test
    void read_whatWasWritten_givesTheSameEpsilonsToTheLastBit() {
        PrivacyHistory history = history();
        PrivacyCosts costs = PrivacyCosts.best(1e-6);

        ObjectNode node = HistoryJson.write(history, costs);
        PrivacyHistory again = HistoryJson.read(StrictJson.parse(node.toString()));

        assertThat(HistoryJson.write(again, PrivacyCosts.best(1e-6)).toString()).isEqualTo(node.toString());
        assertThat(node.path("target_delta").doubleValue()).isEqualTo(1e-6);
        assertThat(node.path("cumulative_sample_epsilon").doubleValue()).isPositive();
        assertThat(node.path("cumulative_user_epsilon_sampling_known").doubleValue())
                .isGreaterThan(node.path("cumulative_user_epsilon").doubleValue());
    }

    @Test
    void write_ofNothingAndOfInfinity_canBeReadAgain() {
        ObjectNode nothing = HistoryJson.write(new PrivacyHistory(), PrivacyCosts.best(1e-5));
        PrivacyHistory open = new PrivacyHistory();
        open.addRecord("a", new NonPrivate());
        ObjectNode infinite = HistoryJson.write(open, PrivacyCosts.best(1e-5));

        assertThat(nothing.path("cumulative_sample_epsilon").isNull()).isTrue();
        assertThat(HistoryJson.read(nothing).clients()).isEmpty();
        assertThat(HistoryJson.epsilon(infinite.path("cumulative_sample_epsilon")))
                .hasValue(Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> HistoryJson.read(StrictJson.parse("{}"))).hasMessageContaining("sample_history");
    }

    @Test
    void roundChargeJson_bothWays_isTheSame() {
        RoundCharge charge = new RoundCharge(
                Map.of("a", new Gaussian(1), "b", new Gaussian(1), "c", new Gaussian(2)),
                Optional.empty(),
                Map.of("a", new Gaussian(3)));

        String json = RoundChargeJson.write(charge).toString();

        assertThat(RoundChargeJson.read(StrictJson.parse(json))).isEqualTo(charge);
        assertThatThrownBy(() -> RoundChargeJson.read(StrictJson.parse("{\"records\":[]}")))
                .hasMessageContaining("must have");
        assertThatThrownBy(() -> RoundChargeJson.read(
                        StrictJson.parse(json.replace("\"clients\":[\"a\",\"b\"]", "\"clients\":[\"a\",\"a\"]"))))
                .hasMessageContaining("different names");
    }
}
