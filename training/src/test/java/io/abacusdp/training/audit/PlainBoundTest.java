package io.abacusdp.training.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainBoundTest {
    private static final int TRIALS = 4000;

    /** Of the second half's trials, about 1,000 each: a rate of 0 is at most −ln(0.025)/1000, so that ε ≥ ln(0.996/0.0037). */
    @Test
    void scoresThatTellAll_giveWhatSoManyTrialsCanGive() {
        Evidence.ErrorCounts bound = bound(1000);
        assertThat(bound.falsePositives() + bound.falseNegatives()).isZero();
        assertThat(bound.epsilonLower(1e-5)).isBetween(5.4, 5.8);
    }

    @Test
    void scoresThatTellNothing_giveNextToNothing() {
        assertThat(bound(0).epsilonLower(1e-5)).isLessThan(0.5);
    }

    /** Gaussians one deviation apart: the best that a fixed threshold can show at any sample size is the truth, about 4.9. */
    @Test
    void gaussianScores_giveLessThanTheTruth() {
        assertThat(bound(1).epsilonLower(1e-5)).isBetween(0.8, 3.0);
    }

    private static Evidence.ErrorCounts bound(double apart) {
        Random random = new Random(11);
        double[] scores = new double[TRIALS];
        boolean[] present = new boolean[TRIALS];
        for (int i = 0; i < TRIALS; i++) {
            present[i] = random.nextBoolean();
            scores[i] = random.nextGaussian() + (present[i] ? apart : 0);
        }
        return PlainBound.of(scores, present, 1e-5, 0.05);
    }
}
