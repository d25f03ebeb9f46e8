package io.abacusdp.accounting.event;

/**
 * Sparse vector (above threshold): Laplace noise of scale b_1·Δ is added to a threshold, once; each of any number of queries, chosen in view of
 * the answers before, gets Laplace noise of scale b_2·Δ of its own, and is answered by whether it is at least the noisy threshold; after so many
 * answers 'above' there are no more. Nothing else is released, no noisy value of a query above all.
 *
 * <p>Cost: pure ε = 1/b_1 + 2·answers/b_2, however many answers are 'below'.
 *
 * <p>Proof: let the threshold's noise be larger by Δ for the neighbour, which costs 1/b_1. Then what is below stays below, as its query moves up by at most Δ,
 * and this at no cost; what is above stays above with noise that is larger by 2Δ, which costs 2/b_2 each.
 *
 * <p>Source: Dwork, Naor, Reingold, Rothblum, Vadhan 2009; with the parts apart, Lyu, Su, Li 2017, arXiv:1603.01699, theorem 2, whose algorithms 3 to 6 show which
 * variants are not private.
 *
 * @param thresholdScale b_1, positive: noise of the threshold over Δ, the most by which any query moves under the adjacency of the query
 * @param queryScale b_2, positive: noise of each query over Δ
 * @param answers 'above' after which there are no more, at least 1
 */
public record SparseVector(double thresholdScale, double queryScale, long answers) implements DpEvent {
    public SparseVector {
        Require.positive("threshold_scale", thresholdScale, "use non_private for a release without noise");
        Require.positive("query_scale", queryScale, "use non_private for a release without noise");
        Require.count("answers", answers, 1);
    }

    /** ε, rounded up; infinite if there is too little noise for a double. */
    public double epsilon() {
        double threshold = Math.nextUp(1 / thresholdScale);
        double queries = Math.nextUp(2.0 * answers / queryScale);
        return Math.nextUp(threshold + queries);
    }
}
