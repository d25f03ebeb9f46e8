package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.Subtree;
import io.abacusdp.storage.InPlaceText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The latest head that this server has signed or seen, whichever server signed it. A database whose head is below or beside it
 * was rolled back. Safe for use by several threads.
 *
 * <p>It is kept in a file beside the signing key, if that is in a file, and so outlives the process, however that ends: the file is
 * written after each commit and before its answers. The disk is made to take it ten times a second, which is once for many
 * commits; so after a power failure, and only then, it may be that much older than the last answer. A file that cannot be
 * flushed ends all answers.
 */
final class SeenHeads implements AutoCloseable {
    /** Within one sector of a disk, which is written whole or not at all. */
    private static final int LENGTH = 512;

    /** Another process may just be writing it. */
    private static final int READS = 3;

    private final @Nullable Path file;
    private @Nullable FlushedText text;
    private volatile @Nullable Checkpoint last;
    private volatile boolean isRestoring;

    private SeenHeads(@Nullable Path file) {
        this.file = file;
    }

    /**
     * What was seen by the holder of this key.
     *
     * @param trusted keys of those who may sign heads
     * @throws UntrustedLedgerException if the file beside the key is not what was written
     */
    static SeenHeads by(SigningKey key, Collection<PublicKey> trusted) {
        Path file = key.file()
                .map(path -> path.resolveSibling(path.getFileName() + ".head"))
                .orElse(null);
        SeenHeads seen = new SeenHeads(file);
        if (file != null && Files.exists(file)) {
            seen.read(file, trusted, READS);
        }
        return seen;
    }

    /** The latest head; null if none was seen. */
    @Nullable
    Checkpoint last() {
        return last;
    }

    /**
     * Makes sure that a head of the database goes on from one that was seen.
     *
     * @param found the head, with a trusted signature; empty if the journal is
     * @param before was seen before the database was asked for the head
     * @throws UntrustedLedgerException if it does not
     */
    void requireAfter(Handle handle, Optional<Checkpoint> found, @Nullable Checkpoint before) {
        if (before == null || isRestoring) {
            return;
        }
        if (found.isEmpty()) {
            throw rolledBack(0, before);
        }
        Checkpoint head = found.get();
        if (head.saysTheSameAs(before)) {
            return;
        }
        if (head.size() <= before.size()) {
            throw rolledBack(head.size(), before);
        }
        List<NodeHash> proof = JournalTable.hashes(handle, Subtree.consistencyPath(before.size(), head.size()));
        if (!Proofs.isConsistent(before.size(), before.root(), head.size(), head.root(), proof)) {
            throw rolledBack(head.size(), before);
        }
    }

    private static UntrustedLedgerException rolledBack(long size, Checkpoint before) {
        return new UntrustedLedgerException(
                "the database was rolled back: its head has %d entries and does not go on from one with %d that was seen"
                        .formatted(size, before.size()));
    }

    /**
     * Keeps a head that follows from the last.
     *
     * @throws UnavailableException if the file cannot be written
     */
    synchronized void remember(Checkpoint head) {
        Checkpoint before = last;
        if (!isRestoring && (before == null || head.size() > before.size())) {
            replace(head);
        }
    }

    /** Lets heads be below or beside the last, as a backup was put back on purpose, until one is accepted. */
    void beginRestoring() {
        isRestoring = true;
    }

    /** Keeps the head that says that a backup was put back, instead of the last. */
    synchronized void endRestoring(Checkpoint head) {
        replace(head);
        isRestoring = false;
    }

    private void replace(Checkpoint head) {
        if (file != null) {
            String note = head.toString();
            String padded = note + "\n".repeat(LENGTH - note.getBytes(StandardCharsets.UTF_8).length);
            try {
                FlushedText open = text;
                if (open == null) {
                    text = FlushedText.of(InPlaceText.create(file, padded));
                } else {
                    open.write(padded);
                }
            } catch (IOException e) {
                throw new UnavailableException("the latest head cannot be kept: " + e.getMessage(), e);
            }
        }
        last = head;
    }

    @Override
    public synchronized void close() {
        try {
            if (text != null) {
                text.close();
                text = null;
            }
        } catch (IOException e) {
            throw new UnavailableException("the file of the latest head cannot be closed", e);
        }
    }

    private void read(Path path, Collection<PublicKey> trusted, int tries) {
        try {
            Checkpoint head = Checkpoint.parse(Files.readString(path).stripTrailing() + "\n");
            if (!head.isSignedByOneOf(trusted)) {
                throw new UntrustedLedgerException(path + " has no trusted signature");
            }
            text = FlushedText.of(InPlaceText.open(path));
            last = head;
        } catch (IOException | IllegalArgumentException e) {
            if (tries > 1) {
                read(path, trusted, tries - 1);
                return;
            }
            throw new UntrustedLedgerException(path + " does not hold the latest head");
        }
    }
}
