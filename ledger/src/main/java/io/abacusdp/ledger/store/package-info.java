/** The ledger in SQLite or PostgreSQL: schema, state tables, and the one writer that commits in groups. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.store;
