package io.abacusdp.ledger.store;

import io.abacusdp.ledger.journal.SignedHead;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** The one row that says where the journal ends. */
final class HeadRow {
    private HeadRow() {}

    /** The head without a lock. */
    static SignedHead read(Handle handle) {
        return select(handle, "");
    }

    /** The head, locked until the transaction ends: nobody else writes anything before that. */
    static SignedHead lock(Handle handle, Dialect dialect) {
        return select(handle, dialect.forUpdate());
    }

    static void write(Handle handle, SignedHead head) {
        handle.createUpdate("UPDATE ledger_head SET ledger = :ledger, seq = :seq, hash = :hash, at = :at, "
                        + "key_id = :key, signature = :signature WHERE one = 1")
                .bind("ledger", head.ledger())
                .bind("seq", head.seq())
                .bind("hash", head.hash())
                .bind("at", head.at().toEpochMilli())
                .bind("key", head.key())
                .bind("signature", head.signature())
                .execute();
    }

    /** Writes the row as it is, to see whether the database takes it. */
    static void touch(Handle handle) {
        handle.createUpdate("UPDATE ledger_head SET seq = seq WHERE one = 1").execute();
    }

    private static SignedHead select(Handle handle, String suffix) {
        return handle.createQuery("SELECT * FROM ledger_head WHERE one = 1" + suffix)
                .map((row, context) -> new SignedHead(
                        row.getString("ledger"),
                        row.getLong("seq"),
                        row.getString("hash"),
                        Instant.ofEpochMilli(row.getLong("at")),
                        row.getString("key_id"),
                        row.getString("signature")))
                .one();
    }
}
