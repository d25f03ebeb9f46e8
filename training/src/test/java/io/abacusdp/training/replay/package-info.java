/** Runs on neighbouring data under the same coins, and what may differ between them. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.replay;
