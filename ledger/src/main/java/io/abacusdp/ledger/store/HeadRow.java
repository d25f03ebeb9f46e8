package io.abacusdp.ledger.store;

import io.abacusdp.ledger.core.StateHash;
import io.abacusdp.ledger.log.Checkpoint;
import org.jdbi.v3.core.Handle;

/** The one row that says where the journal ends and what its state adds up to; what it says counts when it is signed. */
final class HeadRow {
    private final String note;
    private final byte[] state;

    private HeadRow(String note, byte[] state) {
        this.note = note;
        this.state = state;
    }

    /** The row without a lock. */
    static HeadRow read(Handle handle) {
        return select(handle, "");
    }

    /** The row, locked until the transaction ends: nobody else writes anything before that. */
    static HeadRow lock(Handle handle, Dialect dialect) {
        return select(handle, dialect.forUpdate());
    }

    static void write(Handle handle, Checkpoint head, StateHash state) {
        handle.createUpdate("UPDATE ledger_head SET note = :note, state = :state WHERE one = 1")
                .bind("note", head.toString())
                .bind("state", state.bytes())
                .execute();
    }

    /** Writes the row as it is, to see whether the database takes it. */
    static void touch(Handle handle) {
        handle.createUpdate("UPDATE ledger_head SET note = note WHERE one = 1").execute();
    }

    /** The text of the head; empty if the journal is. */
    String note() {
        return note;
    }

    /** The sum of all state rows. */
    byte[] state() {
        return state.clone();
    }

    private static HeadRow select(Handle handle, String suffix) {
        return handle.createQuery("SELECT note, state FROM ledger_head WHERE one = 1" + suffix)
                .map((row, context) -> new HeadRow(row.getString("note"), row.getBytes("state")))
                .one();
    }
}
