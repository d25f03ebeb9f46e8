package io.abacusdp.ledger.store;

import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.log.Subtree;
import io.abacusdp.ledger.log.TreeNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The entries of one transaction, and all nodes of the tree that prove them: those of the right edge before, and those that they
 * completed. Their receipts need nothing of the database. Not changed any more once the transaction is committed.
 */
final class NewEntries {
    private final Map<TreeNode, NodeHash> nodes = new HashMap<>();
    private final Map<Long, String> texts = new HashMap<>();
    private long last;

    NewEntries(RightEdge before) {
        if (before.size() > 0) {
            List<TreeNode> places = new Subtree(0, before.size()).nodes();
            for (int i = 0; i < places.size(); i++) {
                nodes.put(places.get(i), before.nodes().get(i));
            }
        }
    }

    /** Adds an entry to the tree, and returns the hashes of the nodes that it completes. */
    List<NodeHash> add(RightEdge edge, JournalEntry entry) {
        long index = edge.size();
        NodeHash leaf = NodeHash.ofHex(entry.hash());
        List<NodeHash> completed = edge.add(leaf);
        nodes.put(new TreeNode(0, index), leaf);
        for (int level = 1; level <= completed.size(); level++) {
            nodes.put(new TreeNode(level, index >> level), completed.get(level - 1));
        }
        texts.put(index + 1, entry.text());
        last = index + 1;
        return completed;
    }

    /** The numbers of the entries. */
    Set<Long> seqs() {
        return texts.keySet();
    }

    /** The number of the last entry. */
    long last() {
        return last;
    }

    /** The receipt of one of the entries under the head of the journal that ends with them. */
    Receipt receipt(long seq, Checkpoint head) {
        return new Receipt(
                Objects.requireNonNull(texts.get(seq)),
                Subtree.inclusionPath(seq - 1, last).stream()
                        .map(part -> part.hash(node -> Objects.requireNonNull(nodes.get(node))))
                        .toList(),
                head);
    }
}
