/**
 * What is said to a ledger and what it answers: values, and the exceptions of all its parts. Nothing here knows how they are
 * stored or decided.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.api.data;
