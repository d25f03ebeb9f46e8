package io.abacusdp.ledger.log;

/**
 * A node over 2^level leaves that are all there: its hash never changes.
 *
 * @param level 0 for a leaf
 * @param index of the node among those of its level, from 0
 */
public record TreeNode(int level, long index) {
    public TreeNode {
        if (!(level >= 0 && level < Long.SIZE - 1 && index >= 0)) {
            throw new IllegalArgumentException(
                    "level must be in [0, 63) and index at least 0, got " + level + ", " + index);
        }
    }

    /** The number of leaves up to and with its last. */
    public long end() {
        return Math.multiplyExact(Math.addExact(index, 1), 1L << level);
    }
}
