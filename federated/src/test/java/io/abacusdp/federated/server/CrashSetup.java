package io.abacusdp.federated.server;

import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.EnrolmentRequest;
import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.Clipping;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A federation of five clients whose server and clients are processes of their own: hybrid, with secure aggregation, of which two
 * may drop out. Random numbers can be repeated.
 */
record CrashSetup(Path home, int port, int rounds) {
    static final int CLIENTS = 5;
    static final RandomStreams STREAMS = RandomStreams.insecureForTests(11);

    private static final int THRESHOLD = 3;

    /** Nobody is late because a machine is slow. */
    private static final Duration PHASE = Duration.ofMinutes(10);

    static CrashSetup enrolled(Path home, int rounds) throws IOException {
        var federation =
                io.abacusdp.federated.enrol.Federation.openOrCreate(home.resolve("federation"), Clock.systemUTC());
        Credentials.createServer(home.resolve("server"), "server", List.of("localhost"));
        List<Path> all = new ArrayList<>(List.of(home.resolve("server")));
        for (Map.Entry<String, Dataset> each : fixture(home).data().entrySet()) {
            Path own = home.resolve(each.getKey());
            Credentials.createClient(own, each.getKey(), each.getValue().size());
            all.add(own);
        }
        for (Path own : all) {
            Path enrolment = federation.enrol(EnrolmentRequest.read(own.resolve("request.json")), Duration.ofDays(1));
            Files.copy(enrolment, own.resolve("enrolment.json"));
        }
        Files.createDirectories(home.resolve("released"));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new CrashSetup(home, free.getLocalPort(), rounds);
        }
    }

    static TestFederation fixture(Path home) {
        TestFederation federation = TestFederation.of(home, PrivacyStyle.HYBRID);
        federation.clients = CLIENTS;
        federation.clientNoise = Optional.of(new ClientNoise(CLIENTS, 2, new Clipping.Flat(0.5)));
        federation.patience = new Patience(PHASE, PHASE, THRESHOLD, 3);
        return federation;
    }

    FederationPlan plan(Roster roster) {
        FederationPlan plan = fixture(home).plan();
        List<Participant> participants = roster.participants();
        return new FederationPlan(
                plan.style(),
                plan.model(),
                rounds,
                plan.aggregation(),
                plan.serverRate(),
                plan.members(),
                plan.clientNoise(),
                Optional.of(new SecureRoster(participants, THRESHOLD, 0)),
                plan.patience(),
                plan.delta());
    }

    /** The directory of the run, which must hold nothing without noise. */
    Path run() {
        return home.resolve("run");
    }

    /** A released model, kept apart for the test. */
    Path released(int round) {
        return home.resolve("released").resolve(round + ".bin");
    }
}
