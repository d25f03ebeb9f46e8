package io.abacusdp.ledger.log;

import java.util.List;

/**
 * Whether a proof holds: nothing but hashes is believed.
 *
 * <p>Source: RFC 9162, sections 2.1.3.2 and 2.1.4.2, whose trees are those of RFC 6962.
 */
public final class Proofs {
    private Proofs() {}

    /** Whether the leaf is the one at the index, from 0, of the tree of this size and root. */
    public static boolean isIncluded(NodeHash leaf, long index, long size, List<NodeHash> path, NodeHash root) {
        if (!(index >= 0 && index < size)) {
            return false;
        }
        long place = index;
        long last = size - 1;
        NodeHash hash = leaf;
        for (NodeHash sibling : path) {
            if (last == 0) {
                return false;
            }
            if ((place & 1) == 1 || place == last) {
                hash = NodeHash.ofNode(sibling, hash);
                int levels = (place & 1) == 1 || place == 0 ? 0 : Long.numberOfTrailingZeros(place);
                place >>= levels;
                last >>= levels;
            } else {
                hash = NodeHash.ofNode(hash, sibling);
            }
            place >>= 1;
            last >>= 1;
        }
        return last == 0 && hash.equals(root);
    }

    /** Whether the first leaves of the later tree are all leaves of the earlier one. */
    public static boolean isConsistent(
            long earlier, NodeHash earlierRoot, long later, NodeHash laterRoot, List<NodeHash> path) {
        if (earlier == later || earlier == 0) {
            return path.isEmpty() && earlierRoot.equals(earlier == later ? laterRoot : NodeHash.EMPTY);
        }
        if (!(earlier > 0 && earlier < later) || (path.isEmpty() && Long.bitCount(earlier) != 1)) {
            return false;
        }
        int levels = Long.numberOfTrailingZeros(earlier);
        long place = (earlier - 1) >> levels;
        long last = (later - 1) >> levels;
        // A complete tree is itself the first node of the proof.
        boolean complete = place == 0;
        NodeHash first = complete ? earlierRoot : path.get(0);
        NodeHash early = first;
        NodeHash late = first;
        for (NodeHash node : path.subList(complete ? 0 : 1, path.size())) {
            if (last == 0) {
                return false;
            }
            if ((place & 1) == 1 || place == last) {
                early = NodeHash.ofNode(node, early);
                late = NodeHash.ofNode(node, late);
                int skipped = (place & 1) == 1 || place == 0 ? 0 : Long.numberOfTrailingZeros(place);
                place >>= skipped;
                last >>= skipped;
            } else {
                late = NodeHash.ofNode(late, node);
            }
            place >>= 1;
            last >>= 1;
        }
        return last == 0 && early.equals(earlierRoot) && late.equals(laterRoot);
    }
}
