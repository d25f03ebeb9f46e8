package io.abacusdp.ledger.store;

import io.abacusdp.ledger.cache.BoundedCache;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.log.Checkpoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What receipts of the latest transactions are made of, so that an answer's receipt needs nothing of the database. Safe for use
 * by several threads.
 */
final class RecentReceipts {
    private static final int MAX_ENTRIES = 20_000;

    private final BoundedCache<Long, Group> groups = new BoundedCache<>(MAX_ENTRIES);
    private volatile @Nullable Checkpoint head;

    private record Group(Checkpoint head, NewEntries entries) {}

    /**
     * Adds a transaction that is committed.
     *
     * @param latest the head that was cosigned then, if that is asked for: that of the transaction, or a later one
     * @param entries those of the transaction; null if it has none
     */
    void add(Checkpoint latest, @Nullable NewEntries entries) {
        head = latest;
        if (entries != null && entries.last() == latest.size()) {
            Group group = new Group(latest, entries);
            entries.seqs().forEach(seq -> groups.put(seq, group));
        }
    }

    /** The receipt of an entry, if it is one of the latest. */
    Optional<Receipt> receipt(long seq) {
        return groups.get(seq).map(group -> group.entries.receipt(seq, group.head));
    }

    /** The latest head that answers were given by; null if there were none. */
    @Nullable
    Checkpoint head() {
        return head;
    }
}
