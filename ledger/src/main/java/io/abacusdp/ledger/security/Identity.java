package io.abacusdp.ledger.security;

import java.util.Objects;
import java.util.Set;

/**
 * Who asks.
 *
 * @param name under which the journal records what they did
 * @param permissions what they may do
 */
public record Identity(String name, Set<Permission> permissions) {
    public Identity {
        Objects.requireNonNull(name, "name");
        permissions = Set.copyOf(permissions);
    }

    public boolean may(Permission permission) {
        return permissions.contains(permission);
    }
}
