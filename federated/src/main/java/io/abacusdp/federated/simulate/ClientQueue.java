package io.abacusdp.federated.simulate;

import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.protocol.Coordinator;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Clients that wait for their turn. Safe for use by several threads. */
final class ClientQueue {
    private static final long PAUSE_MILLIS = 2;

    private final Deque<FederatedClient> waiting;
    private int active;
    private final Runnable onFailure;
    private @Nullable RuntimeException failure;

    /** @param onFailure is told once a client has thrown, which ends the work of all */
    ClientQueue(List<FederatedClient> clients, Runnable onFailure) {
        this.onFailure = onFailure;
        waiting = new ArrayDeque<>(clients);
        active = clients.size();
    }

    /** Serves clients until all have been told that the run has ended. */
    void serve(Coordinator server, Duration wait) {
        try {
            int idle = 0;
            for (FederatedClient client = take(); client != null; client = take()) {
                giveBack(client, client.step(server, wait).isPresent());
                idle = idle + 1;
                if (idle >= size()) {
                    idle = 0;
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private synchronized @Nullable FederatedClient take() throws InterruptedException {
        while (waiting.isEmpty() && active > 0 && failure == null) {
            wait(PAUSE_MILLIS);
        }
        return failure == null ? waiting.poll() : null;
    }

    private synchronized void giveBack(FederatedClient client, boolean isFinished) {
        if (isFinished) {
            active--;
        } else {
            waiting.add(client);
        }
        notifyAll();
    }

    private synchronized int size() {
        return waiting.size();
    }

    private synchronized void fail(RuntimeException e) {
        if (failure == null) {
            failure = e;
            onFailure.run();
        }
        notifyAll();
    }

    /** Throws what a client threw. */
    synchronized void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }
}
