package io.abacusdp.ledger.store;

import io.abacusdp.ledger.core.StateHash;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.log.Checkpoint;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The one row that says where the journal ends and what its state adds up to; what it says counts when it is signed. */
final class HeadRow {
    private final String note;
    private final byte[] state;
    private final byte[] access;
    private final long closed;

    private HeadRow(String note, byte[] state, byte[] access, long closed) {
        this.note = note;
        this.state = state;
        this.access = access;
        this.closed = closed;
    }

    /** The row without a lock. */
    static HeadRow read(Handle handle) {
        return select(handle, "");
    }

    /** The row, locked until the transaction ends: nobody else writes anything before that. */
    static HeadRow lock(Handle handle, Dialect dialect) {
        return select(handle, dialect.forUpdate());
    }

    static void write(Handle handle, Checkpoint head, StateSums sums) {
        handle.createUpdate("UPDATE ledger_head SET note = :note, state = :state, closed = :closed WHERE one = 1")
                .bind("note", head.toString())
                .bind("state", sums.rows().bytes())
                .bind("closed", sums.closed())
                .execute();
    }

    /** Writes the sum of who may ask, which seldom changes. */
    static void writeAccess(Handle handle, StateSums sums) {
        handle.createUpdate("UPDATE ledger_head SET access = :access WHERE one = 1")
                .bind("access", sums.access().bytes())
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

    /** The sums of the state; empty if they are not in the form of any. */
    Optional<StateSums> sums() {
        boolean hasForm = state.length == StateHash.LENGTH && (access.length == 0 || access.length == StateHash.LENGTH);
        return hasForm
                ? Optional.of(StateSums.of(
                        StateHash.of(state), access.length == 0 ? new StateHash() : StateHash.of(access), closed))
                : Optional.empty();
    }

    private static HeadRow select(Handle handle, String suffix) {
        return handle.createQuery("SELECT note, state, access, closed FROM ledger_head WHERE one = 1" + suffix)
                .map((row, context) -> new HeadRow(
                        row.getString("note"), row.getBytes("state"), row.getBytes("access"), row.getLong("closed")))
                .one();
    }
}
