/** Budgets that hold however the next release is chosen, and plans that are fixed before the first. */
@NullMarked
package io.abacusdp.accounting.filter;

import org.jspecify.annotations.NullMarked;
