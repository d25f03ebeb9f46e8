package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A witness: it cosigns a log's checkpoints as long as each goes on from the one before, and never two that contradict each
 * other. The last one that it cosigned is on the disk before the answer leaves. Safe for use by several threads; one process a
 * directory.
 *
 * <p>Source: C2SP tlog-witness, add-checkpoint, and tlog-cosignature.
 */
public final class Witness {
    private final String name;
    private final SigningKey key;
    private final List<NoteKey> logs;
    private final Path directory;
    private final Clock clock;
    private final Map<String, Checkpoint> latest = new HashMap<>();

    /**
     * An answer.
     *
     * @param status 200, or why it did not cosign
     * @param body lines of signatures, or the size that it has seen, or a reason
     */
    public record Answer(int status, String contentType, String body) {}

    /**
     * A witness.
     *
     * @param name under which it cosigns
     * @param logs keys of the logs that it knows
     * @param directory where it keeps what it has seen
     * @throws IOException if the directory cannot be used
     */
    public Witness(String name, SigningKey key, Collection<NoteKey> logs, Path directory, Clock clock)
            throws IOException {
        this.name = name;
        this.key = key;
        this.logs = List.copyOf(logs);
        this.directory = directory;
        this.clock = clock;
        OwnerOnly.makeDirectory(directory);
    }

    /** The key that verifies its cosignatures. */
    public NoteKey verifierKey() {
        return NoteKey.ofWitness(name, key.publicKey());
    }

    /** Answers a request for a cosignature. */
    public synchronized Answer add(String body) {
        AddCheckpoint request;
        try {
            request = AddCheckpoint.parse(body);
        } catch (IllegalArgumentException e) {
            return refused(400, String.valueOf(e.getMessage()));
        }
        Checkpoint checkpoint = request.checkpoint();
        List<NoteKey> known = logs.stream()
                .filter(log -> log.name().equals(checkpoint.origin()))
                .toList();
        if (known.isEmpty()) {
            return refused(404, "this witness does not know the log");
        }
        if (known.stream().noneMatch(log -> log.hasSigned(checkpoint.note()))) {
            return refused(403, "the checkpoint is not signed by the log");
        }
        try {
            return decide(request, seen(checkpoint.origin()));
        } catch (IOException e) {
            return refused(503, "the witness cannot keep what it has seen");
        }
    }

    private Answer decide(AddCheckpoint request, @Nullable Checkpoint seen) throws IOException {
        Checkpoint checkpoint = request.checkpoint();
        long size = seen == null ? 0 : seen.size();
        NodeHash root = seen == null ? NodeHash.EMPTY : seen.root();
        if (request.old() > checkpoint.size()) {
            return refused(400, "the old size is above that of the checkpoint");
        }
        if (request.old() != size
                || (checkpoint.size() == size && !checkpoint.root().equals(root))) {
            return new Answer(409, "text/x.tlog.size", size + "\n");
        }
        if (!Proofs.isConsistent(size, root, checkpoint.size(), checkpoint.root(), request.proof())) {
            return refused(422, "the checkpoint does not go on from the one that was cosigned last");
        }
        if (seen == null || checkpoint.size() > size) {
            DurableFile.replacePrivate(file(checkpoint.origin()), checkpoint.toString());
            latest.put(checkpoint.origin(), checkpoint);
        }
        SignedNote.Line line = key.cosign(name, checkpoint, clock.instant());
        return new Answer(200, "text/plain; charset=utf-8", line.toString());
    }

    private @Nullable Checkpoint seen(String origin) throws IOException {
        Checkpoint known = latest.get(origin);
        if (known == null && Files.exists(file(origin))) {
            try {
                known = Checkpoint.parse(Files.readString(file(origin)));
            } catch (IllegalArgumentException e) {
                throw new IOException(file(origin) + " does not hold a checkpoint", e);
            }
            latest.put(origin, known);
        }
        return known;
    }

    private Path file(String origin) {
        return directory.resolve(Sha256.of(origin) + ".checkpoint");
    }

    private static Answer refused(int status, String reason) {
        return new Answer(status, "text/plain; charset=utf-8", reason + "\n");
    }
}
