/**
 * A queue for scarce budget. {@link io.abacusdp.ledger.queue.BudgetQueue} keeps who waits, {@code Scheduler} decides who comes
 * next; what is handed out is reserved by the ledger like anything else, with the same checks and in the same journal.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.queue;
