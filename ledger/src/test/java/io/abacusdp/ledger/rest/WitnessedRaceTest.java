package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.Proofs;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import io.abacusdp.ledger.witness.Quorum;
import io.abacusdp.ledger.witness.RemoteWitness;
import io.abacusdp.ledger.witness.Signing;
import io.abacusdp.ledger.witness.Witness;
import io.abacusdp.ledger.witness.WitnessServer;
import io.abacusdp.storage.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
 * Two servers on one PostgreSQL, and two witnesses who both must cosign; one dies in the middle of it and comes back. How many
 * charges fit is the system property witnessed.fit, 150 unless it is given; the full test is 2000.
 */
@Tag("slow")
class WitnessedRaceTest {
    private static final int FIT = Integer.getInteger("witnessed.fit", 150);
    private static final int CLIENTS = 64;
    /** Half a charge more than fits; one costs 0.005. */
    private static final double RHO = 0.005 * (FIT + 0.5);

    @TempDir
    Path folder = Path.of("");

    private final SigningKey signer = SigningKey.generate();
    private final List<SigningKey> witnessKeys = List.of(SigningKey.generate(), SigningKey.generate());
    private final Map<String, JsonNode> accepted = new ConcurrentHashMap<>();
    private final AtomicInteger denied = new AtomicInteger();
    private final AtomicInteger unavailable = new AtomicInteger();
    private final AtomicInteger next = new AtomicInteger();

    private WitnessServer startWitness(int number, String origin, int port) throws Exception {
        Witness witness = new Witness(
                "witness.example/w" + number,
                witnessKeys.get(number),
                List.of(NoteKey.ofLog(origin, signer.publicKey())),
                folder.resolve("w" + number),
                Clock.systemUTC());
        return WitnessServer.start(witness, "127.0.0.1", port);
    }

    @Test
    void race_withAWitnessThatDies_isWonExactly_andEveryReceiptHolds() throws Exception {
        String url = Postgres.newDatabase();
        String origin;
        String apiKey;
        try (Served first = new Served(url, signer, ServerSettings.local(), Clock.systemUTC())) {
            apiKey = first.keys.issue("racer", EnumSet.allOf(Permission.class)).text();
            first.openAccount(RHO);
            origin = first.ledger.journal().head().origin();
        }
        WitnessServer steady = startWitness(0, origin, 0);
        WitnessServer frail = startWitness(1, origin, 0);
        int frailPort = frail.port();
        List<NoteKey> keys = List.of(
                NoteKey.ofWitness("witness.example/w0", witnessKeys.get(0).publicKey()),
                NoteKey.ofWitness("witness.example/w1", witnessKeys.get(1).publicKey()));
        List<RemoteWitness> witnesses = List.of(
                new RemoteWitness(URI.create("http://127.0.0.1:" + steady.port()), keys.get(0)),
                new RemoteWitness(URI.create("http://127.0.0.1:" + frailPort), keys.get(1)));
        try (Served one = served(url, witnesses);
                Served two = served(url, witnesses)) {
            List<Integer> ports = List.of(one.server.port(), two.server.port());
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                running.add(clients.submit(() -> {
                    race(ports, client, apiKey);
                    return true;
                }));
            }
            awaitThat(() -> accepted.size() > FIT / 3);
            frail.close();
            awaitThat(() -> unavailable.get() > 0);
            frail = startWitness(1, origin, frailPort);
            for (Future<?> client : running) {
                client.get(2, TimeUnit.MINUTES);
            }
            clients.shutdown();
            assertThat(accepted).hasSize(FIT);
            assertThat(one.ledger.scope(Scope.account("acme")).charges()).isEqualTo(FIT);
            assertThat(one.ledger
                            .journal()
                            .verify(List.of(signer.publicKey()), List.of())
                            .isSound())
                    .isTrue();
            checkReceipts(one.ledger, keys);
        } finally {
            steady.close();
            frail.close();
        }
    }

    private Served served(String url, List<RemoteWitness> witnesses) {
        Quorum quorum = new Quorum(witnesses, 2, Duration.ofSeconds(1));
        Ledger ledger =
                Ledger.open(url, new Signing(signer, List.of(), quorum), Clock.systemUTC(), Duration.ofSeconds(5));
        return new Served(ledger, signer, ServerSettings.local(), Clock.systemUTC());
    }

    /** Charges until the budget says no, each again under its key until there is an answer. */
    private void race(List<Integer> ports, int client, String apiKey) throws Exception {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        while (denied.get() < CLIENTS) {
            String key = "k" + next.incrementAndGet();
            HttpResponse<String> answer = null;
            while (answer == null || answer.statusCode() == 503) {
                int port = ports.get((client + (answer == null ? 0 : unavailable.incrementAndGet())) % ports.size());
                answer = http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/charges"))
                                .header("Authorization", "Bearer " + apiKey)
                                .header("Idempotency-Key", key)
                                .POST(BodyPublishers.ofString(Served.charge("acme", GAUSSIAN)))
                                .build(),
                        BodyHandlers.ofString());
            }
            if (answer.statusCode() == 409) {
                denied.incrementAndGet();
            } else {
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
                accepted.put(key, StrictJson.parse(answer.body()));
            }
        }
    }

    private void checkReceipts(Ledger ledger, List<NoteKey> keys) {
        Checkpoint last = ledger.journal().head();
        for (JsonNode answer : accepted.values()) {
            Receipt receipt = Receipt.read(answer.path("receipt"));
            Checkpoint head = receipt.head();
            assertThat(receipt.isIncluded()).isTrue();
            assertThat(receipt.stamped().seq()).isEqualTo(answer.path("seq").asLong());
            assertThat(head.isSignedByOneOf(List.of(signer.publicKey()))).isTrue();
            assertThat(head.cosignedBy(keys)).isEqualTo(2);
            List<NodeHash> proof = ledger.journal().consistency(head.size(), last.size());
            assertThat(Proofs.isConsistent(head.size(), head.root(), last.size(), last.root(), proof))
                    .isTrue();
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static void awaitThat(Condition condition) throws InterruptedException {
        for (int i = 0; i < 60_000 && !condition.holds(); i++) {
            Thread.sleep(1);
        }
        assertThat(condition.holds()).isTrue();
    }
}
