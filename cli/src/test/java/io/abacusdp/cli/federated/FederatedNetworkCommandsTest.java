package io.abacusdp.cli.federated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From keys to a model: what operator, server and clients type, over real TLS. */
class FederatedNetworkCommandsTest {
    private static final List<String> SITES = List.of("site-a", "site-b", "site-c");

    @TempDir
    private Path home;

    private Run run(String command) {
        return Run.of(command.replace("HOME", home.toString()));
    }

    private CompletableFuture<Run> inBackground(String command) {
        return CompletableFuture.supplyAsync(() -> run(command), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });
    }

    private int records(int part) {
        return List.copyOf(SimulatedData.digits(SITES.size()).clients().values())
                .get(part)
                .size();
    }

    private void enrolAll() throws IOException {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < SITES.size(); i++) {
            String name = SITES.get(i);
            Run made = run("federated key --name %s --records %d --out HOME/%s".formatted(name, records(i), name));
            assertThat(made.status()).isZero();
            requests.append(" HOME/").append(name).append("/request.json");
        }
        assertThat(run("federated key --name server --host localhost,127.0.0.1 --out HOME/server")
                        .status())
                .isZero();
        requests.append(" HOME/server/request.json");
        Run enrolled = run("federated enrol --federation HOME/fed --format json" + requests);
        assertThat(enrolled.status()).isZero();
        for (JsonNode row : enrolled.json()) {
            String name = row.get("name").textValue();
            Files.copy(
                    Path.of(row.get("enrolment").textValue()),
                    home.resolve(name).resolve("enrolment.json"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void keysEnrolmentServerAndClients_trainAModel_andTheSameCommandReportsItAgain() throws Exception {
        enrolAll();
        int port = freePort();
        String server = "federated server --federation HOME/fed --credentials HOME/server --run HOME/run --port " + port
                + " --style hybrid --secure-aggregation --rounds 2 --format json";
        List<CompletableFuture<Run>> clients = new ArrayList<>();
        CompletableFuture<Run> serving = inBackground(server);
        for (int i = 0; i < SITES.size(); i++) {
            clients.add(
                    inBackground("federated client --server localhost:%d --credentials HOME/%s --bundled %d/3 --cap 9"
                                    .formatted(port, SITES.get(i), i + 1)
                            + (i == 0 ? " --format json" : "")));
        }

        Run served = serving.get();
        assertThat(served.err()).doesNotContain("Exception");
        assertThat(served.status()).isZero();
        List<JsonNode> lines = served.json();
        assertThat(lines.get(0).get("listening").textValue()).isEqualTo("127.0.0.1:" + port);
        JsonNode outcome = lines.get(1);
        assertThat(outcome.get("style").textValue()).isEqualTo("hybrid");
        assertThat(outcome.get("rounds").intValue()).isEqualTo(2);
        assertThat(outcome.get("stopped").isNull()).isTrue();
        assertThat(Path.of(outcome.get("model").textValue())).exists();
        for (int i = 0; i < SITES.size(); i++) {
            Run client = clients.get(i).get();
            assertThat(client.status()).isZero();
            // Nothing failed: each client has charged what the server reserved for it.
            if (i == 0) {
                assertThat(client.json().get(0).get("finished").textValue()).isEqualTo("all rounds were made");
                assertThat(client.json().get(0).get("epsilon_user").doubleValue())
                        .isEqualTo(outcome.get("epsilon_user").doubleValue());
            } else {
                assertThat(client.lines().get(0)).isEqualTo("finished all rounds were made");
                assertThat(client.figure("epsilon_sample")).isPositive();
            }
        }

        // The same directory: nothing is left to do, and clients are told so; the figures are the same.
        CompletableFuture<Run> again = inBackground(server);
        for (int i = 0; i < SITES.size(); i++) {
            assertThat(run("federated client --server localhost:%d --credentials HOME/%s --bundled %d/3"
                                    .formatted(port, SITES.get(i), i + 1))
                            .status())
                    .isZero();
        }
        assertThat(again.get().json().get(1).get("epsilon_sample")).isEqualTo(outcome.get("epsilon_sample"));
    }

    @Test
    void client_ofNoMember_isRefused_andOneWithOtherRecordsIsWrongUsage() throws Exception {
        enrolAll();
        int port = freePort();
        CompletableFuture<Run> serving = inBackground(
                "federated server --federation HOME/fed --credentials HOME/server --run HOME/run --members site-a,site-b"
                        + " --rounds 1 --style sample --port " + port);
        Run stranger =
                run("federated client --server localhost:%d --credentials HOME/site-c --bundled 3/3".formatted(port));
        assertThat(stranger.status()).isEqualTo(3);
        assertThat(stranger.err()).contains("refused: the server does not serve site-c: there is no client site-c");
        Run wrong =
                run("federated client --server localhost:%d --credentials HOME/site-a --bundled 1/9".formatted(port));
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("was enrolled with " + records(0) + " records");
        run("federated revoke --federation HOME/fed site-c");
        Run revoked =
                run("federated client --server localhost:%d --credentials HOME/site-c --bundled 3/3".formatted(port));
        assertThat(revoked.status()).isEqualTo(3);
        assertThat(revoked.err()).contains("not on the roster");
        CompletableFuture<Run> other = inBackground(
                "federated client --server localhost:%d --credentials HOME/site-a --bundled 1/3".formatted(port));
        assertThat(run("federated client --server localhost:%d --credentials HOME/site-b --bundled 2/3".formatted(port))
                        .status())
                .isZero();
        assertThat(other.get().status()).isZero();
        assertThat(serving.get().status()).isZero();
        assertThat(serving.get().lines().get(0)).isEqualTo("listening 127.0.0.1:" + port);
    }

    private static void awaitListening(int port, Thread server) throws InterruptedException {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(socket.isConnected()).isTrue();
                return;
            } catch (IOException e) {
                assertThat(server.isAlive()).isTrue();
                Thread.sleep(10);
            }
        }
    }

    /** A run is stopped, one client is revoked and another enrolled: it goes on with the members that it began with, less the one. */
    @Test
    void server_afterEnrollingAndRevoking_goesOn() throws Exception {
        enrolAll();
        int port = freePort();
        String server = "federated server --federation HOME/fed --credentials HOME/server --run HOME/run --port " + port
                + " --style hybrid --secure-aggregation --threshold 2 --colluders 0 --rounds 2 --grace 0.1 --format json";
        CompletableFuture<Run> stopped = new CompletableFuture<>();
        Thread serving = new Thread(() -> stopped.complete(run(server)));
        serving.start();
        awaitListening(port, serving);
        serving.interrupt();
        serving.join();
        assertThat(Objects.requireNonNull(stopped.get()).err()).contains("the same command goes on with the run");
        run("federated revoke --federation HOME/fed site-c");
        run("federated key --name site-d --records 5 --out HOME/site-d");
        Run enrolled = run("federated enrol --federation HOME/fed HOME/site-d/request.json --format json");
        Files.copy(Path.of(enrolled.json().get(0).get("enrolment").textValue()), home.resolve("site-d/enrolment.json"));

        CompletableFuture<Run> again = inBackground(server);
        List<CompletableFuture<Run>> clients = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            clients.add(inBackground(
                    "federated client --server localhost:%d --credentials HOME/%s --bundled %d/3 --max-colluders 0"
                            .formatted(port, SITES.get(i), i + 1)));
        }

        Run served = again.get();
        assertThat(served.status()).as(served.err()).isZero();
        assertThat(served.err()).contains("left out as they were revoked: [site-c]");
        assertThat(served.json().get(1).get("rounds").intValue()).isEqualTo(2);
        for (CompletableFuture<Run> client : clients) {
            assertThat(client.get().status()).isZero();
        }
    }

    @Test
    void clientWithoutServer_failsWhenItsPatienceEnds() throws Exception {
        enrolAll();
        Run run = run("federated client --server localhost:%d --credentials HOME/site-a --bundled 1/3 --reconnect 0.1"
                .formatted(freePort()));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("the server gave no answer within");
    }

    @Test
    void key_saysWhereTheRequestIsAndItsFingerprint_andKeepsKeysThatAreThere() throws Exception {
        Run text = run("federated key --name site-a --records 5 --out HOME/a");
        assertThat(text.lines().get(0)).isEqualTo("request " + home.resolve("a/request.json"));
        assertThat(text.lines().get(1)).matches("fingerprint [0-9a-f]{64}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("a/identity.key"))))
                .isEqualTo("rw-------");
        Run again = run("federated key --name site-a --records 5 --out HOME/a");
        assertThat(again.status()).isEqualTo(2);
        assertThat(again.err()).contains("must be a directory without keys");
        Run json = run("federated key --name server --host localhost --out HOME/s --format json");
        assertThat(json.json().get(0).get("fingerprint").textValue()).hasSize(64);
        // What the operator sees is what the participant says.
        Run enrolled = run("federated enrol --federation HOME/fed HOME/a/request.json");
        assertThat(enrolled.out()).contains(text.lines().get(1).substring("fingerprint ".length()));
        assertThat(enrolled.err()).containsPattern("fingerprint, which participants compare: [0-9a-f]{64}");
    }

    @Test
    void wrongUsage_isSaid() throws Exception {
        assertUsage("federated key --name a --out HOME/x", "--records makes a client's keys");
        assertUsage("federated key --name A --records 1 --out HOME/x", "a name must have");
        assertUsage("federated enrol --federation HOME/fed HOME/none.json", "none.json");
        assertUsage("federated revoke --federation HOME/none site-a", "must be a directory that");
        assertUsage("federated client --server localhost --credentials HOME/x --bundled 1/2", "must be HOST:PORT");
        assertUsage("federated client --server localhost:1 --credentials HOME/x --bundled 3/2", "must be I/N");
        assertUsage("federated client --server localhost:1 --credentials HOME/x --data a.csv", "go together");
        assertUsage("federated client --server localhost:1 --credentials HOME/x --bundled 1/2", "enrolment.json");
        assertUsage("federated server --federation HOME/f --credentials HOME/x --run HOME/r --port 70000", "--port");
        assertUsage("federated server --federation HOME/f --credentials HOME/x --run HOME/r", "enrolment.json");
        enrolAll();
        String server = "federated server --federation HOME/fed --credentials HOME/server --run HOME/r --port 0 ";
        assertUsage(server + "--members site-a,site-x", "must be clients on the roster");
        assertUsage(server + "--schema HOME/s.json", "--schema, --label and --test go together");
        assertUsage("federated revoke --federation HOME/fed site-x", "no client site-x");
    }

    private void assertUsage(String command, String message) {
        Run run = run(command);
        assertThat(run.err()).contains(message);
        assertThat(run.status()).isEqualTo(2);
    }

    @Test
    void bench_ofASmallRound_printsItsFigures() {
        Run json = Run.of("bench federated --clients 6 --parameters 100 --format json");
        JsonNode figures = json.json().get(0);
        assertThat(figures.get("clients").intValue()).isEqualTo(6);
        double seconds = figures.get("seconds").doubleValue();
        assertThat(seconds).isPositive();
        assertThat(figures.get("ms_per_client").doubleValue()).isCloseTo(seconds * 1000 / 6, within(1e-9));
        assertThat(figures.get("ns_per_number").doubleValue()).isCloseTo(seconds * 1e9 / 600, within(1e-3));
        assertThat(figures.get("peak_mib").doubleValue()).isGreaterThan(10);
        assertThat(Run.of("bench federated --clients 6 --parameters 100 --threads 1")
                        .out())
                .startsWith("clients 6 parameters 100 seconds ");
    }
}
