/** Certified accounting by privacy loss distributions on a lattice: from above and from below. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.pld;
