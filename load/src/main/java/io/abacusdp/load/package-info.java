/** Loads for measuring: clients of a ledger, a round of secure aggregation, a PostgreSQL that is there for as long as it is needed. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.load;
