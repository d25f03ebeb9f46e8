package io.abacusdp.cli.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.cli.Run;
import org.junit.jupiter.api.Test;

class RdpCommandTest {
    @Test
    void text_severalOrders_isATableOfKnownValues() {
        Run run = Run.of("rdp --noise-multiplier 1 --sampling-rate .01 --steps 1 --orders 1.1,2,16 --digits 13");
        assertThat(run.lines()).hasSize(4).startsWith("order rdp");
        assertThat(run.figure("1.1")).isCloseTo(9.241471085e-5, within(1e-13));
        assertThat(run.figure("2")).isCloseTo(1.718134220745e-4, within(1e-15));
        assertThat(run.figure("16")).isCloseTo(3.087850783696, within(1e-11));
    }

    @Test
    void json_severalOrders_isOneAnswerALine() {
        Run run = Run.withInput(
                "{\"type\":\"laplace\",\"noise_multiplier\":1}", "rdp --events - --order 2..4 --format json");
        assertThat(run.json()).hasSize(3);
        assertThat(run.json().get(0).get("value").doubleValue()).isCloseTo(.619123629998593, within(1e-13));
        assertThat(run.json().get(2).get("order").doubleValue()).isEqualTo(4);
    }

    @Test
    void orders_allOfThem_areWrongUsage() {
        Run run = Run.of("rdp --noise-multiplier 1 --orders continuous");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("must be classic or a list of orders, got continuous");
    }

    /** Kullback-Leibler of Laplace noise of scale 1 is e^{−1}, and its losses are at most 1. */
    @Test
    void orders_oneAndInfinity_areTheLimits() {
        Run run = Run.withInput(
                "{\"type\":\"laplace\",\"noise_multiplier\":1}", "rdp --events - --orders 1,2,Infinity --digits 9");
        assertThat(run.lines()).hasSize(4);
        assertThat(run.figure("1")).isBetween(Math.exp(-1), Math.exp(-1) + 1e-6);
        assertThat(run.figure("2")).isCloseTo(.619123629998593, within(1e-8));
        assertThat(run.figure("Infinity")).isBetween(1.0, 1 + 1.1e-8);
    }

    @Test
    void event_withDeltaApart_isRefusedBeforeAnyOutput() {
        Run run =
                Run.withInput("{\"type\":\"approximate_dp\",\"epsilon\":1,\"delta\":1e-6}", "rdp --events - --order 2");
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
    }
}
