package io.abacusdp.ledger.store;

import java.util.Locale;
import java.util.Map;

/** What differs between the databases; all other SQL is the same. */
enum Dialect {
    SQLITE("INTEGER", "BLOB", ""),
    POSTGRESQL("BIGINT", "BYTEA", " FOR UPDATE");

    private final String seqType;
    private final String bytesType;
    private final String forUpdate;

    Dialect(String seqType, String bytesType, String forUpdate) {
        this.seqType = seqType;
        this.bytesType = bytesType;
        this.forUpdate = forUpdate;
    }

    static Dialect of(String jdbcUrl) {
        for (Dialect dialect : values()) {
            if (jdbcUrl.startsWith("jdbc:" + dialect.id() + ":")) {
                return dialect;
            }
        }
        throw new IllegalArgumentException("the database must be jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME");
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Types that the schema leaves open. */
    Map<String, String> types() {
        return Map.of("seq", seqType, "bytes", bytesType);
    }

    /** What makes a SELECT lock its rows; SQLite has locked the whole file by then. */
    String forUpdate() {
        return forUpdate;
    }
}
