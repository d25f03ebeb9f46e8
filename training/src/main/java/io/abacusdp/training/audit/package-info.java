/** What an attack on one training run proves about its privacy: a lower bound of epsilon, beside the upper one. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.audit;
