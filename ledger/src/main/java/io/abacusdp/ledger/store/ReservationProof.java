package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Reservation.Status;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Fold;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.Subtree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Compares rows of reservations with the entries of the journal that made them: the one by which each was accepted and the last that
 * changed it. Both have to be in the tree of a signed head, so that a row that somebody planted or edited is not believed.
 */
final class ReservationProof {
    /** Rows whose proofs are asked for at one go. */
    private static final int AT_ONCE = 200;

    private final Handle handle;
    private final Checkpoint head;

    /** Proofs under a head that is believed, from the database that has it. */
    ReservationProof(Handle handle, Checkpoint head) {
        this.handle = handle;
        this.head = head;
    }

    /**
     * Makes sure of rows.
     *
     * @throws UntrustedLedgerException if one is not what the journal says
     */
    void require(List<Reservation> rows) {
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            List<Reservation> some = rows.subList(from, Math.min(rows.size(), from + AT_ONCE));
            Map<Long, StampedFact> facts = facts(some);
            for (Reservation row : some) {
                if (!isSo(row, facts.get(row.seq()), facts.get(row.changed()))) {
                    throw new UntrustedLedgerException(
                            "the row of reservation %s is not what the journal says".formatted(row.id()));
                }
            }
        }
    }

    /** The facts that the rows name, as far as they are in the tree. */
    private Map<Long, StampedFact> facts(List<Reservation> rows) {
        TreeSet<Long> seqs = new TreeSet<>();
        rows.forEach(row -> seqs.addAll(List.of(row.seq(), row.changed())));
        seqs.removeIf(seq -> !(seq > 0 && seq <= head.size()));
        Map<Long, String> texts = JournalTable.texts(handle, seqs);
        seqs.retainAll(texts.keySet());
        List<Subtree> parts = new ArrayList<>();
        seqs.forEach(seq -> parts.addAll(Subtree.inclusionPath(seq - 1, head.size())));
        List<NodeHash> hashes = JournalTable.hashes(handle, parts);
        Map<Long, StampedFact> facts = new HashMap<>();
        int next = 0;
        for (long seq : seqs) {
            String text = texts.getOrDefault(seq, "");
            int length = Subtree.inclusionPath(seq - 1, head.size()).size();
            List<NodeHash> proof = hashes.subList(next, next + length);
            next += length;
            if (Proofs.isIncluded(NodeHash.ofLeaf(text), seq - 1, head.size(), proof, head.root())) {
                facts.put(seq, new JournalEntry(text, "").stamped());
            }
        }
        return facts;
    }

    private static boolean isSo(Reservation row, @Nullable StampedFact accepted, @Nullable StampedFact changed) {
        Optional<Reservation> first = Optional.ofNullable(accepted).flatMap(Fold::accepted);
        if (first.isEmpty() || changed == null) {
            return false;
        }
        return row.changed() == row.seq()
                ? row.equals(first.get())
                : hasSameOrigin(row, first.get()) && isAfter(row, changed.fact());
    }

    private static boolean hasSameOrigin(Reservation row, Reservation first) {
        return row.id().equals(first.id())
                && row.key().equals(first.key())
                && row.body().equals(first.body())
                && row.account().equals(first.account())
                && row.scopes().equals(first.scopes())
                && row.price().equals(first.price())
                && row.at().equals(first.at());
    }

    /** Whether the fact is about the reservation and leaves it as the row says. */
    private static boolean isAfter(Reservation row, Fact last) {
        String committed = row.committed();
        if (last instanceof Fact.Started started) {
            return started.reservation().equals(row.id()) && row.status() == Status.STARTED && committed == null;
        }
        if (last instanceof Fact.Extended extended) {
            return extended.reservation().equals(row.id())
                    && row.status().isOpen()
                    && committed == null
                    && extended.expires().equals(row.expires());
        }
        if (last instanceof Fact.Committed fact) {
            return fact.reservation().equals(row.id())
                    && row.status() == Status.COMMITTED
                    && fact.price().equals(committed);
        }
        if (last instanceof Fact.Released released) {
            return released.reservation().equals(row.id()) && row.status() == Status.RELEASED && committed == null;
        }
        if (last instanceof Fact.Lapsed lapsed) {
            return lapsed.reservation().equals(row.id())
                    && (row.status() == Status.EXPIRED
                            ? committed == null
                            : row.status() == Status.FORFEITED && row.price().equals(committed));
        }
        return false;
    }
}
