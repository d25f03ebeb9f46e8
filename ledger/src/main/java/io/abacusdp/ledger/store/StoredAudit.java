package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The journal of a database replayed, and compared with its state tables. */
public final class StoredAudit {
    private StoredAudit() {}

    /**
     * Of a database that may be too damaged to be opened.
     *
     * @param trusted keys of those who may sign heads
     * @param kept heads that were kept elsewhere, possibly none
     */
    public static Audit of(String jdbcUrl, Collection<PublicKey> trusted, List<Checkpoint> kept) {
        try (Database database = Database.open(jdbcUrl, Database.PATIENCE)) {
            return of(database, trusted, kept);
        }
    }

    static Audit of(Database database, Collection<PublicKey> trusted, List<Checkpoint> kept) {
        return database.read(handle -> {
            HeadRow row = HeadRow.read(handle);
            Checkpoint head = JournalEnd.parse(row.note());
            Verification verification = Verification.of(JournalTable.all(handle), head, trusted, kept);
            return new Audit(verification, head, differences(handle, verification.state()));
        });
    }

    private static List<String> differences(Handle handle, MemoryState replayed) {
        try {
            return replayed.differences(StateTables.all(handle));
        } catch (UntrustedLedgerException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }
}
