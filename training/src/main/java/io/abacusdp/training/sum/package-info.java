/** Sums whose sensitivity is proven: lots that are dealt into groups, exact sums on a public grid, and the bound. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.sum;
