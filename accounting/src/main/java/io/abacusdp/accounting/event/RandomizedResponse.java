package io.abacusdp.accounting.event;

/**
 * Randomised response over k buckets: the true bucket with probability 1 − p, otherwise a bucket drawn uniformly from all
 * k. A record that is zeroed out yields a uniform bucket.
 *
 * @param noiseParameter p, in [0, 1]; 0 releases the bucket itself
 * @param numBuckets k, at least 2
 */
public record RandomizedResponse(double noiseParameter, long numBuckets) implements DpEvent {
    public RandomizedResponse {
        Require.probability("noise_parameter", noiseParameter);
        Require.count("num_buckets", numBuckets, 2);
    }
}
