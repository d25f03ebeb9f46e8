package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a witness is asked, as C2SP tlog-witness writes it: the size that it has seen, the proof that the checkpoint goes on from
 * there, and the checkpoint.
 *
 * <p>Example: {@code new AddCheckpoint(0, List.of(), head).toString()} is the body that shows a witness its first head.
 *
 * @param old size of the checkpoint that the witness is thought to have cosigned last
 */
public record AddCheckpoint(long old, List<NodeHash> proof, Checkpoint checkpoint) {
    private static final int MAX_PROOF = 63;

    public AddCheckpoint {
        proof = List.copyOf(proof);
        Objects.requireNonNull(checkpoint, "checkpoint");
    }

    /**
     * The request of a body.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static AddCheckpoint parse(String body) {
        int end = body.indexOf("\n\n");
        if (end < 0) {
            throw new IllegalArgumentException("the body must have an empty line before the checkpoint");
        }
        List<String> lines = body.substring(0, end).lines().toList();
        if (!lines.get(0).matches("old (0|[1-9][0-9]{0,17})") || lines.size() > 1 + MAX_PROOF) {
            throw new IllegalArgumentException("the body must begin with old and a size, and have at most 63 hashes");
        }
        List<NodeHash> proof = new ArrayList<>();
        lines.subList(1, lines.size()).forEach(line -> proof.add(NodeHash.ofBase64(line)));
        return new AddCheckpoint(
                Long.parseLong(lines.get(0).substring(4)), proof, Checkpoint.parse(body.substring(end + 2)));
    }

    @Override
    public String toString() {
        StringBuilder body = new StringBuilder("old " + old + "\n");
        proof.forEach(hash -> body.append(hash.base64()).append('\n'));
        return body.append('\n').append(checkpoint).toString();
    }
}
