package io.abacusdp.accounting.tradeoff;

/**
 * One point of a trade-off curve.
 *
 * @param falsePositiveRate as asked
 * @param falseNegativeRate a lower bound of that of every attack
 * @param method that answered
 */
public record TradeoffPoint(double falsePositiveRate, double falseNegativeRate, String method) {}
