package io.abacusdp.ledger.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.RightEdge;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.ledger.log.Subtree;
import io.abacusdp.ledger.log.TreeNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A witness by the words of C2SP tlog-witness. */
class WitnessTest {
    private static final String ORIGIN = "example.com/log";

    @TempDir
    Path folder = Path.of("");

    private final SigningKey log = SigningKey.generate();
    private final SigningKey key = SigningKey.generate();
    private final Map<TreeNode, NodeHash> nodes = new HashMap<>();
    private final List<NodeHash> roots = new ArrayList<>(List.of(NodeHash.EMPTY));
    private Witness witness = witness();

    private Witness witness() {
        try {
            return new Witness(
                    "witness.example/w1",
                    key,
                    List.of(NoteKey.ofLog(ORIGIN, log.publicKey())),
                    folder,
                    Clock.systemUTC());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void grow() {
        witness = witness();
        RightEdge edge = RightEdge.empty();
        for (int i = 0; i < 20; i++) {
            NodeHash leaf = NodeHash.ofLeaf("entry " + i);
            nodes.put(new TreeNode(0, i), leaf);
            List<NodeHash> completed = edge.add(leaf);
            for (int level = 1; level <= completed.size(); level++) {
                nodes.put(new TreeNode(level, i >> level), completed.get(level - 1));
            }
            roots.add(edge.root());
        }
    }

    private Checkpoint head(int size) {
        return log.sign(ORIGIN, size, roots.get(size));
    }

    private String request(int old, Checkpoint head) {
        List<NodeHash> proof = Subtree.consistencyPath(old, head.size()).stream()
                .map(part -> part.hash(node -> Objects.requireNonNull(nodes.get(node))))
                .toList();
        return new AddCheckpoint(old, proof, head).toString();
    }

    private int status(String request) {
        return witness.add(request).status();
    }

    @Test
    void headThatGoesOn_isCosigned_alsoAfterARestart() {
        for (int[] step : new int[][] {{0, 3}, {3, 8}, {8, 8}, {8, 19}}) {
            Checkpoint head = head(step[1]);
            Witness.Answer answer = witness.add(request(step[0], head));
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            SignedNote cosigned = head.note().with(List.of(SignedNote.Line.parse(answer.body())));
            assertThat(witness.verifierKey().hasSigned(cosigned)).isTrue();
            witness = witness();
        }
        assertThat(status(request(8, head(12)))).isEqualTo(409);
    }

    @Test
    void headThatDoesNotGoOn_isNeverCosigned() {
        assertThat(status(request(0, head(8)))).isEqualTo(200);
        Witness.Answer behind = witness.add(request(3, head(12)));
        assertThat(behind.status()).isEqualTo(409);
        assertThat(behind.contentType()).isEqualTo("text/x.tlog.size");
        assertThat(behind.body()).isEqualTo("8\n");
        // Below, beside, and above without what was there before.
        assertThat(status(request(5, head(5)))).isEqualTo(409);
        Checkpoint beside = log.sign(ORIGIN, 8, NodeHash.ofLeaf("other"));
        assertThat(status(new AddCheckpoint(8, List.of(), beside).toString())).isEqualTo(409);
        Checkpoint fork = log.sign(ORIGIN, 12, NodeHash.ofLeaf("other"));
        assertThat(status(request(8, fork))).isEqualTo(422);
        assertThat(status(request(8, head(12)).replaceFirst("\n[^\n]{44}\n", "\n")))
                .isEqualTo(422);
        assertThat(status("old 9\n\n" + head(8))).isEqualTo(400);
        // And what goes on still is.
        assertThat(status(request(8, head(12)))).isEqualTo(200);
    }

    @Test
    void strangers_areRefused() {
        SigningKey other = SigningKey.generate();
        assertThat(status(request(0, other.sign(ORIGIN, 3, roots.get(3))))).isEqualTo(403);
        assertThat(status(request(0, log.sign("example.com/other", 3, roots.get(3)))))
                .isEqualTo(404);
        for (String body :
                List.of("", "old 0\n", "old x\n\n" + head(3), "old 01\n\n" + head(3), "old 0\nx\n\n" + head(3))) {
            assertThat(status(body)).as(body).isEqualTo(400);
        }
        assertThat(status("old 0\n" + "A".repeat(43).concat("=\n").repeat(64) + "\n" + head(3)))
                .isEqualTo(400);
    }

    @Test
    void publishedRequest_isReadAsItIs() {
        String body = """
                old 20852014
                PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
                jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
                5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
                /6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

                example.com/behind-the-sofa
                20852163
                CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

                \u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
                \u2014 example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=
                """;
        AddCheckpoint request = AddCheckpoint.parse(body);
        assertThat(request.old()).isEqualTo(20852014);
        assertThat(request.proof()).hasSize(4);
        assertThat(request.checkpoint().note().signatures()).hasSize(2);
        assertThat(request).hasToString(body);
    }

    @Test
    void quorum_ofMoreThanThereAre_isRefused() {
        assertThatThrownBy(() -> new Quorum(List.of(), 1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
