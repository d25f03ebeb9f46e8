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
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.storage.CanonicalJson;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tokens of an identity provider (JWT, RFC 9068 and plain). Safe for use by several threads. */
public final class OidcTokens {
    /** What the names of token holders start with, so that none can be that of a key's holder. */
    static final String NAME_PREFIX = "oidc-";

    private final OidcSettings settings;
    private final DefaultJWTProcessor<SecurityContext> processor;
    private final Function<String, Optional<AccessRow.Subject>> people;

    /**
     * Reads the keys, or prepares to fetch them.
     *
     * @throws IOException if they are in a file that cannot be read
     */
    public OidcTokens(OidcSettings settings) throws IOException {
        this.settings = settings;
        this.processor = new DefaultJWTProcessor<>();
        this.people = hash -> Optional.empty();
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

    private OidcTokens(OidcTokens same, ApiKeys keys) {
        this.settings = same.settings;
        this.processor = same.processor;
        this.people = keys::subject;
    }

    /** The same tokens, whose subjects are the persons that these say. */
    OidcTokens mappedBy(ApiKeys keys) {
        return new OidcTokens(this, keys);
    }

    /** Under which a subject is known, whatever characters it holds; no two subjects share it. */
    static String hash(String issuer, String subject) {
        return CanonicalJson.sha256(issuer + " " + subject);
    }

    /**
     * The holder of a token, if it is valid now.
     *
     * @throws UnavailableException if the provider's keys cannot be fetched
     */
    Optional<Identity> holder(String token) {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            String hash = hash(claims.getIssuer(), claims.getSubject());
            Set<Permission> permissions = new HashSet<>();
            for (String scope : scopes(claims)) {
                Optional.ofNullable(settings.permissions().get(scope)).ifPresent(permissions::add);
            }
            // A subject that is mapped to nobody is known by its hash, and may do nothing.
            return Optional.of(people.apply(hash)
                    .map(mapped -> new Identity(mapped.person(), Identity.Kind.PERSON, permissions, mapped.account()))
                    .orElseGet(() ->
                            new Identity(NAME_PREFIX + hash.substring(0, 40), Identity.Kind.SERVICE, Set.of(), null)));
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
