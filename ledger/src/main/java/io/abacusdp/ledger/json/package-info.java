/** Canonical JSON and the JSON of limits. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.json;
