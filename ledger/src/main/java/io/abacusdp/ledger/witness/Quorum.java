package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.SignedNote;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * So many of the witnesses have to cosign a head before it is answered by. All are asked at the same time, each about the latest
 * head only; one that is away is asked again until it is back. Safe for use by several threads.
 */
public final class Quorum implements AutoCloseable {
    /** Heads that wait for more cosignatures while a witness is away. */
    private static final int MAX_PENDING = 1000;

    private final int needed;
    private final Duration patience;
    private final List<WitnessThread> threads = new ArrayList<>();
    /** Cosignatures of heads that are later than the last with enough, by size; of two of one size the first. */
    private final TreeMap<Long, Cosigned> pending = new TreeMap<>();

    private @Nullable Checkpoint enough;

    /** The log that is witnessed. */
    public interface Log {
        /** Its head now. */
        Checkpoint latest();

        /** The hashes that prove that the tree of the later size goes on from the earlier. */
        List<NodeHash> consistency(long earlier, long later);
    }

    private record Cosigned(Checkpoint head, Map<RemoteWitness, SignedNote.Line> lines) {}

    /**
     * A quorum.
     *
     * @param needed how many of the witnesses have to cosign, from 0 to all
     * @param patience how long a head may wait for that
     */
    public Quorum(List<RemoteWitness> witnesses, int needed, Duration patience) {
        if (!(needed >= 0
                && needed
                        <= witnesses.stream().map(RemoteWitness::key).distinct().count())) {
            throw new IllegalArgumentException(
                    "the quorum must be from 0 to the number of different witnesses, %d, got %d"
                            .formatted(witnesses.size(), needed));
        }
        this.needed = needed;
        this.patience = patience;
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .build();
        witnesses.forEach(witness -> threads.add(new WitnessThread(http, witness, patience, this::add)));
    }

    /** No witnesses. */
    public static Quorum none() {
        return new Quorum(List.of(), 0, Duration.ofSeconds(1));
    }

    /** Whether nobody is asked. */
    public boolean isEmpty() {
        return threads.isEmpty();
    }

    /** Begins to ask about this log. */
    public void start(Log log) {
        threads.forEach(thread -> thread.start(log));
    }

    /**
     * Waits until enough witnesses have cosigned the head, or a later one of the same log, and returns that.
     *
     * @throws UnavailableException if they do not in time
     */
    public Checkpoint await(Checkpoint head) {
        if (threads.isEmpty()) {
            return head;
        }
        threads.forEach(thread -> thread.ask(head));
        if (needed == 0) {
            return head;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (this) {
            while (true) {
                Checkpoint cosigned = enough;
                if (cosigned != null && cosigned.size() >= head.size()) {
                    return cosigned;
                }
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new UnavailableException(
                            "it is recorded, and fewer than %d witnesses have cosigned it in time".formatted(needed));
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new UnavailableException("interrupted while witnesses were asked", e);
                }
            }
        }
    }

    @Override
    public void close() {
        threads.forEach(WitnessThread::close);
    }

    private synchronized void add(RemoteWitness witness, Checkpoint head, SignedNote.Line line) {
        Checkpoint last = enough;
        if (last != null && head.size() < last.size()) {
            return;
        }
        if (last != null && head.saysTheSameAs(last)) {
            enough = Checkpoint.of(last.note().with(List.of(line)));
            return;
        }
        Cosigned cosigned = pending.computeIfAbsent(head.size(), size -> new Cosigned(head, new LinkedHashMap<>()));
        if (!cosigned.head.saysTheSameAs(head)) {
            return;
        }
        cosigned.lines.put(witness, line);
        if (pending.size() > MAX_PENDING) {
            pending.pollFirstEntry();
        }
        if (cosigned.lines.keySet().stream().map(RemoteWitness::key).distinct().count() >= Math.max(1, needed)) {
            enough = Checkpoint.of(head.note().with(List.copyOf(cosigned.lines.values())));
            pending.headMap(head.size(), true).clear();
            notifyAll();
        }
    }
}
