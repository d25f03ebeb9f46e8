package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Enclosure;

/**
 * The two errors of the most powerful test of Q against P that decides for P when the privacy loss is above a threshold.
 *
 * @param threshold c
 * @param falsePositive Pr_Q[L &gt; c]
 * @param falseNegative Pr_P[L ≤ c]
 */
public record ErrorRates(double threshold, Enclosure falsePositive, Enclosure falseNegative) {}
