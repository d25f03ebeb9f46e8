package io.abacusdp.accounting.event;

/**
 * Prefix sums by one binary tree over several epochs: every node of the tree over 2^h ≥ steps leaves is a sum with Gaussian noise, and a record
 * is in at most k leaves, any two of them at least b apart.
 *
 * <p>Formula: of a level whose nodes have s = 2^l leaves, a node holds at most m = min(k, ⌈s/b⌉) of the record's, so that the squares of the counts sum to at
 * most ⌊k/m⌋·m² + (k mod m)²; the squared sensitivity is at most the sum of that over the levels.
 *
 * <p>Assumes: nodes are released whether completed or not; {@link TreeAggregation} is the tree of completed nodes over one epoch.
 *
 * @param noiseMultiplier of each node, positive
 * @param steps leaves, at least 1
 * @param participations k, at least 1
 * @param separation b, at least 1
 */
public record TreeEpochs(double noiseMultiplier, long steps, long participations, long separation) implements DpEvent {
    public TreeEpochs {
        Require.positive("noise_multiplier", noiseMultiplier, "use non_private for a release without noise");
        Require.count("steps", steps, 1);
        Require.count("participations", participations, 1);
        Require.count("separation", separation, 1);
    }

    /** The bound on the squared sensitivity. */
    public double squaredSensitivity() {
        double k = Math.min(participations, (steps - 1) / separation + 1);
        double sum = 0;
        for (int level = 0; level < levels(); level++) {
            double m = Math.min(k, Math.ceil(Math.scalb(1.0, level) / separation));
            double full = Math.floor(k / m);
            double rest = k - full * m;
            sum += full * m * m + rest * rest;
        }
        return sum * (1 + 1e-14);
    }

    /** How many nodes hold a leaf: what a record costs that is in one step only. */
    public int levels() {
        return 65 - Long.numberOfLeadingZeros(steps - 1);
    }
}
