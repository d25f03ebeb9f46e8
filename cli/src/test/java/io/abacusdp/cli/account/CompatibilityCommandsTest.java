package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;

/** The commands of other libraries. */
class CompatibilityCommandsTest {
    @Test
    void computeDpSgdPrivacy_documentedExample_isTheDocumentedResult() {
        Run run = Run.of("compute-dp-sgd-privacy --epochs=3 --delta=1e-5 --sample-rate 0.01 --noise-multiplier 1.0"
                + " --alphas 2 5 10 20 100");
        assertThat(run.status()).isZero();
        assertThat(run.figure("epsilon")).isCloseTo(2.39, within(5e-3));
        assertThat(run.figure("order")).isEqualTo(5);
        assertThat(run.out()).contains("300 steps at sampling rate 0.01 and noise multiplier 1");
    }

    @Test
    void computeDpSgdPrivacy_shortFlags_useDefaultOrders() {
        Run run = Run.of("compute-dp-sgd-privacy -r 0.04 -n 1.5 -e 90 --format json");
        assertThat(run.json().get(0).get("value").doubleValue()).isCloseTo(7.32911117143, within(1e-9));
    }

    @Test
    void computeDpSgdPrivacy_orderAtTheEdge_warns() {
        assertThat(Run.of("compute-dp-sgd-privacy -r 0.01 -n 1 -e 3 -a 20 30").out())
                .contains("at the edge");
        Run run = Run.of("compute-dp-sgd-privacy -r 1e-9 -n 1 -e 9e15");
        assertThat(run.err()).contains("at most 2^53 steps");
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void computeDpEpsilon_documentedExample_isAboveThePublishedEpsilon() {
        Run run = Run.of("compute-dp-epsilon -p 5e-3 -s 0.8 -i 1000 -d 1e-6");
        assertThat(run.out())
                .contains("exact: eps_lower = 2.0041, eps_upper = 2.00411", "rdp: eps_lower = unknown, eps_upper = ");
        Run json = Run.of("compute-dp-epsilon --sampling-probability 5e-3 --noise-multiplier 0.8 --delta 1e-6"
                + " --num-compositions 1000 --format json");
        // The truth is 2.0041062932.
        assertThat(json.json().get(0).get("value").doubleValue()).isCloseTo(2.0041062932, within(1e-9));
    }
}
