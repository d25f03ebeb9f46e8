package io.abacusdp.ledger.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.json.CanonicalJson;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tokens of an identity provider (JWT, RFC 9068 and plain). Safe for use by several threads. */
public final class OidcTokens {
    /** What the names of token holders start with, so that none can be that of a key's holder. */
    static final String NAME_PREFIX = "oidc-";

    private final OidcSettings settings;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /**
     * Reads the keys, or prepares to fetch them.
     *
     * @throws IOException if they are in a file that cannot be read
     */
    public OidcTokens(OidcSettings settings) throws IOException {
        this.settings = settings;
        Set<JWSAlgorithm> algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys(settings.keys())));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                settings.audience(),
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                Set.of("sub", "exp")));
    }

    /**
     * The holder of a token, if it is valid now.
     *
     * @throws UnavailableException if the provider's keys cannot be fetched
     */
    Optional<Identity> holder(String token) {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            // The subject may hold any character; its hash is a name, and no two subjects share it.
            String name = NAME_PREFIX
                    + CanonicalJson.sha256(claims.getIssuer() + " " + claims.getSubject())
                            .substring(0, 40);
            Set<Permission> permissions = new HashSet<>();
            for (String scope : scopes(claims)) {
                Optional.ofNullable(settings.permissions().get(scope)).ifPresent(permissions::add);
            }
            return Optional.of(new Identity(name, permissions));
        } catch (KeySourceException e) {
            throw new UnavailableException("the identity provider's keys cannot be fetched", e);
        } catch (ParseException | BadJOSEException | JOSEException e) {
            // What is wrong with it is not for who presents it.
            return Optional.empty();
        }
    }

    /** From scope, words in one text, or scp, a list. */
    private static List<String> scopes(JWTClaimsSet claims) throws ParseException {
        List<String> scopes = new ArrayList<>();
        if (claims.getClaim("scope") instanceof String words) {
            scopes.addAll(List.of(words.split(" ", -1)));
        }
        if (claims.getClaim("scp") instanceof List<?>) {
            scopes.addAll(claims.getStringListClaim("scp"));
        }
        return scopes;
    }

    private static JWKSource<SecurityContext> keys(String place) throws IOException {
        if (place.startsWith("https:")) {
            return JWKSourceBuilder.create(URI.create(place).toURL())
                    .retrying(true)
                    .build();
        }
        try {
            return new ImmutableJWKSet<>(JWKSet.load(new File(place)));
        } catch (ParseException e) {
            throw new IOException(place + " does not hold a set of keys (JWKS)", e);
        }
    }
}
