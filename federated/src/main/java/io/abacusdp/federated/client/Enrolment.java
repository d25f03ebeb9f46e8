package io.abacusdp.federated.client;

import java.security.PrivateKey;
import java.util.Optional;

/**
 * The keys that a client needs for secure aggregation, and whom it trusts.
 *
 * @param identity Ed25519 private key of this client
 * @param roster public keys of all clients
 * @param trust its own assumption, if its people have said one: then it shows no update to the server that is to be protected as a
 *     whole. Otherwise sums are priced by {@link ClientTrust#standard}
 */
public record Enrolment(PrivateKey identity, EnrolledKeys roster, Optional<ClientTrust> trust) {}
