package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.StampedFact;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.log.Subtree;
import io.abacusdp.ledger.log.TreeNode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;
import org.jdbi.v3.core.statement.PreparedBatch;

/** The journal's table. */
final class JournalTable {
    private static final int PAGE = 1000;

    /** Rows that the database hands over at a time, and characters after which a page ends, as an entry may be large. */
    private static final int ROWS_AT_ONCE = 64;

    private static final long CHARACTERS_AT_ONCE = 4 << 20;

    private JournalTable() {}

    /**
     * Appends facts.
     *
     * @param edge of the tree so far, which grows by them
     * @param state digest of the state after the last of them
     * @return the entries, and the nodes of the tree that they complete
     */
    static NewEntries append(Handle handle, RightEdge edge, List<StampedFact> facts, String state) {
        PreparedBatch batch = insertion(handle);
        NewEntries added = new NewEntries(edge);
        for (StampedFact fact : facts) {
            boolean last = fact.seq() == facts.get(facts.size() - 1).seq();
            JournalEntry line = JournalEntry.of(fact, last ? state : null);
            add(batch, fact.seq(), line, added.add(edge, line));
        }
        batch.execute();
        return added;
    }

    static PreparedBatch insertion(Handle handle) {
        return handle.prepareBatch(
                "INSERT INTO ledger_journal (seq, entry, hash, nodes) VALUES (:seq, :entry, :hash, :nodes)");
    }

    /** Adds an entry with the hashes of the nodes that it completes. */
    static void add(PreparedBatch batch, long seq, JournalEntry line, List<NodeHash> completed) {
        ByteBuffer nodes = ByteBuffer.allocate(NodeHash.LENGTH * completed.size());
        completed.forEach(hash -> nodes.put(hash.bytes()));
        batch.bind("seq", seq)
                .bind("entry", line.text())
                .bind("hash", line.hash())
                .bind("nodes", nodes.array())
                .add();
    }

    /**
     * The hashes of parts of the tree, from the nodes that stand with the entries. Nothing is proven by them before {@link
     * io.abacusdp.ledger.log.Proofs} says so.
     *
     * @throws UntrustedLedgerException if the journal does not have them
     */
    static List<NodeHash> hashes(Handle handle, List<Subtree> parts) {
        List<TreeNode> wanted =
                parts.stream().flatMap(part -> part.nodes().stream()).toList();
        try {
            Map<TreeNode, NodeHash> found = wanted.isEmpty() ? Map.of() : nodes(handle, wanted);
            return parts.stream()
                    .map(part -> part.hash(node -> known(found, node)))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new UntrustedLedgerException("the journal lacks nodes of its tree");
        }
    }

    private static NodeHash known(Map<TreeNode, NodeHash> found, TreeNode node) {
        NodeHash hash = found.get(node);
        if (hash == null) {
            throw new IllegalArgumentException("the journal has no node " + node);
        }
        return hash;
    }

    private static Map<TreeNode, NodeHash> nodes(Handle handle, List<TreeNode> wanted) {
        Map<Long, List<TreeNode>> rows = wanted.stream().collect(Collectors.groupingBy(TreeNode::end));
        Map<TreeNode, NodeHash> found = new HashMap<>();
        handle.createQuery("SELECT seq, hash, nodes FROM ledger_journal WHERE seq IN (<rows>)")
                .bindList("rows", List.copyOf(rows.keySet()))
                .map((row, context) -> {
                    byte[] nodes = row.getBytes("nodes");
                    for (TreeNode node : rows.getOrDefault(row.getLong("seq"), List.of())) {
                        int start = NodeHash.LENGTH * (node.level() - 1);
                        if (node.level() == 0) {
                            found.put(node, NodeHash.ofHex(row.getString("hash")));
                        } else if (nodes != null && nodes.length >= start + NodeHash.LENGTH) {
                            found.put(node, NodeHash.of(Arrays.copyOfRange(nodes, start, start + NodeHash.LENGTH)));
                        }
                    }
                    return true;
                })
                .list();
        return found;
    }

    /** The texts of these entries, as far as there are any. */
    static Map<Long, String> texts(Handle handle, Collection<Long> seqs) {
        Map<Long, String> found = new HashMap<>();
        if (!seqs.isEmpty()) {
            handle.createQuery("SELECT seq, entry FROM ledger_journal WHERE seq IN (<seqs>)")
                    .bindList("seqs", List.copyOf(seqs))
                    .map((row, context) -> Map.entry(row.getLong("seq"), row.getString("entry")))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
        }
        return found;
    }

    /** Entries after the given one, in order. */
    static List<JournalEntry> page(Handle handle, long after, int most) {
        return page(handle, after, most, Long.MAX_VALUE);
    }

    /** The same, and no more after so many characters. */
    static List<JournalEntry> page(Handle handle, long after, int most, long characters) {
        return rows(handle, after, most, characters).stream().map(Row::entry).toList();
    }

    private record Row(long seq, JournalEntry entry) {}

    private static List<Row> rows(Handle handle, long after, int most, long characters) {
        List<Row> rows = new ArrayList<>();
        long left = characters;
        try (ResultIterator<Row> found = handle.createQuery(
                        "SELECT seq, entry, hash FROM ledger_journal WHERE seq > :after ORDER BY seq LIMIT :most")
                .bind("after", after)
                .bind("most", most)
                .setFetchSize(ROWS_AT_ONCE)
                .map((row, context) ->
                        new Row(row.getLong("seq"), new JournalEntry(row.getString("entry"), row.getString("hash"))))
                .iterator()) {
            while (left > 0 && found.hasNext()) {
                Row row = found.next();
                rows.add(row);
                left -= row.entry().text().length();
            }
        }
        return rows;
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
                    for (Row row : rows(handle, last, PAGE, CHARACTERS_AT_ONCE)) {
                        last = row.seq();
                        ahead.add(row.entry());
                    }
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
