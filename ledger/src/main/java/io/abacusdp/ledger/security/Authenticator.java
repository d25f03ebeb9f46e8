package io.abacusdp.ledger.security;

import io.abacusdp.ledger.security.AccessDeniedException.Reason;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells who asks. Safe for use by several threads. */
public final class Authenticator {
    private static final String BEARER = "Bearer ";

    private final ApiKeys keys;
    private final @Nullable OidcTokens tokens;
    private final FailureLimit failures;

    /**
     * An authenticator.
     *
     * @param tokens null if no identity provider is trusted
     */
    public Authenticator(ApiKeys keys, @Nullable OidcTokens tokens, Clock clock) {
        this.keys = keys;
        this.tokens = tokens == null ? null : tokens.mappedBy(keys);
        this.failures = new FailureLimit(clock);
    }

    /**
     * Who asks.
     *
     * @param authorization the header of that name
     * @param address of the client
     * @throws AccessDeniedException if that is nobody known
     * @throws io.abacusdp.ledger.api.data.UnavailableException if it cannot be told now
     */
    public Identity identify(@Nullable String authorization, String address) {
        String credential = authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? authorization.substring(BEARER.length()).strip()
                : "";
        Optional<ApiKey> key = ApiKey.parse(credential);
        Optional<Identity> recent = key.flatMap(keys::recent);
        if (recent.isPresent()) {
            // Others behind the same address must not be able to lock out who is known.
            return recent.get();
        }
        boolean braked = failures.isExceeded(address);
        // Behind an address that guesses, keys are looked up in a list, and what is valid is let in: the database is
        // not asked for what
        // guessers send.
        Optional<Identity> found = key.isPresent()
                ? braked ? keys.holderAsListed(key.get()) : keys.holder(key.get())
                : tokens != null && !credential.isEmpty() ? tokens.holder(credential) : Optional.empty();
        return found.orElseThrow(() -> {
            failures.failed(address);
            return braked
                    ? new AccessDeniedException(
                            Reason.TOO_MANY_FAILURES,
                            "too many failed attempts from this address; try again in a minute")
                    : new AccessDeniedException(
                            Reason.UNKNOWN, "a valid key is needed, as in 'Authorization: Bearer abacus_...'");
        });
    }
}
