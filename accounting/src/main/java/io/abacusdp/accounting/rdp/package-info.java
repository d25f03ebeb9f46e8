/** Rényi differential privacy: curves of mechanisms and samplings, composition, conversion to (epsilon, delta). */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.rdp;
