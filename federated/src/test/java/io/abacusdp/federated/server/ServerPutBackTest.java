package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.federated.simulate.Identities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A server that is killed and whose directory is put back as a whole, so that its files agree with each other, while its clients wait
 * for it and remember what they did last. It makes rounds again that were released before: they are other releases, and cost again.
 */
class ServerPutBackTest {
    private static final PrivacyCosts COSTS = PrivacyCosts.best(TestFederation.DELTA);

    @TempDir
    private Path home;

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Leads to the server that is there; while there is none, clients wait. */
    private static final class Way implements Coordinator {
        private final AtomicReference<FederationServer> server = new AtomicReference<>();
        private volatile boolean isLast;

        @Override
        public Assignment next(String client, Duration wait) throws InterruptedException {
            Assignment next = Objects.requireNonNull(server.get()).next(client, wait);
            if (next instanceof Assignment.Finished && !isLast) {
                Thread.sleep(20);
                return new Assignment.Idle();
            }
            return next;
        }

        @Override
        public void submit(String client, TaskId task, byte[] content) {
            Objects.requireNonNull(server.get()).submit(client, task, content);
        }
    }

    /** Keeps a copy of the server's directory after one round, and kills it after another. */
    private static final class Disaster implements RoundListener {
        private final Path server;
        private final Path copy;
        private final int copied;
        private final int killed;
        private final AtomicInteger releases;

        Disaster(Path server, Path copy, int copied, int killed, AtomicInteger releases) {
            this.server = server;
            this.copy = copy;
            this.copied = copied;
            this.killed = killed;
            this.releases = releases;
        }

        @Override
        public void entered(RoundState state, Attempt attempt) {
            if (state == RoundState.RELEASED) {
                releases.incrementAndGet();
                if (attempt.round() == copied) {
                    copyTree(server, copy);
                }
                if (attempt.round() == killed) {
                    throw new Killed();
                }
            }
        }
    }

    private static void copyTree(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SAMPLE, false, 1, 2",
        "USER, false, 1, 2",
        "HYBRID, false, 1, 2",
        "USER, false, 1, 3",
        "USER, true, 1, 2",
        "HYBRID, true, 1, 2"
    })
    void putBackWhileClientsWait_everyReleaseIsPaid(PrivacyStyle style, boolean isSecure, int copied, int killed)
            throws Exception {
        TestFederation federation = TestFederation.of(home, style);
        federation.lot = 8;
        federation.localSteps = 1;
        federation.isSecure = isSecure;
        federation.patience = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(20), 4, 3);
        FederationPlan plan = federation.plan();
        Path own = federation.serverDirectory();
        AtomicInteger releases = new AtomicInteger();
        Way way = new Way();
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            Map<String, Future<Long>> charged = new TreeMap<>();
            try (ServerDirectory directory =
                    ServerDirectory.create(own, plan.settings(), EpsilonLimits.none(), COSTS)) {
                way.server.set(FederationServer.begin(
                        plan,
                        directory,
                        RoundBudget.unlimited(),
                        federation.streams,
                        new Disaster(own, home.resolve("copy"), copied, killed, releases)));
                Optional<Identities> identities = isSecure ? Optional.of(federation.identities()) : Optional.empty();
                federation
                        .data()
                        .forEach((name, data) ->
                                charged.put(name, pool.submit(life(federation, way, name, identities))));
                Objects.requireNonNull(way.server.get()).run();
                throw new AssertionError("the server was not killed");
            } catch (Killed e) {
                delete(own);
                copyTree(home.resolve("copy"), own);
            }

            List<String> notes = new ArrayList<>();
            PrivacyHistory history;
            try (ServerDirectory directory = ServerDirectory.open(own, plan.settings(), EpsilonLimits.none(), COSTS)) {
                FederationServer again = FederationServer.resume(
                        plan, directory, RoundBudget.unlimited(), federation.streams, new RoundListener() {
                            @Override
                            public void entered(RoundState state, Attempt attempt) {
                                if (state == RoundState.RELEASED) {
                                    releases.incrementAndGet();
                                }
                            }

                            @Override
                            public void noted(String message) {
                                notes.add(message);
                            }
                        });
                way.server.set(again);
                way.isLast = true;
                assertThat(again.run().ending()).as("%s", notes).isEqualTo(Ending.PLAN_DONE);
                history = directory.ledger().history();
            }

            assertThat(releases).hasValue(3 + killed - copied);
            for (Map.Entry<String, Future<Long>> client : charged.entrySet()) {
                assertThat(client.getValue().get()).as(client.getKey()).isEqualTo(releases.get());
                assertThat(history.charges(client.getKey())).isGreaterThanOrEqualTo(releases.get());
            }
            if (style.protectsClients()) {
                assertThat(history.releasedEvents()).hasSizeGreaterThanOrEqualTo(releases.get());
            }
            assertThat(notes).anyMatch(note -> note.contains("this ledger had lost"));
        } finally {
            pool.shutdownNow();
        }
    }

    /** One client, in one process from the beginning to the end; how often it has charged itself. */
    private Callable<Long> life(
            TestFederation federation, Coordinator way, String name, Optional<Identities> identities) {
        return () -> {
            try (ClientLedger ledger = ClientLedger.open(home.resolve(name), name, EpsilonLimits.none(), COSTS);
                    FederatedClient client = new FederatedClient(
                            name,
                            Objects.requireNonNull(federation.data().get(name)),
                            ledger,
                            identities.map(all -> all.enrolment(name)),
                            federation.streams,
                            new ClientListener() {})) {
                client.run(way, Duration.ofMillis(20));
                return Math.max(
                        ledger.history().charges(name),
                        ledger.history().releasedEvents().size());
            }
        };
    }
}
