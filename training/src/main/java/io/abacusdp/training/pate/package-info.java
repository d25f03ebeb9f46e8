/** Labels by noisy votes of teachers that were trained on disjoint data (PATE). */
@org.jspecify.annotations.NullMarked
package io.abacusdp.training.pate;
