/** One private step: how gradients are clipped, and the release of a lot. It knows nothing of the run that it is part of. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.step;
