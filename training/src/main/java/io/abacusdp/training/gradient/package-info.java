/** Sums of clipped per-example gradients, and evaluation. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.gradient;
