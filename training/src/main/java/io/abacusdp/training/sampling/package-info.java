/** Which examples go into a step, and what the accountant is told of it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.sampling;
