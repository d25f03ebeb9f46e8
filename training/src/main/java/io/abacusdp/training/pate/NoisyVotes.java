package io.abacusdp.training.pate;

import io.abacusdp.accounting.pate.VoteCosts;
import io.abacusdp.accounting.pate.VoteDivergence;
import io.abacusdp.training.data.VoteTable;
import io.abacusdp.training.noise.GaussianNoise;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.sum.GridSum;
import java.util.Arrays;
import java.util.List;

/**
 * Answers by the class with most votes after noise, where most teachers agree (confident GNMax). Noise is that of {@link GaussianNoise}: what is
 * compared is a function of votes and Gaussian noise, rounded to a grid.
 *
 * <p>Source: Papernot et al. 2018, arXiv:1802.08908, algorithm 1. Not safe for use by several threads.
 */
public final class NoisyVotes {
    /** Where there is no answer. */
    public static final int NONE = -1;

    private final double sigma;
    private final VoteCosts.Threshold threshold;
    private final GaussianNoise noise;

    /**
     * @param sigma noise of each vote
     * @param threshold test of the most votes before an answer
     * @param source unpredictable
     */
    public NoisyVotes(double sigma, VoteCosts.Threshold threshold, NoiseSource source) {
        this.sigma = sigma;
        this.threshold = threshold;
        this.noise = new GaussianNoise(source);
    }

    /**
     * The class of each question, or {@link #NONE}. May be published.
     *
     * @param mostAnswers after so many answers there are no more
     */
    public int[] answers(List<long[]> votes, long mostAnswers) {
        int[] answers = new int[votes.size()];
        Arrays.fill(answers, NONE);
        long given = 0;
        for (int i = 0; i < answers.length && given < mostAnswers; i++) {
            if (passes(votes.get(i))) {
                answers[i] = mostVotes(votes.get(i));
                given++;
            }
        }
        return answers;
    }

    private boolean passes(long[] votes) {
        return !threshold.isTest()
                || noisy(threshold.sigma(), votes[VoteDivergence.mostVotes(votes)])[0] >= threshold.votes();
    }

    private int mostVotes(long[] votes) {
        double[] noisy = noisy(sigma, votes);
        int most = 0;
        for (int i = 1; i < noisy.length; i++) {
            if (noisy[i] > noisy[most]) {
                most = i;
            }
        }
        return most;
    }

    private double[] noisy(double deviation, long... votes) {
        GridSum exact = GridSum.of(votes.length, (double) VoteTable.MOST_TEACHERS);
        exact.add(Arrays.stream(votes).asDoubleStream().toArray());
        return noise.release(exact, deviation);
    }

    /**
     * By how much two noisy votes may be off, together, before they are compared: noise is rounded to 2^-12 and the sum to at most 2^-12 of the
     * noise, each by half of that.
     */
    public static double margin(double sigma, VoteCosts.Threshold threshold) {
        return (1 + Math.max(sigma, threshold.isTest() ? threshold.sigma() : 0)) * 0x1p-11;
    }
}
