package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client that ends at each of its phases, and is started again with nothing but its directory. */
@Tag("slow")
class ClientCrashTest {
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @TempDir
    private Path directory;

    private static ClientListener killOnce(ClientPhase phase, TaskId task, AtomicBoolean isKilled) {
        return new ClientListener() {
            @Override
            public void reached(ClientPhase reached, TaskId at) {
                if (reached == phase && at.equals(task) && isKilled.compareAndSet(false, true)) {
                    throw new Killed();
                }
            }
        };
    }

    /** Runs one client, again and again until the server says that it is over. */
    private Callable<PrivacyHistory> life(
            TestFederation federation,
            FederationServer server,
            Optional<Identities> identities,
            String name,
            Dataset data,
            ClientListener listener) {
        return () -> {
            while (true) {
                try (ClientLedger ledger = ClientLedger.open(
                                directory.resolve(name),
                                name,
                                EpsilonLimits.none(),
                                PrivacyCosts.best(TestFederation.DELTA));
                        FederatedClient client = new FederatedClient(
                                name,
                                data,
                                ledger,
                                identities.map(all -> all.enrolment(name)),
                                federation.streams,
                                listener)) {
                    client.run(server, Duration.ofMillis(20));
                    return ledger.history();
                } catch (Killed e) {
                    // As a process that is started again.
                }
            }
        };
    }

    /**
     * After the charge, a client that is killed in the first step pays twice, and the server learns of it. In later steps of a
     * secure aggregation it has lost its part, and the others finish without it; before, nothing is lost.
     */
    @ParameterizedTest
    @CsvSource({
        "false, RECEIVED, 0, 2",
        "false, CHARGED, 0, 3",
        "false, TRAINED, 0, 3",
        "false, ANSWERED, 0, 3",
        "false, HANDED_IN, 0, 2",
        "true, RECEIVED, 0, 2",
        "true, CHARGED, 0, 3",
        "true, ANSWERED, 0, 3",
        "true, RECEIVED, 1, 2",
        "true, ANSWERED, 2, 2",
        "true, HANDED_IN, 3, 2",
        "true, RECEIVED, 4, 2"
    })
    void killedAndStartedAgain_theRunIsMadeAndNothingSpentIsForgotten(
            boolean isSecure, ClientPhase phase, int step, int charges) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.rounds = 2;
        federation.isSecure = isSecure;
        federation.clients = 5;
        federation.clientNoise = Optional.of(new ClientNoise(5, 2, new Clipping.Flat(0.5)));
        federation.patience = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(20), 4, 3);
        FederationPlan plan = federation.plan();
        Optional<Identities> identities = isSecure ? Optional.of(federation.identities()) : Optional.empty();
        AtomicBoolean isKilled = new AtomicBoolean();
        ExecutorService pool = Executors.newCachedThreadPool();
        try (ServerDirectory own = ServerDirectory.create(
                federation.serverDirectory(),
                plan.settings(),
                EpsilonLimits.none(),
                PrivacyCosts.best(TestFederation.DELTA))) {
            FederationServer server =
                    FederationServer.begin(plan, own, RoundBudget.unlimited(), federation.streams, federation.listener);
            List<Future<PrivacyHistory>> histories = new ArrayList<>();
            for (Map.Entry<String, Dataset> each : federation.data().entrySet()) {
                ClientListener listener = each.getKey().equals("site-1")
                        ? killOnce(phase, new TaskId(1, 0, step), isKilled)
                        : new ClientListener() {};
                histories.add(
                        pool.submit(life(federation, server, identities, each.getKey(), each.getValue(), listener)));
            }

            assertThat(server.run().ending()).isEqualTo(Ending.PLAN_DONE);

            assertThat(isKilled).isTrue();
            List<PrivacyHistory> spent = new ArrayList<>();
            for (Future<PrivacyHistory> history : histories) {
                spent.add(history.get());
            }
            assertThat(spent.get(1).recordEvents("site-1")).hasSize(charges);
            // The server's ledger has what the client says that it has spent, and the client says all.
            assertThat(own.ledger().history().recordEvents("site-1")).hasSize(charges);
            assertThat(own.ledger().history().participationEvents("site-1")).hasSize(charges);
            assertThat(own.ledger().history().releasedEvents()).hasSize(charges);
            assertThat(own.ledger().history().recordEvents("site-0")).hasSize(2);
        } finally {
            pool.shutdownNow();
        }
    }
}
