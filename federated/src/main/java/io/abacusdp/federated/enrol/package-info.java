/**
 * Who belongs to a federation, and how that is known.
 *
 * <p>Each participant makes its own keys ({@link io.abacusdp.federated.enrol.Credentials}): Ed25519 for what it signs in secure
 * aggregation, ECDSA on P-256 for TLS, which every TLS library speaks. Private keys never leave its directory. The federation
 * ({@link io.abacusdp.federated.enrol.Federation}) has one key, the root of trust: it issues certificates and signs the
 * {@link io.abacusdp.federated.enrol.Roster}. The server of a run needs neither that key nor the right to say who takes part: what
 * it shows clients is the signed roster, so that it cannot make participants up, and clients remember the newest version they
 * saw.
 *
 * <p>Certificates are made with Bouncy Castle, as the JDK has no public class that makes them. Its {@code keytool} could, but by
 * a process a step, with passwords on command lines and private keys in stores of its own.
 */
@org.jspecify.annotations.NullMarked
package io.abacusdp.federated.enrol;
