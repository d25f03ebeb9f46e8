package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.journal.Export;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import java.io.IOException;
import java.io.Reader;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;

/** An exported journal on its way into a database. */
public final class JournalImport {
    private static final int IMPORT_AT_ONCE = 1000;

    private JournalImport() {}

    /**
     * Puts an exported journal into a database that holds no ledger yet. All of it, or nothing if something is wrong with it.
     *
     * @param in decoded as UTF-8
     * @param trusted keys of those who may sign heads
     */
    public static Verification run(String jdbcUrl, Reader in, Collection<PublicKey> trusted) throws IOException {
        try (Database database = Database.open(jdbcUrl, Database.PATIENCE);
                Handle handle = database.writer()) {
            handle.begin();
            try {
                if (!HeadRow.lock(handle, database.dialect()).note().isEmpty()) {
                    throw new IllegalStateException("the database holds a ledger already");
                }
                Insertion insertion = new Insertion(handle);
                Export export = Export.read(in, trusted, List.of(), insertion::add);
                Checkpoint head = export.head();
                if (head != null) {
                    insertion.flush();
                    HeadRow.write(handle, head, insertion.sums);
                    HeadRow.writeAccess(handle, insertion.sums);
                    handle.commit();
                }
                return export.verification();
            } finally {
                if (handle.isInTransaction()) {
                    handle.rollback();
                }
            }
        } catch (JdbiException e) {
            throw new UnavailableException("the database does not answer", e);
        }
    }

    /** Stores lines of another journal, some at a time. */
    private static final class Insertion {
        private final Handle handle;
        private final StateSums sums = StateSums.empty();
        private final RightEdge edge = RightEdge.empty();
        private PreparedBatch batch;
        private TableState tables;
        private CommittedState state;

        Insertion(Handle handle) {
            this.handle = handle;
            this.batch = JournalTable.insertion(handle);
            this.tables = TableState.reading(handle);
            this.state = new CommittedState(tables, sums);
        }

        void add(JournalEntry line) {
            StampedFact stamped = line.stamped();
            new Fold(state).add(stamped);
            JournalTable.add(batch, stamped.seq(), line, edge.add(NodeHash.ofHex(line.hash())));
            if (batch.size() >= IMPORT_AT_ONCE) {
                flush();
            }
        }

        void flush() {
            state.settle();
            tables.flush();
            if (batch.size() > 0) {
                batch.execute();
            }
            batch = JournalTable.insertion(handle);
            tables = TableState.importing(handle, tables.access());
            state = new CommittedState(tables, sums);
        }
    }
}
