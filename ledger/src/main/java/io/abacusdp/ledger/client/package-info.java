/** Talks to a ledger's server: a small client, and a filter for trainers. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.client;
