/**
 * Noise that clients add themselves, so that nobody ever sees a sum without it: vectors become integers of bounded norm, and
 * each client adds its part of a Skellam variable.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.noise;
