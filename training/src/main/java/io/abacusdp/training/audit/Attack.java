package io.abacusdp.training.audit;

import java.util.Arrays;

/**
 * A way to guess whether the canary was there. Every attack is a valid test of the claim, however good or bad it is; one sees
 * faults that another does not. All see everything that is released in a run, and know what can be known beforehand.
 */
interface Attack {
    /**
     * The larger, the likelier the canary was there; above 0 it is guessed to be. What is not a number counts as absent.
     *
     * @param sums noisy sums of a run, one a step, as {@link Knowledge#read} and {@link Knowledge#whiten} give them; not to be changed
     */
    double score(double[][] sums);

    /**
     * The logarithm of how much likelier all releases are with the canary than without it. No test is better, by Neyman and
     * Pearson, if the releases are what they are said to be.
     *
     * <p>Formula: y_t = (2⟨x_t, v⟩ − ‖v‖²)/2σ², v what the canary adds when it is drawn, σ the noise, is what a lot says if it has the
     * canary, and {@link Knowledge#logRatio} what all lots say together: noise in all other directions is the same with and without it. Of
     * correlated noise {@link Knowledge#logLikelihoodRatio} has the rest.
     */
    record LikelihoodRatio(Knowledge known, double threshold) implements Attack {
        @Override
        public double score(double[][] sums) {
            double[] along = new double[sums.length];
            Arrays.setAll(along, i -> known.alongCanary(sums[i]));
            return known.logLikelihoodRatio(along) - threshold;
        }
    }

    /**
     * The divisor, which must be the same whatever the lot. Were it the number of rows that were drawn, k of the others and the
     * canary or not, a = 1 or 0, the release along the others would be (k + noise)/(k + a): lower than 1 by 1/(k + 1) if the
     * canary is there, against noise of σ/(k + 1), and k would not matter. That is as much again as is seen along the canary.
     *
     * <p>Formula: as the likelihood ratio, of y = σ·(x_canary + lot − x_others)/s, where s, the root mean square of all idle
     * coordinates of the release, takes the unknown divisor out. If the divisor is the fixed one, the number k hides all that
     * there is along the others, and the attack finds nothing.
     */
    record LotSize(Knowledge known) implements Attack {
        @Override
        public double score(double[][] sums) {
            double variance = known.noise() * known.noise();
            double[] scores = new double[sums.length];
            for (int i = 0; i < sums.length; i++) {
                double[] sum = sums[i];
                double scale = known.noise() / Math.sqrt(known.idleSquares(sum) / known.idle());
                double y = scale
                        * (known.alongCanary(sum) / Math.sqrt(known.canarySquare())
                                + known.lot()
                                - known.alongCompanion(sum));
                scores[i] = (y - 1) / variance;
            }
            return known.logRatio(scores);
        }
    }

    /**
     * Lots of a fixed number of rows, as shuffling makes them: in one of an epoch the canary has the place of another, and there is one
     * of the others less, whether the canary adds anything or not. That tells where to look for it.
     *
     * <p>Formula: log Σ w_t·e^{y_t} − log Σ w_t over the lots of a run, y_t as in the likelihood ratio, and w_t how much likelier the lot
     * has one of the others less than its size: log w_t = (lot − ½ − x_others)/σ². If the numbers are random, the weights are noise.
     */
    record FixedSizes(Knowledge known) implements Attack {
        @Override
        public double score(double[][] sums) {
            double variance = known.noise() * known.noise();
            double[] weight = new double[sums.length];
            Arrays.setAll(weight, i -> (known.lot() - 0.5 - known.alongCompanion(sums[i])) / variance);
            double[] with = new double[sums.length];
            Arrays.setAll(
                    with, i -> weight[i] + (2 * known.alongCanary(sums[i]) - known.canarySquare()) / (2 * variance));
            return Knowledge.logMean(with, 0, with.length) - Knowledge.logMean(weight, 0, weight.length);
        }
    }

    /**
     * Noise that was used twice: two releases that differ by just what the canary adds, in every coordinate, as it was in one
     * lot and not in the other. Two releases with noise of their own never come so close in 17 coordinates.
     */
    record ReusedNoise(Knowledge known) implements Attack {
        /** How close, over the noise. */
        private static final double NEAR = 0.125;

        @Override
        public double score(double[][] sums) {
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < sums.length; i++) {
                for (int j = 0; j < i; j++) {
                    least = Math.min(least, Math.min(distance(sums[i], sums[j]), distance(sums[j], sums[i])));
                }
            }
            double near = NEAR * known.noise();
            return near * near - least;
        }

        /** Squared distance of two sums' difference from what the canary adds. */
        private double distance(double[] one, double[] other) {
            double sum = 0;
            for (int i = 0; i < one.length; i++) {
                double apart = one[i] - other[i] - known.canary(i);
                sum += apart * apart;
            }
            return sum;
        }
    }
}
