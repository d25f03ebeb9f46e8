package io.abacusdp.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The tree by published values, and by the recursion of RFC 6962 as it stands there. */
class MerkleTreeTest {
    private static final int SIZES = 64;

    /** Leaves and roots of the test data of Certificate Transparency's reference implementation (merkletree tests). */
    private static final List<String> LEAVES =
            List.of("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f");

    private static final List<String> ROOTS = List.of(
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

    private final Map<TreeNode, NodeHash> nodes = new HashMap<>();
    private final List<NodeHash> leaves = new ArrayList<>();
    private final List<NodeHash> roots = new ArrayList<>(List.of(NodeHash.EMPTY));

    private void grow(int size) {
        RightEdge edge = RightEdge.empty();
        for (int i = 0; i < size; i++) {
            NodeHash leaf = NodeHash.ofLeaf("entry " + i);
            leaves.add(leaf);
            nodes.put(new TreeNode(0, i), leaf);
            List<NodeHash> completed = edge.add(leaf);
            for (int level = 1; level <= completed.size(); level++) {
                nodes.put(new TreeNode(level, i >> level), completed.get(level - 1));
            }
            roots.add(edge.root());
        }
    }

    private NodeHash node(int level, long index) {
        return Objects.requireNonNull(nodes.get(new TreeNode(level, index)));
    }

    private List<NodeHash> hashes(List<Subtree> path) {
        return path.stream()
                .map(part -> part.hash(node -> node(node.level(), node.index())))
                .toList();
    }

    /** MTH(D[n]) of RFC 6962, section 2.1. */
    private static NodeHash byDefinition(List<NodeHash> part) {
        if (part.isEmpty()) {
            return NodeHash.EMPTY;
        }
        if (part.size() == 1) {
            return part.get(0);
        }
        int k = 1;
        while (2 * k < part.size()) {
            k *= 2;
        }
        return NodeHash.ofNode(byDefinition(part.subList(0, k)), byDefinition(part.subList(k, part.size())));
    }

    @Test
    void roots_areThePublishedOnes() {
        RightEdge edge = RightEdge.empty();
        assertThat(edge.root().hex()).isEqualTo(ROOTS.get(0));
        for (int i = 0; i < LEAVES.size(); i++) {
            edge.add(NodeHash.ofLeaf(HexFormat.of().parseHex(LEAVES.get(i))));
            assertThat(edge.root().hex()).isEqualTo(ROOTS.get(i + 1));
            assertThat(RightEdge.of(edge.size(), edge.nodes()).root()).isEqualTo(edge.root());
        }
    }

    @Test
    void proofs_ofThePublishedTree_areThePublishedOnes() {
        // From the same test data: the path of leaf 5 in 8, and the proofs from 6 to 8 and from 2 to 5.
        for (int i = 0; i < LEAVES.size(); i++) {
            nodes.put(new TreeNode(0, i), NodeHash.ofLeaf(HexFormat.of().parseHex(LEAVES.get(i))));
        }
        for (int level = 1; level <= 3; level++) {
            for (long i = 0; i < LEAVES.size() >> level; i++) {
                nodes.put(new TreeNode(level, i), NodeHash.ofNode(node(level - 1, 2 * i), node(level - 1, 2 * i + 1)));
            }
        }
        assertThat(hashes(Subtree.inclusionPath(5, 8)).stream().map(NodeHash::hex))
                .containsExactly(
                        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
        assertThat(hashes(Subtree.consistencyPath(6, 8)).stream().map(NodeHash::hex))
                .containsExactly(
                        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
        assertThat(hashes(Subtree.consistencyPath(2, 5)).stream().map(NodeHash::hex))
                .containsExactly(
                        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b");
    }

    @Test
    void growingTree_hasTheRootOfItsDefinition() {
        grow(SIZES);
        for (int size = 0; size <= SIZES; size++) {
            assertThat(roots.get(size)).isEqualTo(byDefinition(leaves.subList(0, size)));
        }
    }

    @Test
    void inclusionProof_holdsForItsLeafPlaceAndRootOnly() {
        grow(SIZES);
        NodeHash other = NodeHash.ofLeaf("other");
        for (int size = 1; size <= SIZES; size++) {
            for (int leaf = 0; leaf < size; leaf++) {
                List<NodeHash> path = hashes(Subtree.inclusionPath(leaf, size));
                NodeHash root = roots.get(size);
                assertThat(Proofs.isIncluded(leaves.get(leaf), leaf, size, path, root))
                        .as("%d in %d", leaf, size)
                        .isTrue();
                assertThat(Proofs.isIncluded(other, leaf, size, path, root)).isFalse();
                assertThat(Proofs.isIncluded(leaves.get(leaf), leaf, size, path, roots.get(size - 1)))
                        .isFalse();
                for (int wrong = 0; wrong < size; wrong++) {
                    if (wrong != leaf) {
                        assertThat(Proofs.isIncluded(leaves.get(leaf), wrong, size, path, root))
                                .isFalse();
                    }
                }
                int place = leaf;
                int of = size;
                assertMutationsFail(path, mutated -> Proofs.isIncluded(leaves.get(place), place, of, mutated, root));
            }
        }
    }

    @Test
    void consistencyProof_holdsForItsTwoTreesOnly() {
        grow(SIZES);
        for (int size = 0; size <= SIZES; size++) {
            for (int earlier = 0; earlier <= size; earlier++) {
                List<NodeHash> path = hashes(Subtree.consistencyPath(earlier, size));
                NodeHash before = roots.get(earlier);
                NodeHash root = roots.get(size);
                assertThat(Proofs.isConsistent(earlier, before, size, root, path))
                        .as("%d to %d", earlier, size)
                        .isTrue();
                NodeHash other = NodeHash.ofLeaf("other");
                assertThat(Proofs.isConsistent(earlier, other, size, root, path))
                        .isFalse();
                if (earlier > 0) {
                    assertThat(Proofs.isConsistent(earlier, before, size, other, path))
                            .isFalse();
                    int from = earlier;
                    int to = size;
                    assertMutationsFail(path, mutated -> Proofs.isConsistent(from, before, to, root, mutated));
                }
            }
        }
    }

    @Test
    void placesOutsideTheTree_areRefused() {
        assertThatThrownBy(() -> Subtree.inclusionPath(3, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Subtree.consistencyPath(4, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Proofs.isIncluded(NodeHash.EMPTY, -1, 1, List.of(), NodeHash.EMPTY))
                .isFalse();
        assertThat(Proofs.isIncluded(NodeHash.EMPTY, 1, 1, List.of(), NodeHash.EMPTY))
                .isFalse();
        assertThat(Proofs.isConsistent(3, NodeHash.EMPTY, 2, NodeHash.EMPTY, List.of()))
                .isFalse();
        assertThat(Proofs.isConsistent(3, NodeHash.EMPTY, 5, NodeHash.EMPTY, List.of()))
                .isFalse();
    }

    private interface Verdict {
        boolean on(List<NodeHash> path);
    }

    /** Left out, doubled, replaced, more: each must be found. */
    private static void assertMutationsFail(List<NodeHash> path, Verdict verdict) {
        NodeHash other = NodeHash.ofLeaf("other");
        List<NodeHash> longer = new ArrayList<>(path);
        longer.add(other);
        assertThat(verdict.on(longer)).isFalse();
        for (int i = 0; i < path.size(); i++) {
            List<NodeHash> changed = new ArrayList<>(path);
            changed.set(i, other);
            assertThat(verdict.on(changed)).isFalse();
            List<NodeHash> shorter = new ArrayList<>(path);
            shorter.remove(i);
            assertThat(verdict.on(shorter)).isFalse();
        }
    }
}
