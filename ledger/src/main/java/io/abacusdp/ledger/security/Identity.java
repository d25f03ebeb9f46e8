package io.abacusdp.ledger.security;

import io.abacusdp.ledger.api.data.Actor;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param name of the person or service, under which the journal records what they did
 * @param kind which of the two
 * @param permissions what they may do
 * @param account root of the subtree of accounts that they may touch; null if that is all
 */
public record Identity(
        String name,
        Kind kind,
        Set<Permission> permissions,
        @Nullable String account) {
    /** Who can hold a credential. */
    public enum Kind {
        /** Somebody who answers for a decision: two of them are two people, however many keys they hold. */
        PERSON,
        /** A program. It can use budgets, and not decide on them. */
        SERVICE
    }

    public Identity {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        permissions = Set.copyOf(permissions);
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }

    /** As the ledger knows them. */
    public Actor actor() {
        return new Actor(name, account);
    }
}
