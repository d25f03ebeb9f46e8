package io.abacusdp.ledger.security;

import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.TextRules;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a key gives to whom.
 *
 * @param name of the key; no two have the same
 * @param holder name of the person or service that it belongs to
 * @param kind which of the two
 * @param permissions at least one
 * @param account root of the subtree of accounts that it reaches; null if that is all
 */
public record KeyGrant(
        String name,
        String holder,
        Identity.Kind kind,
        Set<Permission> permissions,
        @Nullable String account) {
    public KeyGrant {
        requireName("name", name);
        requireName("holder", holder);
        Objects.requireNonNull(kind, "kind");
        permissions = Set.copyOf(permissions);
        if (permissions.isEmpty()) {
            throw new InvalidRequestException("permissions", "must be at least one of read, quote, charge, admin");
        }
        if (account != null) {
            Scope.account(account);
        }
    }

    /** A key of a service that has its name. */
    public static KeyGrant service(String name, Set<Permission> permissions, @Nullable String account) {
        return new KeyGrant(name, name, Identity.Kind.SERVICE, permissions, account);
    }

    /** A key of a person. */
    public static KeyGrant person(String name, String person, Set<Permission> permissions, @Nullable String account) {
        return new KeyGrant(name, person, Identity.Kind.PERSON, permissions, account);
    }

    static void requireName(String field, String name) {
        TextRules.name(field, name);
        if (name.startsWith(OidcTokens.NAME_PREFIX) || name.equals("ledger")) {
            throw new InvalidRequestException(
                    field, "must not start with " + OidcTokens.NAME_PREFIX + " nor be ledger, got " + name);
        }
    }
}
