/** What a query to an accountant and its answer are. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.accounting;
