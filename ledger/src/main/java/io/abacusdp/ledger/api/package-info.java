/**
 * Privacy budgets: what may be lost, what is lost, and by whom. {@link io.abacusdp.ledger.api.Ledger} is the way in.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.api;
