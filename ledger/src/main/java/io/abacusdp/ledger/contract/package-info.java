/** The contract as a page for people, made of openapi.yaml and nothing else. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.contract;
