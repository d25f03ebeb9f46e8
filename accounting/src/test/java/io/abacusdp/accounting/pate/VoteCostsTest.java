package io.abacusdp.accounting.pate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VoteCostsTest {
    private static long[] votes(SplittableRandom random, int teachers, int classes) {
        long[] votes = new long[classes];
        double agreement = random.nextDouble();
        for (int i = 0; i < teachers; i++) {
            votes[random.nextDouble() < agreement ? 0 : random.nextInt(classes)]++;
        }
        return votes;
    }

    /** One teacher changes its vote on any of the questions, the worst of which are many. */
    private static List<long[]> neighbour(SplittableRandom random, List<long[]> all) {
        int kind = random.nextInt(3);
        List<long[]> changed = new ArrayList<>();
        for (long[] votes : all) {
            int most = VoteDivergence.mostVotes(votes);
            int from = kind == 0 ? most : random.nextInt(votes.length);
            int to = kind == 1 ? most : random.nextInt(votes.length);
            long[] other = votes.clone();
            if (votes[from] > 0) {
                other[from]--;
                other[to]++;
            }
            changed.add(other);
        }
        return changed;
    }

    /** What noise for the figure rests on: neither the sum nor the logarithm of its smooth bound moves by more than it may. */
    @Test
    void neighbours_differByAtMostTheSmoothBoundWhichIsSmooth() {
        SplittableRandom random = new SplittableRandom(31);
        double closest = 0;
        for (int trial = 0; trial < 200; trial++) {
            int classes = 2 + random.nextInt(9);
            double sigma = random.nextDouble(2, 30);
            VoteCosts.Threshold threshold = random.nextBoolean()
                    ? VoteCosts.Threshold.NONE
                    : new VoteCosts.Threshold(random.nextInt(20, 150), random.nextDouble(5, 40));
            VoteCosts costs = new VoteCosts(random.nextDouble(1.5, 25), sigma, classes, threshold, 0.01);
            double smoothness = random.nextDouble(0.01, 0.5);
            List<long[]> here = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(6); i++) {
                here.add(votes(random, 200, classes));
            }
            VoteCosts.Cost cost = costs.of(here, smoothness);
            List<long[]> there = here;
            for (int change = 0; change < 5; change++) {
                there = neighbour(random, here);
                VoteCosts.Cost other = costs.of(there, smoothness);
                double apart = Math.abs(cost.total() - other.total());
                assertThat(apart).isLessThanOrEqualTo(Math.min(cost.smooth(), other.smooth()));
                assertThat(Math.abs(Math.log(cost.smooth() / other.smooth()))).isLessThanOrEqualTo(smoothness + 1e-9);
                closest = Math.max(closest, apart / cost.smooth());
            }
        }
        // The bound is not so wide that the test could not fail.
        assertThat(closest).isGreaterThan(0.3);
    }

    /** With a threshold, the law of 'no answer' and of all classes, from its definition, is not further apart than is charged. */
    @Test
    void truth_ofTestAndAnswer_isNotAboveTheCost() {
        SplittableRandom random = new SplittableRandom(32);
        for (int trial = 0; trial < 30; trial++) {
            double sigma = random.nextDouble(3, 15);
            double order = random.nextDouble(1.2, 8);
            VoteCosts.Threshold threshold = new VoteCosts.Threshold(random.nextInt(20, 90), random.nextDouble(5, 30));
            long[] votes = votes(random, 100, 3);
            VoteCosts costs = new VoteCosts(order, sigma, 3, threshold, 0);
            double charged = costs.of(List.of(votes), 1).total() + order / (2 * threshold.sigma() * threshold.sigma());
            double[] here = outcomes(votes, sigma, threshold);
            for (long[] other : VoteDivergenceTest.neighbours(votes)) {
                assertThat(VoteDivergenceTest.divergence(here, outcomes(other, sigma, threshold), order))
                        .isLessThanOrEqualTo(charged + 1e-10);
            }
        }
    }

    private static double[] outcomes(long[] votes, double sigma, VoteCosts.Threshold threshold) {
        double[] law = VoteDivergenceTest.law(votes, sigma);
        double most = votes[VoteDivergence.mostVotes(votes)];
        double no = VoteDivergenceTest.cdf(-(most - threshold.votes()) / threshold.sigma());
        double yes = VoteDivergenceTest.cdf((most - threshold.votes()) / threshold.sigma());
        double[] outcomes = new double[law.length + 1];
        for (int i = 0; i < law.length; i++) {
            outcomes[i] = yes * law[i];
        }
        outcomes[law.length] = no;
        return outcomes;
    }

    @Test
    void cost_ofVotesThatAgree_isFarBelowThatOfAnyVotes() {
        VoteCosts costs = new VoteCosts(20, 200, 10, VoteCosts.Threshold.NONE, 0.1);
        long[] agree = new long[10];
        agree[3] = 4800;
        agree[4] = 200;
        List<long[]> questions = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            questions.add(agree);
        }
        VoteCosts.Cost cost = costs.of(questions, 0.02);
        assertThat(cost.total()).isLessThan(1e-12);
        assertThat(cost.smooth()).isLessThan(1e-3);
        assertThat(1000 * costs.greatest()).isEqualTo(1000 * 20.0 / (200 * 200));
    }
}
