package io.abacusdp.ledger.witness;

import io.abacusdp.ledger.api.data.LedgerException;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.SignedNote;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks one witness about the latest head, again and again until it has cosigned that. */
final class WitnessThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WitnessThread.class);
    private static final long PAUSE_MILLIS = 200;
    private static final int AT_ONCE = 4;

    private final HttpClient http;
    private final RemoteWitness witness;
    private final Duration patience;
    private final Receiver receiver;
    private @Nullable Checkpoint wanted;
    /** Size of what the witness has cosigned last, as far as is known. */
    private long seen;

    private boolean isAway;
    private boolean closed;

    /** Gets cosignatures. */
    interface Receiver {
        void add(RemoteWitness witness, Checkpoint head, SignedNote.Line line);
    }

    WitnessThread(HttpClient http, RemoteWitness witness, Duration patience, Receiver receiver) {
        this.http = http;
        this.witness = witness;
        this.patience = patience;
        this.receiver = receiver;
    }

    void start(Quorum.Log witnessed) {
        Thread thread = new Thread(
                () -> run(witnessed), "ledger-witness-" + witness.key().name());
        thread.setDaemon(true);
        thread.start();
    }

    /** Wants the head cosigned, instead of an earlier one. */
    synchronized void ask(Checkpoint head) {
        Checkpoint before = wanted;
        if (before == null || head.size() >= before.size()) {
            wanted = head;
            notifyAll();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    private void run(Quorum.Log witnessed) {
        try {
            Checkpoint head = next();
            while (head != null) {
                if (cosign(witnessed, head)) {
                    done(head);
                } else {
                    pause(head);
                }
                head = next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Checkpoint next() throws InterruptedException {
        while (wanted == null && !closed) {
            wait();
        }
        return closed ? null : wanted;
    }

    private synchronized void done(Checkpoint head) {
        Checkpoint now = wanted;
        if (now != null && now.size() <= head.size()) {
            wanted = null;
        }
    }

    /** Waits a little, or until another head is wanted. */
    private synchronized void pause(Checkpoint head) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
        long left = PAUSE_MILLIS;
        while (left > 0 && !closed && head.equals(wanted)) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    /** Whether the witness has cosigned the head, or a later one if it has seen that already. */
    private boolean cosign(Quorum.Log witnessed, Checkpoint asked) throws InterruptedException {
        Checkpoint head = asked;
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                HttpResponse<String> answer = post(witnessed, head);
                if (answer.statusCode() == 200) {
                    return accept(head, answer.body());
                }
                if (answer.statusCode() != 409) {
                    return fail("answers %d: %s"
                            .formatted(answer.statusCode(), answer.body().strip()));
                }
                long size = Long.parseLong(answer.body().strip());
                if (size > head.size()) {
                    Checkpoint latest = witnessed.latest();
                    if (latest.size() < size) {
                        return fail(
                                "has cosigned a head of %d entries, and the database has only %d: was it rolled back?"
                                        .formatted(size, latest.size()));
                    }
                    head = latest;
                } else if (size == seen && i > 0) {
                    return fail("has cosigned another head of " + size + " entries: somebody else signs for this log");
                }
                seen = size;
            }
            return fail("does not settle on a size");
        } catch (IOException e) {
            return fail("does not answer: " + e);
        } catch (LedgerException | IllegalArgumentException e) {
            return fail("was not asked: " + e.getMessage());
        }
    }

    private HttpResponse<String> post(Quorum.Log witnessed, Checkpoint head) throws IOException, InterruptedException {
        AddCheckpoint request = new AddCheckpoint(seen, witnessed.consistency(seen, head.size()), head);
        return http.send(
                HttpRequest.newBuilder(witness.addCheckpoint())
                        .timeout(patience)
                        .POST(BodyPublishers.ofString(request.toString()))
                        .build(),
                BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private boolean accept(Checkpoint head, String body) {
        for (String text : body.split("(?<=\n)", -1)) {
            if (!text.isEmpty()) {
                SignedNote.Line line = SignedNote.Line.parse(text);
                if (witness.key().hasSigned(new SignedNote(head.note().text(), List.of(line)))) {
                    if (isAway) {
                        LOG.info("the witness {} cosigns again", witness.key().name());
                        isAway = false;
                    }
                    seen = head.size();
                    receiver.add(witness, head, line);
                    return true;
                }
            }
        }
        return fail("has not signed by its key");
    }

    private boolean fail(String problem) {
        if (!isAway) {
            LOG.warn("the witness {} {}", witness.key().name(), problem);
            isAway = true;
        }
        return false;
    }
}
