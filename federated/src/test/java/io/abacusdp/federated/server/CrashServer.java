package io.abacusdp.federated.server;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.RosterFile;
import io.abacusdp.federated.net.CoordinatorServer;
import io.abacusdp.federated.net.Farewell;
import io.abacusdp.federated.net.ServerLimits;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A server that ends at a state of a round as a process that is killed: nothing is flushed, no hook runs. Arguments: home, port,
 * rounds, limit of epsilon for records or none, and STATE:ROUND or none.
 */
final class CrashServer {
    static final int KILLED = 137;

    private CrashServer() {}

    public static void main(String[] args) throws Exception {
        CrashSetup setup = new CrashSetup(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        EpsilonLimits limits = args[3].equals("none")
                ? EpsilonLimits.none()
                : new EpsilonLimits(OptionalDouble.of(Double.parseDouble(args[3])), OptionalDouble.empty());
        Credentials own = Credentials.open(setup.home().resolve("server"));
        RosterFile roster = new RosterFile(setup.home().resolve("federation"), own.federation());
        FederationPlan plan = setup.plan(roster.get());
        Map<String, String> settings = plan.settings();
        PrivacyCosts costs = PrivacyCosts.best(TestFederation.DELTA);
        boolean isResumed = ServerDirectory.holdsRun(setup.run());
        try (ServerDirectory directory = isResumed
                ? ServerDirectory.open(setup.run(), settings, limits, costs)
                : ServerDirectory.create(setup.run(), settings, limits, costs)) {
            RoundListener listener = new Killer(setup, args[4]);
            FederationServer server = isResumed
                    ? FederationServer.resume(plan, directory, RoundBudget.unlimited(), CrashSetup.STREAMS, listener)
                    : FederationServer.begin(plan, directory, RoundBudget.unlimited(), CrashSetup.STREAMS, listener);
            Farewell farewell = new Farewell(server);
            try (CoordinatorServer network = CoordinatorServer.start(
                    farewell,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), setup.port()),
                    directory.run(),
                    own,
                    roster,
                    ServerLimits.standard(),
                    Clock.systemUTC())) {
                FederationServer.Ended ended = server.run();
                System.out.println(ended.ending() + " " + ended.rounds() + " on port " + network.port());
                farewell.sayEnd();
                farewell.await(CrashSetup.fixture(setup.home()).data().keySet(), Duration.ofMinutes(5));
            }
        }
    }

    private static final class Killer implements RoundListener {
        private final CrashSetup setup;
        private final String kill;

        Killer(CrashSetup setup, String kill) {
            this.setup = setup;
            this.kill = kill;
        }

        @Override
        public void entered(RoundState state, Attempt attempt) {
            if (kill.equals(state + ":" + attempt.round())) {
                Runtime.getRuntime().halt(KILLED);
            }
        }

        @Override
        public void released(RoundReport report, float[] parameters) {
            ByteBuffer bytes = ByteBuffer.allocate(4 * parameters.length);
            bytes.asFloatBuffer().put(parameters);
            try {
                Files.write(setup.released(report.round()), bytes.array());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
