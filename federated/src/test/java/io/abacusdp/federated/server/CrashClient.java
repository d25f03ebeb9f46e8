package io.abacusdp.federated.server;

import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.client.ClientPhase;
import io.abacusdp.federated.client.ClientTrust;
import io.abacusdp.federated.client.EnrolledKeys;
import io.abacusdp.federated.client.Enrolment;
import io.abacusdp.federated.client.FederatedClient;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.net.ClientLimits;
import io.abacusdp.federated.net.Reconnection;
import io.abacusdp.federated.net.RemoteCoordinator;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.TaskId;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A client that ends at a phase of a task as a process that is killed. Arguments: home, port, name, and PHASE:ROUND:STEP or none.
 */
final class CrashClient {
    private static final Reconnection SOON =
            new Reconnection(Duration.ofMillis(20), Duration.ofMillis(300), Duration.ofMinutes(5));

    private CrashClient() {}

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        String name = args[2];
        Credentials own = Credentials.open(home.resolve(name));
        ClientListener killer = new ClientListener() {
            @Override
            public void reached(ClientPhase phase, TaskId task) {
                if (args[3].equals(phase + ":" + task.round() + ":" + task.step())) {
                    Runtime.getRuntime().halt(CrashServer.KILLED);
                }
            }
        };
        try (ClientLedger ledger = ClientLedger.open(
                        ledger(home, name), name, EpsilonLimits.none(), PrivacyCosts.best(TestFederation.DELTA));
                RemoteCoordinator server =
                        RemoteCoordinator.connect("localhost", Integer.parseInt(args[1]), own, ClientLimits.of(SOON));
                FederatedClient client = new FederatedClient(
                        name,
                        Objects.requireNonNull(CrashSetup.fixture(home).data().get(name)),
                        ledger,
                        Optional.of(new Enrolment(
                                own.identity(), new EnrolledKeys(keys(own)), Optional.of(ClientTrust.of(0)))),
                        CrashSetup.STREAMS,
                        killer)) {
            System.out.println(client.run(server, Duration.ofSeconds(20)));
        }
    }

    /** Those of the newest roster, which the server showed. */
    private static Map<String, PublicKey> keys(Credentials own) {
        return own.roster().members().stream().collect(Collectors.toMap(it -> it.name(), it -> it.identity()));
    }

    static Path ledger(Path home, String name) {
        return home.resolve(name).resolve("ledger");
    }
}
