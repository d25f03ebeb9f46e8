package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the server's process (SIGKILL) at random points under load. After each restart every charge that was acknowledged is
 * there, none is there twice, and the journal verifies. The number of kills is the system property crash.kills, 8 unless it is
 * given, shared by the two databases; the full test is 200.
 */
@Tag("slow")
class CrashTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 8);
    private static final int CLIENTS = 8;
    private static final String BODY = Served.charge("acme", GAUSSIAN);

    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final AtomicInteger keys = new AtomicInteger();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String apiKey = "";

    @TempDir
    Path folder;

    @Test
    void kill_atRandomPointsOnSqlite_losesAndDoublesNothing() throws Exception {
        killAndCheck("jdbc:sqlite:" + folder.resolve("ledger.db"), KILLS - KILLS / 4);
    }

    @Test
    void kill_atRandomPointsOnPostgres_losesAndDoublesNothing() throws Exception {
        killAndCheck(Postgres.newDatabase(), KILLS / 4);
    }

    private void killAndCheck(String url, int kills) throws Exception {
        Path signerFile = folder.resolve("signing.key");
        SigningKey signer = SigningKey.readOrCreate(signerFile);
        prepare(url, signer);
        Random random = new Random(kills);
        for (int kill = 0; kill < kills; kill++) {
            Process server = start(url, signerFile);
            if (random.nextInt(8) == 0) {
                // Also while it starts.
                Thread.sleep(random.nextInt(1000));
                server.destroyForcibly().waitFor();
                continue;
            }
            int port = port(server);
            int enough = acknowledged.size() + random.nextInt(60);
            List<String> again = new ArrayList<>(unanswered);
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                running.add(clients.submit(() -> load(port, client, again)));
            }
            while (acknowledged.size() < enough
                    && server.isAlive()
                    && !running.stream().allMatch(Future::isDone)) {
                Thread.sleep(1);
            }
            server.destroyForcibly().waitFor();
            for (Future<?> client : running) {
                client.get(1, TimeUnit.MINUTES);
            }
            clients.shutdown();
            check(url, signer, kill);
        }
        assertThat(acknowledged.size()).as("charges under load").isGreaterThan(kills);
    }

    /** Asks again for what was not answered, then for more, until the server is gone. */
    private void load(int port, int client, List<String> again) {
        try {
            for (int i = client; i < again.size(); i += CLIENTS) {
                charge(port, again.get(i));
            }
            while (true) {
                charge(port, "key" + keys.incrementAndGet());
            }
        } catch (IOException killed) {
            // The server is gone, as it should be.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void charge(int port, String key) throws IOException, InterruptedException {
        unanswered.add(key);
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/charges"))
                        .header("Authorization", "Bearer " + apiKey)
                        .header("Idempotency-Key", key)
                        .timeout(Duration.ofMinutes(1))
                        .POST(BodyPublishers.ofString(BODY))
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new IllegalStateException("expected 201, got " + response.statusCode() + ": " + response.body());
        }
        acknowledged.put(key, response.body().replaceAll(".*\"reservation\":\"(r\\d+-[0-9a-f]{32})\".*", "$1"));
        unanswered.remove(key);
    }

    private void check(String url, SigningKey signer, int kill) {
        Map<String, String> recorded = new HashMap<>();
        try (Ledger ledger = Ledger.open(url, signer, Clock.systemUTC())) {
            Audit audit = ledger.journal().verify(List.of(signer.publicKey()), List.of());
            assertThat(audit.journal().finding()).as("after kill " + kill).isEmpty();
            assertThat(audit.differences()).as("after kill " + kill).isEmpty();
            long after = 0;
            List<Reservation> page;
            do {
                page = ledger.history("acme", after, 1000);
                for (Reservation reservation : page) {
                    String key = reservation.key().replaceFirst("^crash:", "");
                    assertThat(recorded.put(key, reservation.id()))
                            .as("twice: " + key)
                            .isNull();
                    after = reservation.seq();
                }
            } while (!page.isEmpty());
        }
        assertThat(recorded).as("after kill " + kill).containsAllEntriesOf(acknowledged);
        // What is recorded without an acknowledgement is a request that nobody answered.
        recorded.keySet().removeAll(acknowledged.keySet());
        assertThat(unanswered).containsAll(recorded.keySet());
    }

    private void prepare(String url, SigningKey signer) {
        try (Served served = new Served(url, signer, ServerSettings.local(), Clock.systemUTC())) {
            apiKey = new ApiKeys(served.ledger, Clock.systemUTC())
                    .issue("crash", EnumSet.allOf(Permission.class))
                    .text();
            served.openAccount(1e9);
        }
    }

    private Process start(String url, Path signerFile) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CrashingServer.class.getName(),
                        url,
                        signerFile.toString())
                .redirectError(Files.createTempFile(folder, "server", ".log").toFile())
                .start();
    }

    private static int port(Process server) throws IOException {
        BufferedReader out = server.inputReader();
        String line = out.readLine();
        assertThat(line).as("the server starts").isNotNull();
        return Integer.parseInt(line.replace("port ", ""));
    }
}
