package io.abacusdp.ledger.security;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.store.AccessTables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The API keys of a ledger. Safe for use by several threads. */
public final class ApiKeys {
    /** How long a key that was withdrawn may still be honoured by a server that has just seen it. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    private static final int MAX_REMEMBERED = 10_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final String NO_HASH = "0".repeat(64);

    private final AccessTables tables;
    private final Clock clock;
    private final BoundedCache<String, Remembered> remembered = new BoundedCache<>(MAX_REMEMBERED);

    private record Remembered(Identity identity, Instant until) {}

    public ApiKeys(Ledger ledger, Clock clock) {
        this.tables = ledger.access();
        this.clock = clock;
    }

    /**
     * Makes a key for a holder who has none.
     *
     * @throws InvalidRequestException if the name cannot be one, has a key already or belongs to an identity provider
     */
    public ApiKey issue(String name, Set<Permission> permissions) {
        if (!NAME.matcher(name).matches() || name.startsWith(OidcTokens.NAME_PREFIX)) {
            throw new InvalidRequestException(
                    "name",
                    "must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or digit, and not "
                            + "start with " + OidcTokens.NAME_PREFIX);
        }
        if (permissions.isEmpty()) {
            throw new InvalidRequestException("permissions", "must be at least one of read, quote, charge, admin");
        }
        ApiKey key = ApiKey.generate();
        String list = permissions.stream().sorted().map(Permission::id).collect(Collectors.joining(" "));
        if (!tables.addKey(new AccessTables.Key(key.id(), name, key.hash(), list), clock.instant())) {
            throw new InvalidRequestException(
                    "name", "must be new, got " + name + ", who has a key; withdraw it first");
        }
        return key;
    }

    /** Withdraws the holder's key; false if there is none. */
    public boolean withdraw(String name) {
        return tables.removeKey(name);
    }

    /** The holder of a key that was honoured within the last seconds. */
    Optional<Identity> recent(ApiKey key) {
        return remembered
                .get(key.hash())
                .filter(found -> clock.instant().isBefore(found.until()))
                .map(Remembered::identity);
    }

    /** The holder of a key, if it is one of this ledger's. */
    Optional<Identity> holder(ApiKey key) {
        Optional<AccessTables.Key> found = tables.key(key.id());
        String hash = key.hash();
        // Compared in constant time, and also if there is no such key, so that time tells nothing.
        boolean same = MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII),
                found.map(AccessTables.Key::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII));
        if (found.isEmpty() || !same) {
            return Optional.empty();
        }
        Identity identity = new Identity(
                found.get().name(),
                Arrays.stream(found.get().permissions().split(" ", -1))
                        .map(Permission::of)
                        .collect(Collectors.toSet()));
        remembered.put(hash, new Remembered(identity, clock.instant().plus(MEMORY)));
        return Optional.of(identity);
    }
}
