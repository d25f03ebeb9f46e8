package io.abacusdp.ledger.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** 64 clients that want more than there is, lose patience at random, and ask again under the same key. */
final class HttpRace {
    private static final int CLIENTS = 64;

    private HttpRace() {}

    /** Races until every client has been refused, and checks that exactly so many were accepted, each once. */
    static void run(List<Integer> ports, String apiKey, String body, int fit) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        Map<String, Set<String>> reservations = new ConcurrentHashMap<>();
        AtomicInteger keys = new AtomicInteger();
        AtomicInteger timeOuts = new AtomicInteger();
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(i);
                tasks.add(() -> {
                    int granted = 0;
                    while (true) {
                        String key = "key" + keys.incrementAndGet();
                        HttpResponse<String> response = ask(http, ports, apiKey, key, body, random, timeOuts);
                        if (response.statusCode() == 409) {
                            return granted;
                        }
                        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
                        granted++;
                        reservations
                                .computeIfAbsent(key, none -> ConcurrentHashMap.newKeySet())
                                .add(response.body());
                        if (random.nextInt(5) == 0) {
                            HttpResponse<String> again = ask(http, ports, apiKey, key, body, random, timeOuts);
                            reservations.get(key).add(again.body());
                        }
                    }
                });
            }
            int granted = 0;
            for (Future<Integer> client : clients.invokeAll(tasks)) {
                granted += client.get();
            }
            assertThat(granted).isEqualTo(fit);
        } finally {
            clients.shutdownNow();
        }
        assertThat(reservations)
                .hasSize(fit)
                .allSatisfy((key, bodies) -> assertThat(bodies).hasSize(1));
        Set<String> distinct = new HashSet<>();
        reservations.values().forEach(distinct::addAll);
        assertThat(distinct).hasSize(fit);
        assertThat(timeOuts.get()).as("some clients lost patience").isPositive();
    }

    private static HttpResponse<String> ask(
            HttpClient http,
            List<Integer> ports,
            String apiKey,
            String key,
            String body,
            Random random,
            AtomicInteger timeOuts)
            throws Exception {
        while (true) {
            int port = ports.get(random.nextInt(ports.size()));
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/charges"))
                    .header("Authorization", "Bearer " + apiKey)
                    .header("Idempotency-Key", key)
                    .POST(BodyPublishers.ofString(body));
            if (random.nextInt(3) == 0) {
                request.timeout(Duration.ofMillis(1 + random.nextInt(20)));
            }
            try {
                HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
                if (response.statusCode() != 503) {
                    return response;
                }
            } catch (HttpTimeoutException impatient) {
                timeOuts.incrementAndGet();
            }
        }
    }
}
