package io.abacusdp.ledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLHandshakeException;

/**
 * A client of a ledger's server. Every request is one that the server can be asked again without harm, so that it is, under the
 * same key, when no answer comes or the server says that it cannot answer now. Safe for use by several threads.
 *
 * <p>All methods throw {@link LedgerRefusedException} if the server refuses, and {@link LedgerUnreachableException} if it does
 * not answer in time.
 */
public final class LedgerClient {
    private static final Set<Integer> TRY_AGAIN = Set.of(429, 502, 503, 504);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final HttpClient http;
    private final URI server;
    private final String key;
    private final Patience patience;
    private final KnownHead head;

    /**
     * A client.
     *
     * @param http with its time-out for connecting, and with whom it trusts
     * @param server such as https://ledger.example:8443
     * @param key API key or token
     */
    public LedgerClient(HttpClient http, URI server, String key, Patience patience) {
        this(http, server, key, patience, KnownHead.inMemory());
    }

    /**
     * The same with what is known of the ledger from before.
     *
     * @param head with which every answer must agree
     */
    public LedgerClient(HttpClient http, URI server, String key, Patience patience, KnownHead head) {
        this.head = Objects.requireNonNull(head, "head");
        this.http = Objects.requireNonNull(http, "http");
        this.server = Objects.requireNonNull(server, "server");
        this.key = Objects.requireNonNull(key, "key");
        this.patience = Objects.requireNonNull(patience, "patience");
        if (server.getScheme() == null || server.getHost() == null) {
            throw new IllegalArgumentException("the server must be a URL such as https://ledger.example:8443");
        }
    }

    /** Holds budget; the answer has the fields reservation, seq, at, expires and receipt, which is checked. */
    public JsonNode reserve(String idempotencyKey, String account, List<String> scopes, DpEvent event, Duration ttl) {
        return proven(
                Set.of("reserved"),
                reservation(
                        "/v1/reservations",
                        idempotencyKey,
                        charge(account, scopes, event).put("ttl", ttl.toSeconds())));
    }

    /** Spends at one go; the answer is as for a reservation. */
    public JsonNode charge(String idempotencyKey, String account, List<String> scopes, DpEvent event) {
        return proven(Set.of("charged"), reservation("/v1/charges", idempotencyKey, charge(account, scopes, event)));
    }

    /** Whether it would fit. */
    public JsonNode quote(String account, List<String> scopes, DpEvent event) {
        return post("/v1/quote", "", charge(account, scopes, event));
    }

    /** Says that output can be seen from now on; the answer's receipt proves the last entry about the reservation. */
    public JsonNode start(String reservation) {
        return proven(
                Set.of("started", "extended"),
                reservation("/v1/reservations/" + part(reservation) + "/start", "", object()));
    }

    /** States what was really run. */
    public JsonNode commit(String reservation, DpEvent event) {
        ObjectNode body = object();
        body.set("event", EventJson.toNode(event));
        return proven(Set.of("committed"), reservation("/v1/reservations/" + part(reservation) + "/commit", "", body));
    }

    /** Gives back what was not started. */
    public JsonNode release(String reservation) {
        return proven(
                Set.of("released"), reservation("/v1/reservations/" + part(reservation) + "/release", "", object()));
    }

    /** Puts off the time at which it lapses. */
    public JsonNode extend(String reservation, Duration ttl) {
        return proven(
                Set.of("extended", "reserved", "started"),
                reservation(
                        "/v1/reservations/" + part(reservation) + "/extend", "", object().put("ttl", ttl.toSeconds())));
    }

    /** How an account stands at the delta of its budget. */
    public JsonNode balance(String account) {
        return get("/v1/accounts/" + part(account) + "/balance");
    }

    /** How an account stands at another delta. */
    public JsonNode balance(String account, double delta) {
        return get("/v1/accounts/" + part(account) + "/balance?delta=" + delta);
    }

    /**
     * Posts to any path.
     *
     * @param idempotencyKey empty where the path needs none
     */
    public JsonNode post(String path, String idempotencyKey, JsonNode body) {
        HttpRequest.Builder request =
                request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body.toString()));
        if (!idempotencyKey.isEmpty()) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return send(request.build());
    }

    /** Posts what is answered with a reservation, without which nothing is known to be recorded. */
    private JsonNode reservation(String path, String idempotencyKey, JsonNode body) {
        JsonNode answer = post(path, idempotencyKey, body);
        if (!answer.path("reservation").isTextual()) {
            throw noLedger(200, "the answer names no reservation");
        }
        return answer;
    }

    /** Checks that the receipt is for such a fact, and that the ledger's head goes on from those that were seen before. */
    private JsonNode proven(Set<String> facts, JsonNode answer) {
        try {
            head.check(
                    answer, facts, (earlier, later) -> get("/v1/proof/consistency?from=" + earlier + "&to=" + later));
        } catch (IllegalArgumentException e) {
            throw new LedgerRefusedException(
                    200,
                    object().put("title", "The ledger contradicts what it has shown before")
                            .put("detail", String.valueOf(e.getMessage())));
        }
        return answer;
    }

    /** Gets any path that answers with JSON. */
    public JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .header("Authorization", "Bearer " + key)
                .timeout(patience.attempt());
    }

    private JsonNode send(HttpRequest request) {
        long deadline = System.nanoTime() + patience.total().toNanos();
        Duration mean = patience.pause();
        while (true) {
            IOException lost = null;
            try {
                HttpResponse<String> response = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
                if (!TRY_AGAIN.contains(response.statusCode()) || System.nanoTime() > deadline) {
                    return answer(response);
                }
            } catch (SSLHandshakeException e) {
                // It would be the same the next time.
                throw new LedgerUnreachableException(
                        "the certificate of %s is not one that is trusted: %s".formatted(server, e.getMessage()), e);
            } catch (IOException e) {
                lost = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LedgerUnreachableException("interrupted while the ledger was asked", e);
            }
            if (lost != null && System.nanoTime() > deadline) {
                throw new LedgerUnreachableException(
                        "%s did not answer within %s".formatted(server, patience.total()), lost);
            }
            pause(mean);
            mean = mean.multipliedBy(2).compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : mean.multipliedBy(2);
        }
    }

    private static JsonNode answer(HttpResponse<String> response) {
        JsonNode body;
        try {
            body = StrictJson.parse(response.body());
        } catch (IllegalArgumentException e) {
            throw noLedger(response.statusCode(), "the answer is not JSON");
        }
        if (response.statusCode() / 100 == 2) {
            return body;
        }
        throw new LedgerRefusedException(response.statusCode(), body);
    }

    /** Something between the client and the server answered, and its 'OK' must not be taken for the ledger's. */
    private static LedgerRefusedException noLedger(int status, String detail) {
        return new LedgerRefusedException(
                status,
                object().put("title", "This is no answer of a ledger")
                        .put("detail", detail + "; nothing is known to be recorded"));
    }

    private static void pause(Duration mean) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(2 * mean.toMillis() + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LedgerUnreachableException("interrupted while waiting for the ledger", e);
        }
    }

    private static ObjectNode charge(String account, List<String> scopes, DpEvent event) {
        ObjectNode body = object().put("account", account);
        scopes.forEach(body.putArray("scopes")::add);
        body.set("event", EventJson.toNode(event));
        return body;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
