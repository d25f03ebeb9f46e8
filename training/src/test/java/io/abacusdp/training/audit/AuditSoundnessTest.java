package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Audits of mechanisms whose epsilon is known exceed it in at most 5 % of all cases.
 *
 * <p>If the true share is 5 %, more than 149 of 2,000 exceed with probability 1e-6 or less (scipy 1.10.1,
 * {@code binom.isf(1e-6, 2000, 0.05)}), so that a sound bound is falsely rejected with at most that probability.
 */
class AuditSoundnessTest {
    private static final int AUDITS = 2000;
    private static final int MOST_ABOVE = 149;
    private static final double CONFIDENCE = 0.95;

    /** Randomised response of each coin: with delta 0 no mechanism gives more right guesses. */
    @ParameterizedTest
    @CsvSource({"0.1, 100", "1, 100", "1, 1000", "3, 400", "5, 1000"})
    void randomisedResponse_lowerBound_exceedsEpsilonInFivePercentAtMost(double epsilon, int guesses) {
        SplittableRandom random = new SplittableRandom(17);
        double right = 1 / (1 + Math.exp(-epsilon));
        int above = exceeding(guesses, guesses, 0, epsilon, () -> {
            int correct = 0;
            for (int i = 0; i < guesses; i++) {
                correct += random.nextDouble() < right ? 1 : 0;
            }
            return correct;
        });
        assertThat(above).isLessThanOrEqualTo(MOST_ABOVE);
    }

    /**
     * Mechanisms that give 81, and 95, right guesses or more as often as any can at (1, 0.01): by the proof of
     * {@link AuditBound}, the binomial law with its part from there on raised as far as m·δ = 4 allow. By scipy 1.10.1 a bound
     * of 5 % or less begins at 81 without the term for delta, and at 95 with it; 81 or more come with probability 0.157 by
     * the first mechanism, 95 or more with 0.0488 by the second.
     */
    @ParameterizedTest
    @ValueSource(ints = {81, 95})
    void worstApproximateMechanism_lowerBound_exceedsEpsilonInFivePercentAtMost(int raisedFrom) {
        double[] law = raised(binomial(100, 1 / (1 + Math.exp(-1))), raisedFrom, 400 * 0.01);
        SplittableRandom random = new SplittableRandom(29);
        assertThat(exceeding(400, 100, 0.01, 1, () -> draw(law, random))).isLessThanOrEqualTo(MOST_ABOVE);
    }

    @Test
    void worstApproximateMechanism_withoutTheTermForDelta_wouldExceedEpsilonTooOften() {
        double[] law = raised(binomial(100, 1 / (1 + Math.exp(-1))), 81, 400 * 0.01);
        SplittableRandom random = new SplittableRandom(29);
        assertThat(exceeding(400, 100, 0, 1, () -> draw(law, random))).isGreaterThan(MOST_ABOVE);
    }

    private static double[] raised(double[] law, int from, double failures) {
        double tail = 0;
        for (int k = from; k < law.length; k++) {
            tail += law[k];
        }
        double raise = failures / (from * law[from]);
        double[] result = new double[law.length];
        for (int k = 0; k < law.length; k++) {
            result[k] = law[k] * (1 - raise * tail + (k >= from ? raise : 0));
        }
        return result;
    }

    private static int exceeding(int canaries, int guesses, double delta, double epsilon, IntSupplier audit) {
        int above = 0;
        for (int i = 0; i < AUDITS; i++) {
            double lower = AuditBound.epsilonLower(canaries, guesses, audit.getAsInt(), delta, CONFIDENCE);
            above += lower > epsilon ? 1 : 0;
        }
        return above;
    }

    private static double[] binomial(int n, double p) {
        double[] law = new double[n + 1];
        law[0] = Math.pow(1 - p, n);
        for (int k = 1; k <= n; k++) {
            law[k] = law[k - 1] * (n - k + 1) / k * p / (1 - p);
        }
        return law;
    }

    private static int draw(double[] law, SplittableRandom random) {
        double left = random.nextDouble();
        int k = 0;
        while (k < law.length - 1 && left >= law[k]) {
            left -= law[k];
            k++;
        }
        return k;
    }
}
