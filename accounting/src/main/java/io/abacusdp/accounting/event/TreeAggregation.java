package io.abacusdp.accounting.event;

/**
 * Prefix sums by one binary tree over a single epoch: every node of the tree is a sum with Gaussian noise, and a record
 * is in one leaf only, hence in at most ⌊log2 steps⌋ + 1 nodes.
 *
 * <p>Source: Kairouz et al. 2021, arXiv:2103.00039, appendix D.
 *
 * @param noiseMultiplier of each node, positive
 * @param steps leaves of the tree, at least 1
 */
public record TreeAggregation(double noiseMultiplier, long steps) implements DpEvent {
    public TreeAggregation {
        Require.positive("noise_multiplier", noiseMultiplier, "use non_private for a release without noise");
        Require.count("steps", steps, 1);
    }
}
