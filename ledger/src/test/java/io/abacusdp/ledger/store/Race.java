package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that want more than there is, lose patience at random, and ask again under the same key. */
public final class Race {
    private static final int CLIENTS = 64;

    private final Attempt attempt;
    private final Map<String, Set<String>> reservationsOfKey = new ConcurrentHashMap<>();
    private final AtomicInteger keys = new AtomicInteger();
    private final AtomicInteger timeOuts = new AtomicInteger();

    private Race(Attempt attempt) {
        this.attempt = attempt;
    }

    /** How a client asks for a charge. */
    public interface Attempt {
        /**
         * The reservation under the key, or none if it does not fit.
         *
         * @param random decides whether this client loses patience
         * @throws TimeoutException if it did
         */
        Optional<String> ask(String key, Random random) throws Exception;
    }

    /** Lets 64 clients race until each has been denied for good, and checks that so many were accepted, each once. */
    public static void run(int fit, Attempt attempt) throws Exception {
        new Race(attempt).run(fit);
    }

    private void run(int fit) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(i);
                tasks.add(() -> client(random));
            }
            int granted = 0;
            for (Future<Integer> client : clients.invokeAll(tasks)) {
                granted += client.get();
            }
            assertThat(granted).isEqualTo(fit);
        } finally {
            clients.shutdownNow();
        }
        assertThat(reservationsOfKey)
                .hasSize(fit)
                .allSatisfy((key, ids) -> assertThat(ids).hasSize(1));
        Set<String> distinct = new HashSet<>();
        reservationsOfKey.values().forEach(distinct::addAll);
        assertThat(distinct).hasSize(fit);
        assertThat(timeOuts.get()).as("some clients lost patience").isPositive();
    }

    /** Charges until it is denied; how often it was granted. */
    private int client(Random random) throws Exception {
        for (int granted = 0; ; granted++) {
            String key = "key" + keys.incrementAndGet();
            Optional<String> reservation = answer(key, random);
            if (reservation.isEmpty()) {
                return granted;
            }
            Set<String> ids = reservationsOfKey.computeIfAbsent(key, none -> ConcurrentHashMap.newKeySet());
            ids.add(reservation.get());
            if (random.nextInt(5) == 0) {
                // Asks again although it knows the answer.
                ids.add(answer(key, random).orElseThrow());
            }
        }
    }

    /** Asks until it is answered in time. */
    private Optional<String> answer(String key, Random random) throws Exception {
        while (true) {
            try {
                return attempt.ask(key, random);
            } catch (TimeoutException impatient) {
                timeOuts.incrementAndGet();
            }
        }
    }
}
