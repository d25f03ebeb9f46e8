package io.abacusdp.ledger.security;

import java.util.Arrays;
import java.util.Locale;

/** What the holder of a key may do. None includes another. */
public enum Permission {
    /** See balances, curves, histories and the journal. */
    READ,
    /** Ask whether something would fit. */
    QUOTE,
    /** Reserve, start, commit, release, extend and charge. */
    CHARGE,
    /** Add accounts, datasets and budgets; propose and approve changes of budgets. */
    ADMIN;

    /** Name in keys, tokens and on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The permission of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Permission of(String id) {
        return Arrays.stream(values())
                .filter(permission -> permission.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a permission must be one of read, quote, charge, admin, got " + id));
    }
}
