/** Witnesses of a log: one of our own, and how others are asked (C2SP tlog-witness). */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.witness;
