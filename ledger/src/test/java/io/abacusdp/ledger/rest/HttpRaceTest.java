package io.abacusdp.ledger.rest;

import static io.abacusdp.ledger.rest.Served.GAUSSIAN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.Permission;
import io.abacusdp.ledger.store.Postgres;
import io.abacusdp.ledger.store.Race;
import io.abacusdp.storage.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A budget that fits exactly 1,000 charges of rho 0.005, and 64 clients that want it. */
@Tag("slow")
class HttpRaceTest {
    private static final int FIT = 1000;
    /** Half a charge more than 1,000. */
    private static final double RHO = 0.005 * (FIT + 0.5);

    @Test
    void race_onSqlite_isWonExactlyAThousandTimes(@TempDir Path folder) throws Exception {
        try (Served served = Served.at("jdbc:sqlite:" + folder.resolve("ledger.db"))) {
            race(served, List.of(served.server.port()));
        }
    }

    @Test
    void race_onTwoServersOfOnePostgres_isWonExactlyAThousandTimes() throws Exception {
        String url = Postgres.newDatabase();
        SigningKey signer = SigningKey.generate();
        try (Served one = new Served(url, signer, ServerSettings.local(), Clock.systemUTC());
                Served two = new Served(url, signer, ServerSettings.local(), Clock.systemUTC())) {
            race(one, List.of(one.server.port(), two.server.port()));
        }
    }

    private static void race(Served served, List<Integer> ports) throws Exception {
        String key = served.keys.issue("racer", EnumSet.allOf(Permission.class)).text();
        served.openAccount(RHO);
        HttpClient http = HttpClient.newHttpClient();
        String body = Served.charge("acme", GAUSSIAN);
        Race.run(FIT, (idempotencyKey, random) -> {
            HttpResponse<String> response;
            do {
                int port = ports.get(random.nextInt(ports.size()));
                response = ask(http, port, key, idempotencyKey, body, random);
            } while (response.statusCode() == 503);
            if (response.statusCode() == 409) {
                return Optional.empty();
            }
            assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
            return Optional.of(withoutProof(response.body()));
        });
        assertThat(served.ledger.scope(Scope.account("acme")).charges()).isEqualTo(FIT);
        assertThat(served.ledger
                        .journal()
                        .verify(List.of(served.signer.publicKey()), List.of())
                        .isSound())
                .isTrue();
    }

    /** The answer with the entry of its receipt: the proof of that is one up to the head of the server that was asked. */
    private static String withoutProof(String answer) {
        ObjectNode json = (ObjectNode) StrictJson.parse(answer);
        JsonNode receipt = json.remove("receipt");
        return json + " " + receipt.required("entry");
    }

    /** One request, a third of them with a client that waits for some milliseconds only. */
    private static HttpResponse<String> ask(
            HttpClient http, int port, String apiKey, String key, String body, Random random) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/charges"))
                .header("Authorization", "Bearer " + apiKey)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body));
        if (random.nextInt(3) == 0) {
            request.timeout(Duration.ofMillis(1 + random.nextInt(20)));
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            throw new TimeoutException(e.getMessage());
        }
    }
}
