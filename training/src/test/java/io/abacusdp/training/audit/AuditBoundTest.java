package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditBoundTest {
    private static final double CONFIDENCE = 0.95;

    /** By mpmath 1.2.1 at 50 digits: the formula with the regularised incomplete beta function for the tail. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 8, 0.5, 0, 0.20624694827838610158",
        "100, 50, 40, 1, 1e-5, 0.17434189279396137925",
        "1000, 100, 97, 3, 1e-5, 0.2966122847742430269",
        "1000, 1000, 700, 0.5, 1e-6, 4.8989461698259910335e-6",
        "5000, 1000, 999, 5, 1e-5, 0.0094365960249613377927",
        "100000, 20000, 15000, 1, 1e-7, 6.9320479726152896983e-6",
        "20, 20, 20, 0, 0.001, 0.0010009527206420898437",
        "1000, 500, 480, 1, 1e-5, 0.00002346859909940672163"
    })
    void probability_isNeverBelowTheFormula(int m, int r, int v, double epsilon, double delta, double expected) {
        assertThat(AuditBound.probability(m, r, v, epsilon, delta)).isBetween(expected, expected * (1 + 1e-10));
    }

    /**
     * The greatest probability of v right guesses over all (ε, δ)-private mechanisms from the 2^m coins to the guesses, as
     * linear programmes over their whole tables of probabilities by scipy 1.10.1 (HiGHS), with no use of symmetry.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 0, 0.05, 0.52500000",
        "1, 1, 1, 1, 0.3, 0.81174101",
        "2, 1, 1, 0.5, 0.01, 0.63001014",
        "2, 2, 1, 1, 0.1, 0.96179760",
        "2, 2, 2, 1, 0.3, 0.67411265",
        "3, 1, 1, 1, 0.3, 0.97310586",
        "3, 2, 1, 2, 0.02, 0.98979303",
        "3, 2, 2, 1, 0.1, 0.60427965",
        "3, 2, 1, 1, 0.3, 1.00000000",
        "3, 3, 1, 0.5, 0.01, 0.95192541",
        "3, 3, 2, 1, 0.3, 0.97466622",
        "3, 3, 3, 2, 0.02, 0.68965894",
        "4, 2, 2, 1, 0.1, 0.62755732",
        "4, 3, 3, 0.5, 0.01, 0.25129303",
        "4, 4, 2, 0.5, 0.01, 0.85357262",
        "4, 4, 3, 1, 0.1, 0.77179847",
        "4, 4, 4, 1, 0.1, 0.35706990"
    })
    void probability_fewCanaries_isThatOfTheWorstMechanism(
            int m, int r, int v, double epsilon, double delta, double worst) {
        assertThat(AuditBound.probability(m, r, v, epsilon, delta)).isCloseTo(worst, within(1e-7));
    }

    /** By bisection of the same formula in mpmath at 50 digits. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 10, 0, 1.0518732332317090177",
        "100, 100, 100, 0, 3.4929654311522933535",
        "1000, 200, 200, 1e-5, 4.1933103709254107228",
        "1000, 200, 190, 1e-5, 2.3975963182476218847",
        "1000, 200, 150, 1e-5, 0.82106360574190274775",
        "1000, 1000, 1000, 1e-5, 5.8090048152823121458",
        "1000, 1000, 800, 1e-3, 1.2481904780832472962",
        "5000, 500, 496, 1e-5, 3.9866979517446050851",
        "100000, 50000, 49999, 1e-7, 9.2628675675540721968",
        "1000, 500, 280, 0, 0.089228665280428389197",
        "5, 5, 5, 0, 0.19776312285258757532"
    })
    void epsilonLower_isNeverAboveTheTruth(int m, int r, int v, double delta, double expected) {
        assertThat(AuditBound.epsilonLower(m, r, v, delta, CONFIDENCE)).isBetween(expected * (1 - 1e-9), expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, 200, 100, 1e-5", "4, 4, 4, 0", "1000, 10, 10, 1e-2", "1000, 0, 0, 1e-5", "100, 20, 0, 1e-5"})
    void epsilonLower_nothingRefuted_isZero(int m, int r, int v, double delta) {
        assertThat(AuditBound.epsilonLower(m, r, v, delta, CONFIDENCE)).isZero();
    }

    @Test
    void probability_moreLossOrFewerRightGuesses_neverFalls() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2000; i++) {
            int m = random.nextInt(1, 3000);
            int r = random.nextInt(1, m + 1);
            int v = random.nextInt(1, r + 1);
            double epsilon = random.nextDouble(0, 8);
            double delta = Math.pow(10, random.nextDouble(-10, -1));
            double bound = AuditBound.probability(m, r, v, epsilon, delta);
            assertThat(bound).isBetween(0.0, 1.0);
            assertThat(AuditBound.probability(m, r, v, epsilon + random.nextDouble(0.001, 1), delta))
                    .isGreaterThanOrEqualTo(bound * (1 - 1e-10));
            assertThat(AuditBound.probability(m, r, v, epsilon, delta * 2)).isGreaterThanOrEqualTo(bound);
            assertThat(AuditBound.probability(m, r, v - 1, epsilon, delta)).isGreaterThanOrEqualTo(bound * (1 - 1e-10));
        }
    }

    @Test
    void probability_farIntoBothTails_isNoUnderflow() {
        assertThat(AuditBound.probability(100_000, 100_000, 100_000, 0, 0)).isBetween(Double.MIN_VALUE, 1e-290);
        assertThat(AuditBound.probability(100_000, 100_000, 1, 64, 0)).isEqualTo(1);
        assertThat(AuditBound.probability(100_000, 100_000, 100_000, 0, 1e-6)).isBetween(1e-6, 1.001e-6);
    }

    @Test
    void arguments_outOfRange_areRefusedByName() {
        assertThatThrownBy(() -> AuditBound.probability(10, 11, 0, 1, 0)).hasMessageContaining("0, 11 and 10");
        assertThatThrownBy(() -> AuditBound.probability(10, 5, 6, 1, 0)).hasMessageContaining("6, 5 and 10");
        assertThatThrownBy(() -> AuditBound.probability(0, 0, 0, 1, 0)).hasMessageContaining("at least 1 canary");
        assertThatThrownBy(() -> AuditBound.probability(10, 5, -1, 1, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> AuditBound.probability(10, 5, 1, Double.NaN, 0))
                .hasMessageContaining("NaN");
        assertThatThrownBy(() -> AuditBound.probability(10, 5, 1, 65, 0)).hasMessageContaining("65");
        assertThatThrownBy(() -> AuditBound.probability(10, 5, 1, 1, 1)).hasMessageContaining("delta");
        assertThatThrownBy(() -> AuditBound.epsilonLower(10, 5, 1, 0, 1)).hasMessageContaining("confidence");
        assertThatThrownBy(() -> AuditBound.epsilonLower(10, 5, 1, 0, Double.NaN))
                .hasMessageContaining("NaN");
    }
}
