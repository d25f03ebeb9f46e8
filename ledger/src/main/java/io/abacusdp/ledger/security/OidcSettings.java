package io.abacusdp.ledger.security;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Whose tokens are trusted.
 *
 * @param issuer that tokens must name
 * @param audience that tokens must be meant for
 * @param keys where the issuer's public keys (JWKS) are: an https URL or a file
 * @param algorithms by which tokens may be signed, such as RS256 or ES256; none with a shared secret
 * @param permissions what a scope of a token allows
 */
public record OidcSettings(
        String issuer, String audience, String keys, Set<String> algorithms, Map<String, Permission> permissions) {
    /** Algorithms with a private and a public key. */
    private static final Set<String> ASYMMETRIC =
            Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

    public OidcSettings {
        Objects.requireNonNull(issuer, "issuer");
        Objects.requireNonNull(audience, "audience");
        Objects.requireNonNull(keys, "keys");
        algorithms = Set.copyOf(algorithms);
        permissions = Map.copyOf(permissions);
        if (algorithms.isEmpty() || !ASYMMETRIC.containsAll(algorithms)) {
            throw new IllegalArgumentException("algorithms must be some of %s, got %s"
                    .formatted(ASYMMETRIC.stream().sorted().toList(), algorithms));
        }
        if (keys.startsWith("http:")) {
            throw new IllegalArgumentException("keys must be an https URL or a file, got a plain http URL");
        }
    }
}
