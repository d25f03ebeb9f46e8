/** The ledger over HTTP: the contract is openapi.yaml, everything is JSON, and every error is problem+json (RFC 9457). */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.rest;
