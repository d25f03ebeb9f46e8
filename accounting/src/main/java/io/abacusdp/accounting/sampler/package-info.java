/**
 * Samplers of discrete noise in whole numbers: every probability is exactly what the law says, as far as the bits of the generator are uniform. Nothing is rounded, so
 * that none of the attacks on the low bits of floating-point noise applies and no failure probability has to be charged.
 */
@NullMarked
package io.abacusdp.accounting.sampler;

import org.jspecify.annotations.NullMarked;
