package io.abacusdp.accounting.exact;

/**
 * A mechanism in one direction and how often it was run.
 *
 * @param ratio the pair of laws
 * @param sign +1 if the base of the ratio is the law Q of the other data set, −1 if it is P
 * @param count at least 1
 */
record RatioRun(Ratio ratio, int sign, long count) {}
