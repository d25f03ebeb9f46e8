package io.abacusdp.ledger.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Neighbouring leaves that have a hash of their own in some tree; the last ones at its right edge may be fewer than a power of
 * two.
 *
 * <p>Source: RFC 6962, sections 2.1 to 2.1.2: D[start:end], PATH(m, D[n]), PROOF(m, D[n]).
 *
 * @param start the first leaf, from 0
 * @param end the leaf after the last
 */
public record Subtree(long start, long end) {
    public Subtree {
        if (!(start >= 0 && end > start)) {
            throw new IllegalArgumentException("a subtree must have leaves, got %d to %d".formatted(start, end));
        }
    }

    /** Whose hashes prove that a leaf is in the tree of this size, from the leaf upwards. */
    public static List<Subtree> inclusionPath(long leaf, long size) {
        if (!(leaf >= 0 && leaf < size)) {
            throw new IllegalArgumentException("the leaf must be in [0, %d), got %d".formatted(size, leaf));
        }
        List<Subtree> path = new ArrayList<>();
        long start = 0;
        long end = size;
        while (end - start > 1) {
            long middle = start + half(end - start);
            if (leaf < middle) {
                path.add(new Subtree(middle, end));
                end = middle;
            } else {
                path.add(new Subtree(start, middle));
                start = middle;
            }
        }
        Collections.reverse(path);
        return path;
    }

    /** Whose hashes prove that the first leaves of a tree are those of an earlier one; none if that had no leaves. */
    public static List<Subtree> consistencyPath(long earlier, long size) {
        if (!(earlier >= 0 && earlier <= size)) {
            throw new IllegalArgumentException("the earlier size must be in [0, %d], got %d".formatted(size, earlier));
        }
        List<Subtree> path = new ArrayList<>();
        long start = 0;
        long end = size;
        while (earlier > 0 && end != earlier) {
            long middle = start + half(end - start);
            if (earlier <= middle) {
                path.add(new Subtree(middle, end));
                end = middle;
            } else {
                path.add(new Subtree(start, middle));
                start = middle;
            }
        }
        if (start > 0) {
            path.add(new Subtree(start, end));
        }
        Collections.reverse(path);
        return path;
    }

    /** The complete nodes that it consists of, from left to right, each larger than the next. */
    public List<TreeNode> nodes() {
        List<TreeNode> nodes = new ArrayList<>();
        long from = start;
        while (from < end) {
            int level = Long.SIZE - 1 - Long.numberOfLeadingZeros(end - from);
            nodes.add(new TreeNode(level, from >> level));
            from += 1L << level;
        }
        return nodes;
    }

    /** Its hash, from those of its nodes. */
    public NodeHash hash(Function<TreeNode, NodeHash> known) {
        List<TreeNode> nodes = nodes();
        NodeHash hash = known.apply(nodes.get(nodes.size() - 1));
        for (int i = nodes.size() - 2; i >= 0; i--) {
            hash = NodeHash.ofNode(known.apply(nodes.get(i)), hash);
        }
        return hash;
    }

    /** The largest power of two below the number. */
    private static long half(long leaves) {
        return Long.highestOneBit(leaves - 1);
    }
}
