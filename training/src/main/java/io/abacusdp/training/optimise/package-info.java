/** How noisy gradients move the parameters. All of it is post-processing: nothing here sees an example. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.optimise;
