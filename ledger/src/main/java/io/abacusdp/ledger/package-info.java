/** Privacy budgets of an organisation: what was reserved, what was spent, and the journal that proves it. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger;
