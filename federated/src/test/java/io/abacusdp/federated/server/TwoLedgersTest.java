package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.client.OtherLedgerException;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.federated.simulate.Identities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One client works twice at the same time, with one key and two directories, as after a copy or by a mistake. Both are handed the same
 * task, both charge it, each to its own ledger, and both send an answer, of which one counts. The server, which has seen both,
 * must know of both charges; and the one whose ledger is not the one that counts must find out and stop.
 */
class TwoLedgersTest {
    private static final PrivacyCosts COSTS = PrivacyCosts.best(TestFederation.DELTA);
    private static final String TWICE = "site-1";

    @TempDir
    private Path home;

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger charged = new AtomicInteger();

    /** Both have the first task before one of them answers it. */
    private final CyclicBarrier both = new CyclicBarrier(2);

    private ClientListener listener(String name) {
        return new ClientListener() {
            @Override
            public void reached(ClientPhase phase, TaskId task) {
                if (!name.equals(TWICE)) {
                    return;
                }
                if (phase == ClientPhase.CHARGED) {
                    charged.incrementAndGet();
                }
                if (phase == ClientPhase.RECEIVED && task.equals(new TaskId(1, 0, 0))) {
                    try {
                        both.await(20, TimeUnit.SECONDS);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                }
            }

            @Override
            public void noted(String message) {
                notes.add(message);
            }
        };
    }

    private Callable<PrivacyHistory> life(
            TestFederation federation,
            FederationServer server,
            String name,
            Path directory,
            Optional<Identities> identities) {
        return () -> {
            try (ClientLedger ledger = ClientLedger.open(directory, name, EpsilonLimits.none(), COSTS);
                    FederatedClient client = new FederatedClient(
                            name,
                            Objects.requireNonNull(federation.data().get(name)),
                            ledger,
                            identities.map(all -> all.enrolment(name)),
                            federation.streams,
                            listener(name))) {
                try {
                    client.run(server, Duration.ofMillis(20));
                } catch (OtherLedgerException e) {
                    notes.add(String.valueOf(e.getMessage()));
                }
                return ledger.history();
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"SAMPLE, false", "USER, false", "HYBRID, false", "HYBRID, true"})
    void oneKeyAndTwoLedgers_allThatWasChargedIsKnownToTheServer_andOneOfTheTwoIsLeft(
            PrivacyStyle style, boolean isSecure) throws Exception {
        TestFederation federation = TestFederation.of(home, style);
        federation.lot = 8;
        federation.localSteps = 1;
        federation.isSecure = isSecure;
        federation.patience = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(2), 3, 5);
        FederationPlan plan = federation.plan();
        Optional<Identities> identities = isSecure ? Optional.of(federation.identities()) : Optional.empty();
        ExecutorService pool = Executors.newCachedThreadPool();
        try (ServerDirectory directory =
                ServerDirectory.create(federation.serverDirectory(), plan.settings(), EpsilonLimits.none(), COSTS)) {
            FederationServer server = FederationServer.begin(
                    plan, directory, RoundBudget.unlimited(), federation.streams, new RoundListener() {
                        @Override
                        public void entered(RoundState state, Attempt attempt) {}

                        @Override
                        public void noted(String message) {
                            notes.add("server: " + message);
                        }
                    });
            List<Future<PrivacyHistory>> clients = new ArrayList<>();
            for (String name : federation.data().keySet()) {
                clients.add(pool.submit(life(federation, server, name, home.resolve(name), identities)));
            }
            Future<PrivacyHistory> copy =
                    pool.submit(life(federation, server, TWICE, home.resolve("copy"), identities));

            assertThat(server.run().ending()).as("%s", notes).isEqualTo(Ending.PLAN_DONE);

            List<Long> own = List.of(size(clients.get(1).get()), size(copy.get()));
            PrivacyHistory history = directory.ledger().history();
            assertThat((long) charged.get()).isEqualTo(own.get(0) + own.get(1));
            assertThat(history.charges(TWICE)).as("%s", notes).isGreaterThanOrEqualTo(charged.get());
            // Only in the first round did both work.
            assertThat(own).as("%s", notes).contains(1L);
            assertThat(notes).anyMatch(note -> note.contains("another process works with its key and another ledger"));
            assertThat(notes).anyMatch(note -> note.startsWith("server: " + TWICE + " works with two ledgers"));
            assertThat(history.charges("site-0")).isLessThan(history.charges(TWICE));
        } finally {
            pool.shutdownNow();
        }
    }

    private static long size(PrivacyHistory history) {
        return Math.max(history.charges(TWICE), history.releasedEvents().size());
    }
}
