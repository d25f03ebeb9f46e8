/** Who asks, and what they may: API keys, tokens of an identity provider, and a brake on guessing. */
@org.jspecify.annotations.NullMarked
package io.abacusdp.ledger.security;
