package io.abacusdp.ledger.api;

import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.store.JournalImport;
import io.abacusdp.ledger.store.LedgerStore;
import io.abacusdp.ledger.store.StoredAudit;
import io.abacusdp.ledger.witness.Signing;
import java.io.IOException;
import java.io.Reader;
import java.security.PublicKey;
import java.time.Clock;
import java.util.Collection;
import java.util.List;

/** What is done to a ledger's database from outside, while nobody has it open or whether or not somebody has. */
public final class StoredLedger {
    private StoredLedger() {}

    /** Says that a backup was put back on purpose, as {@link LedgerStore#acceptBackup} does; returns the new head. */
    public static Checkpoint acceptBackup(
            String jdbcUrl, Signing signing, Clock clock, String by, String approvedBy, String reason) {
        return LedgerStore.acceptBackup(jdbcUrl, signing, clock, by, approvedBy, reason);
    }

    /**
     * Replays the journal of a database that may be too damaged to be opened, as {@link LedgerJournal#verify} does.
     *
     * @throws io.abacusdp.ledger.api.data.UnavailableException if the database does not answer
     */
    public static Audit verify(String jdbcUrl, Collection<PublicKey> trusted, List<Checkpoint> kept) {
        return StoredAudit.of(jdbcUrl, trusted, kept);
    }

    /**
     * Puts an exported journal into a database that holds no ledger yet. All of it, or nothing if something is wrong with it.
     *
     * @param in decoded as UTF-8
     * @param trusted keys of those who may sign heads
     * @throws IllegalStateException if the database holds a ledger
     */
    public static Verification restore(String jdbcUrl, Reader in, Collection<PublicKey> trusted) throws IOException {
        return JournalImport.run(jdbcUrl, in, trusted);
    }
}
