package io.abacusdp.load;

import io.abacusdp.accounting.event.DpEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Clients that measure a server. Requests are prepared as far as they can be, as client and server share the processors. */
final class HttpLoad {
    private static final int CLIENTS = 64;
    /** What an accepted charge says. */
    private static final String RESERVATION = "\"reservation\":\"r";

    private final int port;
    private final List<String> balances = new ArrayList<>();
    /** A charge up to its key, the same for all. */
    private final String chargeHead;
    /** A charge after its key, one of each account. */
    private final List<String> chargeTails = new ArrayList<>();

    HttpLoad(int port, String key, List<String> accounts, List<DpEvent> events) {
        this.port = port;
        String common = " HTTP/1.1\r\nHost: ledger\r\nAuthorization: Bearer " + key + "\r\n";
        // Keys of one load must not be those of another.
        this.chargeHead = "POST /v1/charges" + common + "Idempotency-Key: " + UUID.randomUUID() + "-";
        for (int i = 0; i < accounts.size(); i++) {
            String body = LedgerBenchmark.body(accounts.get(i), events.get(i % events.size()));
            chargeTails.add("\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(body.length(), body));
            balances.add("GET /v1/accounts/" + accounts.get(i) + "/balance?delta=1e-6" + common + "\r\n");
        }
    }

    /** Charges a second, if every client asks as soon as it has its answer. */
    double asFastAsPossible(double seconds) {
        long start = System.nanoTime();
        long end = start + nanos(seconds);
        List<Long> counts = run(client -> {
            long count = 0;
            try (HttpConnection connection = new HttpConnection(port)) {
                for (; System.nanoTime() < end; count++) {
                    charge(connection, client, start, count);
                }
            }
            return count;
        });
        double elapsed = (System.nanoTime() - start) / 1e9;
        return counts.stream().mapToLong(Long::longValue).sum() / elapsed;
    }

    /** The 99th percentile of the time from when a charge was due to its answer. */
    double p99MillisAt(double rate, double seconds) {
        long start = System.nanoTime() + 100_000_000;
        long each = (long) (CLIENTS / rate * 1e9);
        long count = Math.max(1, nanos(seconds) / each);
        List<long[]> latencies = run(client -> {
            long[] times = new long[(int) count];
            try (HttpConnection connection = new HttpConnection(port)) {
                for (int i = 0; i < count; i++) {
                    long due = start + i * each + client * (each / CLIENTS);
                    while (System.nanoTime() < due) {
                        LockSupport.parkNanos(due - System.nanoTime());
                    }
                    charge(connection, client, start, i);
                    times[i] = System.nanoTime() - due;
                }
            }
            return times;
        });
        return percentile99(latencies.stream().flatMapToLong(Arrays::stream).toArray());
    }

    /** The 99th percentile of the time of a balance, one after another. */
    double balanceP99Millis(int count) {
        long[] times = new long[count];
        try (HttpConnection connection = new HttpConnection(port)) {
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                connection.ask(balances.get(i % balances.size()), 200, "\"adaptive\"");
                times[i] = System.nanoTime() - start;
            }
        } catch (IOException e) {
            throw new LoadFailedException("the server does not answer: " + e, e);
        }
        return percentile99(times);
    }

    private void charge(HttpConnection connection, int client, long run, long number) throws IOException {
        String tail = chargeTails.get((int) ((number * 31 + client * 7L) % chargeTails.size()));
        connection.ask(chargeHead + client + "-" + run + "-" + number + tail, 201, RESERVATION);
    }

    private interface Client<T> {
        T run(int number) throws IOException;
    }

    private static <T> List<T> run(Client<T> client) {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<T>> tasks = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                tasks.add(() -> client.run(number));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadFailedException("interrupted", e);
        } catch (ExecutionException e) {
            throw new LoadFailedException("a client failed: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }

    private static double percentile99(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[(int) Math.ceil(0.99 * nanos.length) - 1] / 1e6;
    }
}
