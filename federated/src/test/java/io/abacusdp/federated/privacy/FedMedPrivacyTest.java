package io.abacusdp.federated.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.rdp.RdpAccountant;
import org.junit.jupiter.api.Test;

class FedMedPrivacyTest {
    /** As its checkpoints have it after three rounds. */
    private static final String CHECKPOINT = """
            {"version":"2.0","privacy":{"target_delta":1e-5,
              "sample_history":[[1.0,0.1,100],[1.0,0.1,100],[1.0,0.1,100]],"user_history":[],
              "cumulative_sample_epsilon":13.6,"cumulative_user_epsilon":0.0,"partial_round_epsilon":0.0}}
            """;

    private static double sample(FedMedPrivacy privacy, PrivacyCosts costs) {
        return costs.worstRecords(privacy.history("a"))
                .orElseThrow()
                .guarantee()
                .epsilon();
    }

    @Test
    void read_aCheckpoint_pricesItsStepsAnew() {
        FedMedPrivacy privacy = FedMedPrivacy.read(CHECKPOINT);

        assertThat(privacy.targetDelta()).isEqualTo(1e-5);
        assertThat(sample(privacy, new PrivacyCosts(new RdpAccountant(), 1e-5))).isCloseTo(13.60, within(0.005));
        assertThat(sample(privacy, PrivacyCosts.best(1e-5))).isCloseTo(12.40, within(0.005));
    }

    @Test
    void read_aPrivacyLog_isTheSame() {
        String round = "{\"round\":%d,\"sample\":{\"noise\":1.0,\"rate\":0.1,\"steps\":100},"
                + "\"user\":{\"noise\":0.0,\"rate\":0.0,\"steps\":0}}";
        String log = "{\"target_delta\":1e-5,\"num_rounds\":3,\"history\":[%s,%s,%s]}"
                .formatted(round.formatted(1), round.formatted(2), round.formatted(3));

        assertThat(FedMedPrivacy.read(log)).isEqualTo(FedMedPrivacy.read(CHECKPOINT));
    }

    @Test
    void write_andReadAgain_isTheSame() {
        PrivacyHistory history = FedMedPrivacy.read(CHECKPOINT).history("a");
        history.record("b", new RoundRecord(1, 3, 0.1, 100, 2, 0.5, 4));

        ObjectNode node = FedMedPrivacy.write(history, PrivacyCosts.best(1e-5));
        FedMedPrivacy again = FedMedPrivacy.read(node.toString());

        // The format has room for one client: the worst.
        assertThat(node.path("sample_history")).hasSize(3);
        assertThat(node.path("sample_history").get(0).toString()).isEqualTo("[1.0,0.1,100]");
        assertThat(node.path("user_history").toString()).isEqualTo("[[2.0,0.5,4]]");
        assertThat(node.path("cumulative_sample_epsilon").doubleValue()).isCloseTo(12.40, within(0.005));
        assertThat(sample(again, PrivacyCosts.best(1e-5)))
                .isEqualTo(node.path("cumulative_sample_epsilon").doubleValue());
    }

    /** DP-FedMed leaves such steps out of its history, as if they had cost nothing. */
    @Test
    void read_stepsWithoutNoise_areNotPrivate() {
        String json = CHECKPOINT.replace("[[1.0,0.1,100],", "[[0.0,0.1,100],");

        FedMedPrivacy privacy = FedMedPrivacy.read(json);

        assertThat(sample(privacy, PrivacyCosts.best(1e-5))).isInfinite();
        ObjectNode written = FedMedPrivacy.write(privacy.history("a"), PrivacyCosts.best(1e-5));
        assertThat(sample(FedMedPrivacy.read(written.toString()), PrivacyCosts.best(1e-5)))
                .isInfinite();
    }

    @Test
    void read_whatCannotBePriced_isRefused() {
        assertThatThrownBy(() -> FedMedPrivacy.read(
                        CHECKPOINT.replace("\"partial_round_epsilon\":0.0", "\"partial_round_epsilon\":0.4")))
                .hasMessageContaining("cut off");
        assertThatThrownBy(() -> FedMedPrivacy.read("{\"target_delta\":1e-5}"))
                .hasMessageContaining("sample_history must be a list");
        assertThatThrownBy(() -> FedMedPrivacy.read(CHECKPOINT.replace("[1.0,0.1,100]", "[1.0,0.1]")))
                .hasMessageContaining("must hold [sigma, q, steps]");
        assertThatThrownBy(() -> FedMedPrivacy.read(CHECKPOINT.replace("[1.0,0.1,100]", "[\"x\",0.1,100]")))
                .hasMessageContaining("numbers");
        assertThatThrownBy(() -> FedMedPrivacy.read("{\"history\":[]}")).hasMessageContaining("target_delta");
        assertThatThrownBy(() -> FedMedPrivacy.empty(1)).hasMessageContaining("target_delta");
    }

    @Test
    void write_anotherMechanism_isRefused() {
        PrivacyHistory history = new PrivacyHistory();
        history.addRecord("a", new Laplace(1));

        assertThatThrownBy(() -> FedMedPrivacy.write(history, PrivacyCosts.best(1e-5)))
                .hasMessageContaining("Gaussians only");
    }
}
