package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.Ledger;
import io.abacusdp.ledger.core.Charge;
import io.abacusdp.ledger.core.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that want more than there is, lose patience at random, and ask again under the same key. */
final class Race {
    private static final int CLIENTS = 64;

    private Race() {}

    /** Lets 64 clients race until each has been denied for good, and checks who got what. */
    static void run(List<Ledger> servers, Charge charge, DpEvent event, int fit) throws Exception {
        ExecutorService requests = Executors.newCachedThreadPool();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        Map<String, Set<String>> reservationsOfKey = new ConcurrentHashMap<>();
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
                        Outcome outcome = ask(servers, charge, event, key, random, requests, timeOuts);
                        if (outcome instanceof Outcome.Denied) {
                            return granted;
                        }
                        granted++;
                        record(reservationsOfKey, key, outcome);
                        if (random.nextInt(5) == 0) {
                            // Asks again although it knows the answer.
                            record(
                                    reservationsOfKey,
                                    key,
                                    ask(servers, charge, event, key, random, requests, timeOuts));
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
            requests.shutdown();
            assertThat(requests.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(reservationsOfKey)
                .hasSize(fit)
                .allSatisfy((key, ids) -> assertThat(ids).hasSize(1));
        Set<String> distinct = new HashSet<>();
        reservationsOfKey.values().forEach(distinct::addAll);
        assertThat(distinct).hasSize(fit);
        assertThat(timeOuts.get()).as("some clients lost patience").isPositive();
    }

    private static void record(Map<String, Set<String>> reservationsOfKey, String key, Outcome outcome) {
        reservationsOfKey
                .computeIfAbsent(key, none -> ConcurrentHashMap.newKeySet())
                .add(((Outcome.Accepted) outcome).reservation());
    }

    /** Asks any server until one has answered in time. */
    private static Outcome ask(
            List<Ledger> servers,
            Charge charge,
            DpEvent event,
            String key,
            Random random,
            ExecutorService requests,
            AtomicInteger timeOuts)
            throws Exception {
        while (true) {
            Ledger server = servers.get(random.nextInt(servers.size()));
            CompletableFuture<Outcome> answer =
                    CompletableFuture.supplyAsync(() -> server.charge(key, charge, event), requests);
            try {
                return random.nextInt(3) == 0 ? answer.get(random.nextInt(3), TimeUnit.MILLISECONDS) : answer.get();
            } catch (TimeoutException impatient) {
                timeOuts.incrementAndGet();
            }
        }
    }
}
