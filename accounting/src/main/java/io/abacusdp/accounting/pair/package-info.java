/** From an event and an adjacency to the pair of laws that dominates it, as plain data: one table for all accountants that use pairs. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting.pair;
