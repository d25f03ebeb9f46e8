package io.abacusdp.federated.client;

import java.security.PrivateKey;
import java.util.Optional;

/**
 * The keys that a client needs for secure aggregation, and whom it trusts.
 *
 * @param identity Ed25519 private key of this client
 * @param roster public keys of all clients
 * @param trust its own assumption; none if it takes the server's. With one, it shows no update to the server that is to be
 *     protected as a whole
 */
public record Enrolment(PrivateKey identity, EnrolledKeys roster, Optional<ClientTrust> trust) {}
