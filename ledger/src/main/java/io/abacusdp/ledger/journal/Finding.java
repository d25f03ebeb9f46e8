package io.abacusdp.ledger.journal;

import java.util.Objects;

/**
 * What is wrong with a journal, and where.
 *
 * @param kind what happened to it
 * @param seq the first entry that cannot be trusted
 * @param detail in words
 */
public record Finding(Kind kind, long seq, String detail) {
    /** What can happen to a journal. */
    public enum Kind {
        /** The last record was not written to its end. */
        TORN,
        /** An entry, or its hash, is not what was written. */
        ALTERED,
        /** Entries are missing between others. */
        REMOVED,
        /** Entries are not in the order in which they were written. */
        REORDERED,
        /** Entries that a signed head covers are missing at the end. */
        TRUNCATED,
        /** Entries stand after the last signed head. */
        UNSIGNED,
        /** A signed head states another root than the journal has there: some entry before was replaced. */
        REWRITTEN,
        /** A head is missing, or not signed by a trusted key. */
        FORGED_HEAD,
        /** An entry states another state than the facts up to it add up to. */
        OTHER_STATE,
        /** An entry contradicts the ones before it. */
        ILLEGAL,
        /** An entry spends more than a budget admitted. */
        OVERSPENT
    }

    public Finding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }
}
