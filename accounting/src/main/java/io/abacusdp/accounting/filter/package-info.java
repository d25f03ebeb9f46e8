/**
 * Budgets that hold however the next release is chosen, and plans that are fixed before the first.
 *
 * <p>Under fully adaptive choice - the next release, its noise, and whether to go on depend on what was released - sums of Rényi divergences at fixed orders,
 * of ρ of zero-concentrated privacy and of μ² of Gaussian privacy are valid filters, each request at the same cost however many there were. There is no
 * filter on privacy loss distributions here, as there is no valid one: whether the composition of the releases so far and the next stays within (ε, δ) can
 * depend on outcomes in a way that spends the same δ several times, and budgets for which this happens exist for all but a few families of pairs
 * (arXiv:2602.06756). For plans that are fixed beforehand the tightest accountant holds ({@link io.abacusdp.accounting.filter.FixedPlan}).
 */
@NullMarked
package io.abacusdp.accounting.filter;

import org.jspecify.annotations.NullMarked;
