package io.abacusdp.training.pate;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.pate.VoteCosts;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.noise.RandomStreams;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoisyVotesTest {
    private static NoiseSource source(String name) {
        return RandomStreams.insecureForTests(5).source(name);
    }

    /**
     * Two classes with 30 and 20 votes, noise 10 each: the second wins with probability Φ(−10/(10√2)) = Φ(−0.70711) = 0.23975. The count of
     * 40,000 has a standard deviation of 85.4; it is off by more than 4.9 of them with probability 1e-6.
     */
    @Test
    void answer_hasTheLawOfGaussianNoise() {
        List<long[]> votes = Collections.nCopies(40_000, new long[] {30, 20});
        int[] answers = new NoisyVotes(10, VoteCosts.Threshold.NONE, source("answers")).answers(votes, 40_000);

        long second = Arrays.stream(answers).filter(answer -> answer == 1).count();
        assertThat((double) second).isBetween(9590.0 - 4.9 * 85.4, 9590.0 + 4.9 * 85.4);
        assertThat(Arrays.stream(answers).filter(answer -> answer == NoisyVotes.NONE))
                .isEmpty();
    }

    /** 30 votes against a threshold of 40 with noise 10: Φ(−1) = 0.158655 pass; of 40,000 that is 6346, with a standard deviation of 73.1. */
    @Test
    void threshold_hasTheLawOfGaussianNoise() {
        List<long[]> votes = Collections.nCopies(40_000, new long[] {30, 20});
        int[] answers = new NoisyVotes(10, new VoteCosts.Threshold(40, 10), source("test")).answers(votes, 40_000);

        long given = Arrays.stream(answers)
                .filter(answer -> answer != NoisyVotes.NONE)
                .count();
        assertThat((double) given).isBetween(6346.2 - 4.9 * 73.1, 6346.2 + 4.9 * 73.1);
    }

    @Test
    void answers_endWhenAsManyAreGivenAsArePaidFor() {
        List<long[]> votes = Collections.nCopies(50, new long[] {1000, 0});
        int[] answers = new NoisyVotes(1, new VoteCosts.Threshold(500, 1), source("limit")).answers(votes, 7);

        assertThat(Arrays.copyOf(answers, 7)).containsOnly(0);
        assertThat(Arrays.copyOfRange(answers, 7, 50)).containsOnly(NoisyVotes.NONE);
    }
}
