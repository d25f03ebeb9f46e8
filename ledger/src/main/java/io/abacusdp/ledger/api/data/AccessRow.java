package io.abacusdp.ledger.api.data;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something that says who may ask, or what waits for a second person: a part of the state like budgets and reservations. */
public sealed interface AccessRow {
    /** What no two of its kind share. */
    String id();

    /**
     * Somebody who counts as one of two persons.
     *
     * @param id the name
     */
    record Person(String id) implements AccessRow {
        public Person {
            Objects.requireNonNull(id, "id");
        }
    }

    /**
     * An API key.
     *
     * @param id public part, by which it is found
     * @param name of the key; no two have the same
     * @param hash SHA-256 of the whole key, in hexadecimal
     * @param holder name of the person or service that it belongs to
     * @param isPerson whether that is a person
     * @param permissions names
     * @param account root of the subtree of accounts that it reaches; null if that is all
     */
    record Key(
            String id,
            String name,
            String hash,
            String holder,
            boolean isPerson,
            List<String> permissions,
            @Nullable String account)
            implements AccessRow {
        public Key {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(hash, "hash");
            Objects.requireNonNull(holder, "holder");
            permissions = List.copyOf(permissions);
        }
    }

    /**
     * Whose tokens an identity provider's subject has.
     *
     * @param id hash of issuer and subject
     * @param account root of the subtree of accounts that they reach; null if that is all
     */
    record Subject(String id, String person, @Nullable String account) implements AccessRow {
        public Subject {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(person, "person");
        }
    }

    /**
     * A change that one person has asked for.
     *
     * @param change SHA-256 of its text, which names people and so is kept beside the journal
     * @param expires after which it cannot be approved any more
     * @param approvedBy null as long as nobody has
     */
    record Proposal(
            String id,
            String change,
            String proposedBy,
            Instant at,
            Instant expires,
            @Nullable String approvedBy) implements AccessRow {
        public Proposal {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(change, "change");
            Objects.requireNonNull(proposedBy, "proposedBy");
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(expires, "expires");
        }
    }
}
