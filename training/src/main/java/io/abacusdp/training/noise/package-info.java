/** Randomness that privacy rests on: a cryptographic stream, and Gaussian noise from it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.noise;
