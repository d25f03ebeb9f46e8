/** The journal: facts in canonical JSON, chained by hashes, with signed heads, and its verification. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.journal;
