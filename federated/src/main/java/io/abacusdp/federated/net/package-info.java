/**
 * Carries {@link io.abacusdp.federated.protocol.Coordinator} over gRPC with mutual TLS: {@link
 * io.abacusdp.federated.net.CoordinatorServer} serves one, {@link io.abacusdp.federated.net.RemoteCoordinator} is one to its
 * caller. Nothing else of Abacus sees gRPC.
 *
 * <p>Who calls is known by the certificate of the connection and the signed roster. Contents travel as a header with length and
 * SHA-256, and chunks that follow without gaps; lengths are checked before memory is taken, and a slow reader stops the sender.
 * Every call has a deadline and can be repeated, so that who was away asks again.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.net;
