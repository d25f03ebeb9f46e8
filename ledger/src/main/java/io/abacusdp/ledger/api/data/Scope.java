package io.abacusdp.ledger.api.data;

import java.util.Locale;
import java.util.Objects;

/**
 * Something that losses are recorded for: an account (organisation, tenant, model: levels of a tree), a dataset, or a block,
 * a part of a dataset that shares no unit with its other parts.
 *
 * @param kind which of the three
 * @param id name of the account or dataset; of a block, dataset/part
 */
public record Scope(Kind kind, String id) implements Comparable<Scope> {
    /** What a scope can be. */
    public enum Kind {
        ACCOUNT,
        BLOCK,
        DATASET;

        private final String label = name().toLowerCase(Locale.ROOT);
    }

    public Scope {
        Objects.requireNonNull(kind, "kind");
        String[] names = id.split("/", -1);
        if (names.length != (kind == Kind.BLOCK ? 2 : 1)) {
            throw new InvalidRequestException(
                    kind.label,
                    kind == Kind.BLOCK
                            ? "must be dataset/part, got " + quoted(id)
                            : "must be one name, got " + quoted(id));
        }
        for (String name : names) {
            TextRules.name(kind.label, name);
        }
    }

    public static Scope account(String name) {
        return new Scope(Kind.ACCOUNT, name);
    }

    public static Scope dataset(String name) {
        return new Scope(Kind.DATASET, name);
    }

    public static Scope block(String dataset, String part) {
        return new Scope(Kind.BLOCK, dataset + "/" + part);
    }

    /** The scope that {@link #toString()} gave: account:acme, dataset:visits or block:visits/2026-01. */
    public static Scope parse(String text) {
        for (Kind kind : Kind.values()) {
            String prefix = kind.label + ":";
            if (text.startsWith(prefix)) {
                return new Scope(kind, text.substring(prefix.length()));
            }
        }
        throw new InvalidRequestException("scope", "must start with account:, dataset: or block:, got " + quoted(text));
    }

    /** What the text of all scopes of a kind starts with. */
    public static String prefix(Kind kind) {
        return kind.label + ":";
    }

    /** The dataset that a block is a part of. */
    public Scope datasetOfBlock() {
        return dataset(id.substring(0, id.indexOf('/')));
    }

    private static String quoted(String text) {
        return text.length() <= 80 ? '"' + text + '"' : "text of " + text.length() + " characters";
    }

    @Override
    public int compareTo(Scope other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : id.compareTo(other.id);
    }

    @Override
    public String toString() {
        return kind.label + ":" + id;
    }
}
