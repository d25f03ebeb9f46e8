package io.abacusdp.ledger.security;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.store.AccessTables;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The persons of a ledger, its API keys, and which subjects of an identity provider are whom. What is changed here is a fact of
 * the journal, too. Safe for use by several threads.
 */
public final class ApiKeys {
    /** How long a key that was withdrawn may still be honoured by a server that has just seen it. */
    static final Duration MEMORY = Duration.ofSeconds(5);

    private static final int MAX_REMEMBERED = 10_000;
    private static final int PAGE = 1000;
    private static final String NO_HASH = "0".repeat(64);
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

    private final Ledger ledger;
    private final AccessTables tables;
    private final Clock clock;
    private final BoundedCache<String, Remembered> remembered = new BoundedCache<>(MAX_REMEMBERED);
    private Directory directory = new Directory(Map.of(), Instant.MIN);

    private record Remembered(Identity identity, Instant until) {}

    /** All keys as they were at some time, by id. */
    private record Directory(Map<String, AccessTables.Key> keys, Instant at) {}

    public ApiKeys(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.tables = ledger.access();
        this.clock = clock;
    }

    /** Names somebody who counts as one of two persons. */
    public void addPerson(String person, Actor by, @Nullable String approvedBy, String reason) {
        KeyGrant.requireName("person", person);
        if (tables.isPerson(person)) {
            throw new InvalidRequestException("person", "must be new, got " + person);
        }
        if (!allKeys(key -> key.holder().equals(person)).isEmpty()) {
            throw new InvalidRequestException("person", "must be new, and there is a service " + person);
        }
        ledger.as(by).recordPerson(person, approvedBy, reason);
        tables.addPerson(person, clock.instant());
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
        requirePerson(person);
        requireAccount(account);
        String hash = OidcTokens.hash(issuer, subject);
        ledger.as(by).recordSubject(hash, person, account, approvedBy, reason);
        tables.mapSubject(new AccessTables.Subject(hash, person, account), clock.instant());
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
        require(grant);
        if (!ID.matcher(id).matches() || !HASH.matcher(hash).matches()) {
            throw new InvalidRequestException(
                    "hash", "must be SHA-256 in hexadecimal, with the 16 digits of the key's id");
        }
        String list = grant.permissions().stream().sorted().map(Permission::id).collect(Collectors.joining(" "));
        ledger.as(by)
                .recordKey(id, grant.name(), grant.holder(), List.of(list.split(" ", -1)), grant.account(), approvedBy);
        boolean added = tables.addKey(
                new AccessTables.Key(
                        id,
                        grant.name(),
                        hash,
                        list,
                        grant.holder(),
                        grant.kind() == Identity.Kind.PERSON,
                        grant.account()),
                clock.instant());
        if (!added) {
            throw taken(grant.name());
        }
    }

    /** Refuses a grant that could not be made. */
    public void require(KeyGrant grant) {
        if (tables.keyNamed(grant.name()).isPresent()) {
            throw taken(grant.name());
        }
        if (grant.kind() == Identity.Kind.PERSON) {
            requirePerson(grant.holder());
        } else if (tables.isPerson(grant.holder())) {
            throw new InvalidRequestException(
                    "holder", "must be a service, and %s is a person".formatted(grant.holder()));
        }
        requireAccount(grant.account());
    }

    /** Withdraws the key of that name; false if there is none. */
    public boolean withdraw(String name) {
        return withdraw(name, Actor.LEDGER);
    }

    /** The same on behalf of somebody. */
    public boolean withdraw(String name, Actor by) {
        Optional<AccessTables.Key> key = tables.keyNamed(name);
        boolean removed = tables.removeKey(name);
        key.ifPresent(found -> ledger.as(by).recordWithdrawal(found.id(), name));
        return removed;
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
        return holder(key, tables.key(key.id()));
    }

    /**
     * The same by a list of all keys that is at most some seconds old: however many ask, the database is asked once in that
     * time.
     */
    Optional<Identity> holderAsListed(ApiKey key) {
        return holder(key, Optional.ofNullable(listed().get(key.id())));
    }

    /** Whose tokens a subject has. */
    Optional<AccessTables.Subject> subject(String hash) {
        return tables.subject(hash);
    }

    private Optional<Identity> holder(ApiKey key, Optional<AccessTables.Key> found) {
        String hash = key.hash();
        // Compared in constant time, and also if there is no such key, so that time tells nothing.
        boolean same = MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII),
                found.map(AccessTables.Key::hash).orElse(NO_HASH).getBytes(StandardCharsets.US_ASCII));
        if (found.isEmpty() || !same) {
            return Optional.empty();
        }
        AccessTables.Key stored = found.get();
        Identity identity = new Identity(
                stored.holder(),
                stored.isPerson() ? Identity.Kind.PERSON : Identity.Kind.SERVICE,
                Arrays.stream(stored.permissions().split(" ", -1))
                        .map(Permission::of)
                        .collect(Collectors.toSet()),
                stored.account());
        remembered.put(hash, new Remembered(identity, clock.instant().plus(MEMORY)));
        return Optional.of(identity);
    }

    private synchronized Map<String, AccessTables.Key> listed() {
        Instant now = clock.instant();
        if (directory.at().plus(MEMORY).isAfter(now) && !directory.at().isAfter(now)) {
            return directory.keys();
        }
        Map<String, AccessTables.Key> keys = new HashMap<>();
        allKeys(key -> true).forEach(key -> keys.put(key.id(), key));
        directory = new Directory(keys, now);
        return keys;
    }

    private List<AccessTables.Key> allKeys(Predicate<AccessTables.Key> wanted) {
        List<AccessTables.Key> all = new ArrayList<>();
        String after = "";
        while (true) {
            List<AccessTables.Key> page = tables.keys(after, PAGE);
            page.stream().filter(wanted).forEach(all::add);
            if (page.size() < PAGE) {
                return all;
            }
            after = page.get(PAGE - 1).name();
        }
    }

    private void requirePerson(String name) {
        if (!tables.isPerson(name)) {
            throw new InvalidRequestException("person", "must be known, got " + name + "; add the person first");
        }
    }

    private void requireAccount(@Nullable String account) {
        if (account != null) {
            ledger.scope(Scope.account(account));
        }
    }

    private static InvalidRequestException taken(String name) {
        return new InvalidRequestException("name", "must be new, got " + name + ", who has a key; withdraw it first");
    }
}
