/** Trained models at work: predictions from a model file alone, and how good they are. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.predict;
