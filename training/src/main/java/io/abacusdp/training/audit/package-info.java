/**
 * What attacks say about privacy: audits of the steps that training is made of, and of a training run from within. What they
 * find stands beside what is proven, and can refute it.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.audit;
