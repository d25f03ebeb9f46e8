package io.abacusdp.ledger.log;

import java.util.ArrayList;
import java.util.List;

/**
 * What a tree needs to grow: the hashes of the largest complete nodes that its leaves form, from left to right, at most one a
 * level. Mutable, for use by one thread.
 */
public final class RightEdge {
    private final List<NodeHash> nodes;
    private long size;

    private RightEdge(long size, List<NodeHash> nodes) {
        this.size = size;
        this.nodes = nodes;
    }

    /** The edge of the tree without leaves. */
    public static RightEdge empty() {
        return new RightEdge(0, new ArrayList<>());
    }

    /** The edge of a tree of this size, from the hashes of the nodes of {@code new Subtree(0, size)}. */
    public static RightEdge of(long size, List<NodeHash> nodes) {
        if (Long.bitCount(size) != nodes.size()) {
            throw new IllegalArgumentException(
                    "the edge of %d leaves has %d nodes, got %d".formatted(size, Long.bitCount(size), nodes.size()));
        }
        return new RightEdge(size, new ArrayList<>(nodes));
    }

    public RightEdge copy() {
        return new RightEdge(size, new ArrayList<>(nodes));
    }

    /** The number of leaves. */
    public long size() {
        return size;
    }

    /** Adds a leaf and returns the hashes of the nodes that it completes, from level 1 upwards. */
    public List<NodeHash> add(NodeHash leaf) {
        List<NodeHash> completed = new ArrayList<>();
        NodeHash hash = leaf;
        for (long rest = size; (rest & 1) == 1; rest >>= 1) {
            hash = NodeHash.ofNode(nodes.remove(nodes.size() - 1), hash);
            completed.add(hash);
        }
        nodes.add(hash);
        size++;
        return completed;
    }

    /** The hash of the tree. */
    public NodeHash root() {
        if (nodes.isEmpty()) {
            return NodeHash.EMPTY;
        }
        NodeHash hash = nodes.get(nodes.size() - 1);
        for (int i = nodes.size() - 2; i >= 0; i--) {
            hash = NodeHash.ofNode(nodes.get(i), hash);
        }
        return hash;
    }

    /** The hashes of its nodes, as {@link #of} takes them. */
    public List<NodeHash> nodes() {
        return List.copyOf(nodes);
    }
}
