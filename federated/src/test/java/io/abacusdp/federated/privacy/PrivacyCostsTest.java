package io.abacusdp.federated.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyCostsTest {
    private static final double DELTA = 1e-5;

    private static PrivacyHistory rounds(int count) {
        PrivacyHistory history = new PrivacyHistory();
        for (int round = 1; round <= count; round++) {
            history.record("a", new RoundRecord(round, 1, 0.1, 100, 0, 0, 0));
        }
        return history;
    }

    private static double sample(PrivacyCosts costs, PrivacyHistory history) {
        return costs.worstRecords(history).orElseThrow().guarantee().epsilon();
    }

    /** The figures are those of the project's specification, by contour integration and by Rényi accounting. */
    @ParameterizedTest
    @CsvSource({"1, 7.05, 7.90", "3, 12.40, 13.60", "10, 25.20, 27.16"})
    void worstRecords_sigma1RateATenth100StepsARound_isTheKnownEpsilon(int rounds, double exact, double rdp) {
        assertThat(sample(PrivacyCosts.best(DELTA), rounds(rounds))).isCloseTo(exact, within(0.005));
        RdpAccountant classic = new RdpAccountant(Orders.classicGrid(), Conversion.BALLE);
        assertThat(sample(new PrivacyCosts(classic, DELTA), rounds(rounds))).isCloseTo(rdp, within(0.005));
        // All orders do no worse than some.
        assertThat(sample(new PrivacyCosts(new RdpAccountant(), DELTA), rounds(rounds)))
                .isBetween(exact, rdp + 0.005);
    }

    @Test
    void multiplier_forEpsilon8Over10Rounds_isSafeAndNotMore() {
        double noise = RoundNoise.multiplier(8, DELTA, 0.1, 100, 10);

        assertThat(noise).isCloseTo(2.05, within(0.005));
        PrivacyHistory history = new PrivacyHistory();
        for (int round = 1; round <= 10; round++) {
            history.record("a", new RoundRecord(round, noise, 0.1, 100, 0, 0, 0));
        }
        assertThat(sample(PrivacyCosts.best(DELTA), history)).isBetween(7.9999, 8.0);
        // What another library returns for the same question.
        assertThat(AutoAccountant.best()
                        .epsilon(RoundRecord.steps(1.0, 0.1, 1000), Adjacency.ADD_OR_REMOVE_ONE, DELTA)
                        .epsilon())
                .isGreaterThan(25);
        assertThatThrownBy(() -> RoundNoise.multiplier(8, DELTA, 0.1, 0, 10)).hasMessageContaining("at least 1");
    }

    /** A mean of rates and steps would say less than the worst client has lost. */
    @Test
    void worstRecords_ofDifferentClients_isTheWorstAndNoAverage() {
        PrivacyHistory history = new PrivacyHistory();
        history.record("large", new RoundRecord(1, 2, 0.01, 100, 0, 0, 0));
        history.record("small", new RoundRecord(1, 1, 0.1, 100, 0, 0, 0));
        history.record("tiny", new RoundRecord(1, 4, 0.2, 10, 0, 0, 0));

        PrivacyCosts.OfClient worst =
                PrivacyCosts.best(DELTA).worstRecords(history).orElseThrow();

        assertThat(worst.client()).isEqualTo("small");
        assertThat(worst.guarantee().epsilon()).isEqualTo(sample(PrivacyCosts.best(DELTA), rounds(1)));
    }

    @Test
    void released_andRecords_areTwoGuaranteesAndTheirSumIsAName() {
        PrivacyHistory history = rounds(1);
        history.addReleased(new Gaussian(1));
        PrivacyCosts costs = PrivacyCosts.best(DELTA);

        // Known value of the Gaussian mechanism of mu 1 at delta 1e-5.
        assertThat(costs.released(history).orElseThrow().epsilon()).isCloseTo(4.37717809568122, within(1e-9));
        assertThat(costs.conservativeTotal(history).orElseThrow()).isCloseTo(7.05 + 4.377, within(0.006));
        assertThat(costs.conservativeTotal(rounds(1))).isEmpty();
    }

    @Test
    void worstParticipant_whereClientsAreSampled_hasNoAmplification() {
        PrivacyHistory history = new PrivacyHistory();
        history.add(new RoundCharge(
                Map.of(), Optional.of(new PoissonSampled(0.1, new Gaussian(1))), Map.of("a", new Gaussian(1))));
        PrivacyCosts costs = PrivacyCosts.best(DELTA);

        assertThat(costs.worstParticipant(history).orElseThrow().guarantee().epsilon())
                .isCloseTo(4.37717809568122, within(1e-9));
        assertThat(costs.released(history).orElseThrow().epsilon()).isLessThan(3);
    }

    @Test
    void record_withoutNoise_isNotPrivate() {
        PrivacyHistory history = rounds(1);
        history.record("a", new RoundRecord(2, 0, 0.1, 1, 0, 0, 0));

        assertThat(sample(PrivacyCosts.best(DELTA), history)).isInfinite();
        assertThatThrownBy(() -> new RoundRecord(1, Double.NaN, 0.1, 1, 0, 0, 0))
                .hasMessageContaining("sigma_sample");
        assertThatThrownBy(() -> new RoundRecord(1, 1, 0.1, 1, 1, Double.NaN, 0))
                .hasMessageContaining("q_user");
        assertThatThrownBy(() -> new RoundRecord(1, 1, 0.1, -1, 1, 1, 0)).hasMessageContaining("steps_sample");
        assertThatThrownBy(() -> new RoundRecord(0, 1, 0.1, 1, 1, 1, 0)).hasMessageContaining("round");
    }

    @Test
    void emptyHistory_hasNoGuaranteeToState() {
        assertThat(PrivacyCosts.best(DELTA).worstRecords(new PrivacyHistory())).isEmpty();
        assertThat(PrivacyCosts.best(DELTA).released(new PrivacyHistory())).isEmpty();
        assertThat(new PrivacyHistory().charges("a")).isZero();
    }

    /** After 3 rounds epsilon is 12.40, so that a limit of 12.45 allows 3 rounds and none more. */
    @Test
    void roundsLeft_countsRoundsThatStayWithinTheLimit() {
        EpsilonLimits limits = new EpsilonLimits(OptionalDouble.of(12.45), OptionalDouble.empty());
        PrivacyCosts costs = PrivacyCosts.best(DELTA);
        RoundCharge round = new RoundCharge(Map.of("a", RoundRecord.steps(1, 0.1, 100)), Optional.empty(), Map.of());

        assertThat(limits.roundsLeft(new PrivacyHistory(), round, costs)).isEqualTo(3);
        assertThat(limits.roundsLeft(rounds(1), round, costs)).isEqualTo(2);
        assertThat(limits.roundsLeft(rounds(3), round, costs)).isZero();
        assertThat(limits.exceededBy(rounds(3), costs)).isEmpty();
        assertThat(limits.exceededBy(rounds(4), costs).orElseThrow()).contains("records of a", "12.45");
        assertThat(EpsilonLimits.none().roundsLeft(rounds(3), round, costs)).isGreaterThan(1000);
    }

    @Test
    void exceededBy_aLimitForClients_namesIt() {
        EpsilonLimits limits = new EpsilonLimits(OptionalDouble.empty(), OptionalDouble.of(4.37));
        PrivacyHistory history = new PrivacyHistory();
        history.addReleased(new Gaussian(1));

        assertThat(limits.exceededBy(history, PrivacyCosts.best(DELTA)).orElseThrow())
                .contains("each client");
        assertThatThrownBy(() -> new EpsilonLimits(OptionalDouble.of(0), OptionalDouble.empty()))
                .hasMessageContaining("above 0");
    }
}
