package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests as bare as can be; every answer is held against the contract. */
final class Api {
    /** Paths that something is posted to, whatever is there already. */
    static final List<String> PATHS_WITH_A_BODY = List.of(
            "/v1/charges",
            "/v1/reservations",
            "/v1/quote",
            "/v1/accounts",
            "/v1/datasets",
            "/v1/budgets",
            "/v1/windows");

    private static final Contract CONTRACT = new Contract();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String server;
    private final Map<String, String> headers;

    private Api(String server, Map<String, String> headers) {
        this.server = server;
        this.headers = headers;
    }

    static Api anonymous(int port) {
        return new Api("http://127.0.0.1:" + port, Map.of());
    }

    /** The same at another server. */
    Api at(int port) {
        return new Api("http://127.0.0.1:" + port, headers);
    }

    Api as(String key) {
        return with("Authorization", "Bearer " + key);
    }

    /** With an idempotency key. */
    Api keyed(String key) {
        return with("Idempotency-Key", key);
    }

    Api with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Api(server, more);
    }

    /** An answer. */
    record Answer(int status, String contentType, String body) {
        JsonNode json() {
            return StrictJson.parse(body);
        }

        String text(String field) {
            return json().path(field).asText();
        }

        boolean isProblem(String type) {
            return contentType.equals("application/problem+json")
                    && text("type").equals("urn:abacus:problem:" + type)
                    && json().path("status").asInt() == status;
        }
    }

    Answer get(String path) {
        return send("GET", path, HttpRequest.newBuilder().GET());
    }

    Answer post(String path, String body) {
        return send("POST", path, HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)));
    }

    Answer post(String path, byte[] body) {
        return send("POST", path, HttpRequest.newBuilder().POST(BodyPublishers.ofByteArray(body)));
    }

    Answer method(String method, String path) {
        return ask(path, HttpRequest.newBuilder().method(method, BodyPublishers.noBody()));
    }

    private Answer send(String method, String path, HttpRequest.Builder request) {
        Answer answer = ask(path, request);
        CONTRACT.check(method, path, answer.status(), answer.contentType(), answer.body());
        return answer;
    }

    private Answer ask(String path, HttpRequest.Builder request) {
        headers.forEach(request::header);
        // A connection that is kept open holds the server for two seconds when it stops.
        request.header("Connection", "close");
        request.uri(URI.create(server + path)).timeout(Duration.ofMinutes(1));
        try {
            HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
