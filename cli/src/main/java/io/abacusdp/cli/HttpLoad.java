package io.abacusdp.cli;

import io.abacusdp.accounting.event.DpEvent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
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

/** Clients that measure a server. Bare sockets, as client and server share the processors. */
final class HttpLoad {
    private static final int CLIENTS = 64;

    private final int port;
    private final String key;
    private final List<String> bodies = new ArrayList<>();
    private final List<String> accounts;
    /** Keys of one load must not be those of another. */
    private final String run = UUID.randomUUID().toString();

    HttpLoad(int port, String key, List<String> accounts, List<DpEvent> events) {
        this.port = port;
        this.key = key;
        this.accounts = accounts;
        for (int i = 0; i < accounts.size(); i++) {
            bodies.add(LedgerBenchmark.body(accounts.get(i), events.get(i % events.size())));
        }
    }

    /** Charges a second, if every client asks as soon as it has its answer. */
    double asFastAsPossible(long seconds) {
        long start = System.nanoTime();
        long end = start + seconds * 1_000_000_000;
        List<long[]> latencies = run(client -> {
            List<Long> times = new ArrayList<>();
            try (Connection connection = new Connection()) {
                for (int i = 0; System.nanoTime() < end; i++) {
                    connection.charge(client, "fast" + start + "-" + i);
                    times.add(0L);
                }
            }
            return times.stream().mapToLong(Long::longValue).toArray();
        });
        double elapsed = (System.nanoTime() - start) / 1e9;
        return latencies.stream().mapToLong(times -> times.length).sum() / elapsed;
    }

    /** The 99th percentile of the time from when a charge was due to its answer. */
    double p99MillisAt(double rate, long seconds) {
        long start = System.nanoTime() + 100_000_000;
        long each = (long) (CLIENTS / rate * 1e9);
        long count = Math.max(1, seconds * 1_000_000_000 / each);
        List<long[]> latencies = run(client -> {
            long[] times = new long[(int) count];
            try (Connection connection = new Connection()) {
                for (int i = 0; i < count; i++) {
                    long due = start + i * each + client * (each / CLIENTS);
                    while (System.nanoTime() < due) {
                        LockSupport.parkNanos(due - System.nanoTime());
                    }
                    connection.charge(client, "paced" + start + "-" + i);
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
        try (Connection connection = new Connection()) {
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                connection.balance(accounts.get(i % accounts.size()));
                times[i] = System.nanoTime() - start;
            }
        } catch (IOException e) {
            throw new FailedException("the server does not answer: " + e, e);
        }
        return percentile99(times);
    }

    private interface Client {
        long[] run(int number) throws IOException;
    }

    private static List<long[]> run(Client client) {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<long[]>> tasks = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int number = i;
                tasks.add(() -> client.run(number));
            }
            List<long[]> results = new ArrayList<>();
            for (Future<long[]> result : pool.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted", e);
        } catch (ExecutionException e) {
            throw new FailedException("a client failed: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    private static double percentile99(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[(int) Math.ceil(0.99 * nanos.length) - 1] / 1e6;
    }

    /** One connection that is kept open. */
    private final class Connection implements AutoCloseable {
        private final Socket socket;
        private final InputStream in;

        Connection() throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
        }

        void charge(int client, String number) throws IOException {
            String body = bodies.get(Math.floorMod(number.hashCode() + client * 7, bodies.size()));
            send(
                    ("POST /v1/charges HTTP/1.1\r\nHost: ledger\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s-%d-%s\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s")
                            .formatted(key, run, client, number, body.length(), body));
            expect(201);
        }

        void balance(String account) throws IOException {
            send("GET /v1/accounts/%s/balance?delta=1e-6 HTTP/1.1\r\nHost: ledger\r\nAuthorization: Bearer %s\r\n\r\n"
                    .formatted(account, key));
            expect(200);
        }

        private void send(String request) throws IOException {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        }

        private void expect(int status) throws IOException {
            String first = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                    length = Integer.parseInt(header.substring(15).strip());
                }
            }
            byte[] body = in.readNBytes(length);
            if (!first.startsWith("HTTP/1.1 " + status)) {
                throw new IOException(first + ": " + new String(body, StandardCharsets.UTF_8));
            }
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new IOException("the server closed the connection");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
            return line.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
