package io.abacusdp.ledger.security;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.core.AccessRequests;
import io.abacusdp.ledger.core.AccessRows;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The persons of a ledger, its API keys, and which subjects of an identity provider are whom. What is changed here is a fact of
 * the journal, and what is believed here is what the signed head covers. Safe for use by several threads.
 */
public final class ApiKeys {
    /** How long a key that was withdrawn may still be honoured by a server that has just seen it. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    private static final int MAX_REMEMBERED = 10_000;
    private static final String NO_HASH = "0".repeat(64);
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    private final Ledger ledger;
    private final Clock clock;
    private final BoundedCache<String, Remembered> remembered = new BoundedCache<>(MAX_REMEMBERED);
    private Directory directory = new Directory(AccessRows.empty(), Instant.MIN);

    private record Remembered(Identity identity, Instant until) {}

    /** Who might ask at some time. */
    private record Directory(AccessRows rows, Instant at) {}

    public ApiKeys(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    /** Names somebody who counts as one of two persons. */
    public void addPerson(String person, Actor by, @Nullable String approvedBy, String reason) {
        KeyGrant.requireName("person", person);
        ledger.as(by).accessDesk().addPerson(person, approvedBy, reason);
    }

    /** Says that tokens of this subject are a person's, within the subtree of an account or everywhere. */
    public void mapSubject(
            String issuer,
            String subject,
            String person,
            @Nullable String account,
            Actor by,
            @Nullable String approvedBy,
            String reason) {
        ledger.as(by)
                .accessDesk()
                .mapSubject(
                        new AccessRow.Subject(OidcTokens.hash(issuer, subject), person, account), approvedBy, reason);
    }

    /** Makes a key of a service that has its name, and reaches all accounts. */
    public ApiKey issue(String name, Set<Permission> permissions) {
        return issue(KeyGrant.service(name, permissions, null), Actor.LEDGER, null);
    }

    /**
     * Makes a key.
     *
     * @throws InvalidRequestException if there is a key of that name, or its holder is not who the grant says
     */
    public ApiKey issue(KeyGrant grant, Actor by, @Nullable String approvedBy) {
        ApiKey key = ApiKey.generate();
        register(grant, key.id(), key.hash(), by, approvedBy);
        return key;
    }

    /** Admits a key that its holder has made, and of which nobody else knows more than its id and its hash. */
    public void register(KeyGrant grant, String id, String hash, Actor by, @Nullable String approvedBy) {
        if (!ID.matcher(id).matches() || !HASH.matcher(hash).matches()) {
            throw new InvalidRequestException(
                    "hash", "must be SHA-256 in hexadecimal, with the 16 digits of the key's id");
        }
        List<String> permissions =
                grant.permissions().stream().sorted().map(Permission::id).toList();
        boolean isPerson = grant.kind() == Identity.Kind.PERSON;
        ledger.as(by)
                .accessDesk()
                .addKey(
                        new AccessRow.Key(
                                id, grant.name(), hash, grant.holder(), isPerson, permissions, grant.account()),
                        approvedBy);
    }

    /** Refuses a grant that could not be made. */
    public void require(KeyGrant grant) {
        AccessRequests.require(
                ledger.accessDesk().rows(), grant.name(), grant.holder(), grant.kind() == Identity.Kind.PERSON);
        String account = grant.account();
        if (account != null) {
            ledger.scope(Scope.account(account));
        }
    }

    /** Withdraws the key of that name; false if there is none. */
    public boolean withdraw(String name) {
        return withdraw(name, Actor.LEDGER);
    }

    /** The same on behalf of somebody. */
    public boolean withdraw(String name, Actor by) {
        return ledger.as(by).accessDesk().withdrawKey(name);
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
        return holder(key, ledger.accessDesk().rows());
    }

    /**
     * The same by a list of all keys that is at most some seconds old: however many ask, the database is asked once in that
     * time.
     */
    Optional<Identity> holderAsListed(ApiKey key) {
        return holder(key, listed());
    }

    /** Whose tokens a subject has, by a list that is at most some seconds old if it is in it. */
    Optional<AccessRow.Subject> subject(String hash) {
        Optional<AccessRow.Subject> known = listed().get(AccessRow.Subject.class, hash);
        return known.isPresent() ? known : ledger.accessDesk().rows().get(AccessRow.Subject.class, hash);
    }

    private Optional<Identity> holder(ApiKey key, AccessRows access) {
        Optional<AccessRow.Key> found = access.get(AccessRow.Key.class, key.id());
        String hash = key.hash();
        // Compared in constant time, and also if there is no such key, so that time tells nothing.
        boolean same = MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII),
                found.map(AccessRow.Key::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII));
        if (found.isEmpty() || !same) {
            return Optional.empty();
        }
        AccessRow.Key stored = found.get();
        Identity identity = new Identity(
                stored.holder(),
                stored.isPerson() ? Identity.Kind.PERSON : Identity.Kind.SERVICE,
                stored.permissions().stream().map(Permission::of).collect(Collectors.toSet()),
                stored.account());
        remembered.put(hash, new Remembered(identity, clock.instant().plus(MEMORY)));
        return Optional.of(identity);
    }

    private synchronized AccessRows listed() {
        Instant now = clock.instant();
        if (directory.at().plus(MEMORY).isAfter(now) && !directory.at().isAfter(now)) {
            return directory.rows();
        }
        directory = new Directory(ledger.accessDesk().rows(), now);
        return directory.rows();
    }
}
