package io.abacusdp.federated.client;

import java.security.PrivateKey;

/**
 * The keys that a client needs for secure aggregation.
 *
 * @param identity Ed25519 private key of this client
 * @param roster public keys of all clients
 */
public record Enrolment(PrivateKey identity, Roster roster) {}
