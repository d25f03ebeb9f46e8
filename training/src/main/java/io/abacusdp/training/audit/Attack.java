package io.abacusdp.training.audit;

/**
 * A way to guess whether the canary was there. Every attack is a valid test of the claim, however good or bad it is; one sees
 * faults that another does not. All see everything that is released in a run, and know what can be known beforehand.
 */
interface Attack {
    /**
     * The larger, the likelier the canary was there; above 0 it is guessed to be. What is not a number counts as absent.
     *
     * @param sums noisy sums of a run, one a step, as {@link Knowledge#read} gives them; not to be changed
     */
    double score(double[][] sums);

    /**
     * The logarithm of how much likelier all releases are with the canary than without it. No test is better, by Neyman and
     * Pearson, if the releases are what they are said to be.
     *
     * <p>Formula: Σ_t log(1 − q + q·exp((2⟨x_t, v⟩ − ‖v‖²)/2σ²)), v what the canary adds when it is drawn, σ the noise: noise in
     * all other directions is the same with and without it.
     */
    record LikelihoodRatio(Knowledge known, double threshold) implements Attack {
        @Override
        public double score(double[][] sums) {
            double variance = known.noise() * known.noise();
            double score = -threshold;
            for (double[] sum : sums) {
                double y = (2 * known.alongCanary(sum) - known.canarySquare()) / (2 * variance);
                score += Knowledge.logRatio(known.rate(), y);
            }
            return score;
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
            double score = 0;
            for (double[] sum : sums) {
                double scale = known.noise() / Math.sqrt(known.idleSquares(sum) / known.idle());
                double y = scale
                        * (known.alongCanary(sum) / Math.sqrt(known.canarySquare())
                                + known.lot()
                                - known.alongCompanion(sum));
                score += Knowledge.logRatio(known.rate(), (y - 1) / variance);
            }
            return score;
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
