package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.StateHash;
import io.abacusdp.ledger.core.StateSums;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.log.Subtree;
import java.security.PublicKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Where a journal ends, and all that is needed to go on from there. Immutable.
 *
 * <p>{@link #load} believes nothing but a trusted signature: from it follow the root of the tree, from that the right edge and
 * the last entry, and from that the time and the sums of the state.
 */
final class JournalEnd {
    private final @Nullable Checkpoint head;
    private final RightEdge edge;
    private final Instant at;
    private final StateSums state;

    private JournalEnd(@Nullable Checkpoint head, RightEdge edge, Instant at, StateSums state) {
        this.head = head;
        this.edge = edge;
        this.at = at;
        this.state = state;
    }

    /** The end after what was just written; the arguments must not be changed any more. */
    static JournalEnd of(Checkpoint head, RightEdge edge, Instant at, StateSums state) {
        return new JournalEnd(head, edge, at, state);
    }

    /**
     * The end that the row names.
     *
     * @param trusted keys of those who may sign heads
     * @throws UntrustedLedgerException if that does not follow from a head that one of them has signed
     */
    static JournalEnd load(Handle handle, HeadRow row, Collection<PublicKey> trusted) {
        if (row.note().isEmpty()) {
            require(JournalTable.page(handle, 0, 1).isEmpty(), "the journal has entries and no head");
            return new JournalEnd(null, RightEdge.empty(), Instant.EPOCH, StateSums.empty());
        }
        Checkpoint head = trusted(row.note(), trusted);
        long size = head.size();
        List<JournalEntry> last = JournalTable.page(handle, size - 1, 2);
        String problem = "the journal does not end with the entry %d that its head names".formatted(size);
        require(size > 0 && last.size() == 1, problem);
        RightEdge edge = RightEdge.of(size, JournalTable.hashes(handle, edge(size)));
        NodeHash leaf = NodeHash.ofLeaf(last.get(0).text());
        List<NodeHash> proof = JournalTable.hashes(handle, Subtree.inclusionPath(size - 1, size));
        require(
                edge.root().equals(head.root()) && Proofs.isIncluded(leaf, size - 1, size, proof, head.root()),
                problem);
        String other = "the sum of the state tables is not the one that was signed";
        StateSums state = row.sums().orElseThrow(() -> new UntrustedLedgerException(other));
        require(last.get(0).state().equals(Optional.of(state.digest())), other);
        return new JournalEnd(head, edge, last.get(0).stamped().at(), state);
    }

    private static List<Subtree> edge(long size) {
        return new Subtree(0, size)
                .nodes().stream()
                        .map(node -> new Subtree(node.end() - (1L << node.level()), node.end()))
                        .toList();
    }

    /** The head; empty if the journal is. */
    Optional<Checkpoint> head() {
        return Optional.ofNullable(head);
    }

    /** The text of the head; empty if the journal is. */
    String note() {
        return head == null ? "" : head.toString();
    }

    /** The ledger's name; empty if the journal is. */
    String ledger() {
        return head == null ? "" : head.origin();
    }

    /** The number of entries. */
    long size() {
        return edge.size();
    }

    /** A copy of the right edge. */
    RightEdge edge() {
        return edge.copy();
    }

    /** The time of the last entry. */
    Instant at() {
        return at;
    }

    /** The sum of who may ask; must not be changed. */
    StateHash access() {
        return state.access();
    }

    /** A copy of the sums of the state. */
    StateSums state() {
        return state.copy();
    }

    /**
     * The head of this text.
     *
     * @param trusted keys of those who may sign heads
     * @throws UntrustedLedgerException if it is not one that one of them, and nobody else, has signed
     */
    static Checkpoint trusted(String note, Collection<PublicKey> trusted) {
        Checkpoint head = parse(note);
        require(
                head.note().signatures().size() == 1 && head.isSignedByOneOf(trusted),
                "the head of the journal is not signed by a trusted key");
        return head;
    }

    static Checkpoint parse(String note) {
        try {
            return Checkpoint.parse(note);
        } catch (IllegalArgumentException e) {
            throw new UntrustedLedgerException("the head of the journal is not a signed note");
        }
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new UntrustedLedgerException(problem);
        }
    }
}
