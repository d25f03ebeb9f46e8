package io.abacusdp.ledger.store;

import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.journal.JournalEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The journal's table. */
final class JournalTable {
    private static final int PAGE = 1000;

    private JournalTable() {}

    /** Appends facts to an entry with the given hash, and returns the hash of the last. */
    static String append(Handle handle, String prev, List<StampedFact> facts) {
        PreparedBatch batch = insertion(handle);
        String hash = prev;
        for (StampedFact fact : facts) {
            JournalEntry line = JournalEntry.after(hash, fact);
            add(batch, fact.seq(), line);
            hash = line.hash();
        }
        batch.execute();
        return hash;
    }

    static PreparedBatch insertion(Handle handle) {
        return handle.prepareBatch("INSERT INTO ledger_journal (seq, entry, hash) VALUES (:seq, :entry, :hash)");
    }

    static void add(PreparedBatch batch, long seq, JournalEntry line) {
        batch.bind("seq", seq)
                .bind("entry", line.text())
                .bind("hash", line.hash())
                .add();
    }

    /** Entries after the given one, in order. */
    static List<JournalEntry> page(Handle handle, long after, int most) {
        return handle.createQuery("SELECT entry, hash FROM ledger_journal WHERE seq > :after ORDER BY seq LIMIT :most")
                .bind("after", after)
                .bind("most", most)
                .map((row, context) -> new JournalEntry(row.getString("entry"), row.getString("hash")))
                .list();
    }

    /** All entries, in the order of the table's numbers, read page by page. */
    static Iterator<JournalEntry> all(Handle handle) {
        return new Iterator<>() {
            private final Deque<JournalEntry> ahead = new ArrayDeque<>();
            private long last;
            private boolean ended;

            @Override
            public boolean hasNext() {
                if (ahead.isEmpty() && !ended) {
                    handle.createQuery("SELECT seq, entry, hash FROM ledger_journal WHERE seq > :after "
                                    + "ORDER BY seq LIMIT :most")
                            .bind("after", last)
                            .bind("most", PAGE)
                            .map((row, context) -> {
                                last = row.getLong("seq");
                                return new JournalEntry(row.getString("entry"), row.getString("hash"));
                            })
                            .forEach(ahead::add);
                    ended = ahead.isEmpty();
                }
                return !ahead.isEmpty();
            }

            @Override
            public JournalEntry next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return ahead.remove();
            }
        };
    }
}
