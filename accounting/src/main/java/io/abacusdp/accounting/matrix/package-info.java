/** Matrices that correlate the noise of steps: how large the noise on sums of steps is, and which matrices make it least. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.matrix;
