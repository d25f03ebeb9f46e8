package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.enrol.RosterFile;
import io.abacusdp.federated.net.CoordinatorServer;
import io.abacusdp.federated.net.Farewell;
import io.abacusdp.federated.net.ServerLimits;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.report.RoundLog;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.ServerDirectory;
import io.abacusdp.training.data.Dataset;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A federation's server, from what the command line says to the end of the run. */
final class FederatedService {
    private static final String NAME = "federated server";

    /** How long clients have, after the last round, to come and hear that the run has ended. */
    private static final Duration FAREWELL = Duration.ofSeconds(60);

    private final Path federation;
    private final Path credentials;
    private final Path directory;
    private final FederatedOptions options;
    private final LedgerBudgetOptions budget;
    private final FederatedServerData data;
    private final Streams streams;
    private final List<String> args;
    private final Output output;

    FederatedService(
            Path federation,
            Path credentials,
            Path directory,
            FederatedOptions options,
            LedgerBudgetOptions budget,
            FederatedServerData data,
            @Nullable Long insecureSeed,
            List<String> args,
            Output output) {
        this.federation = federation;
        this.credentials = credentials;
        this.directory = directory;
        this.options = options;
        this.budget = budget;
        this.data = data;
        this.streams = insecureSeed == null ? Streams.secure() : Streams.insecureForTests(insecureSeed);
        this.args = args;
        this.output = output;
    }

    void serve(String host, int port, List<String> names) throws IOException, InterruptedException {
        Credentials own = Credentials.open(credentials);
        RosterFile roster = new RosterFile(federation, own.federation());
        List<Roster.Member> members = members(roster.get(), names);
        Dataset test = data.test();
        FederationPlan plan = plan(test, members);
        Map<String, String> settings = new LinkedHashMap<>(plan.settings());
        settings.put("randomness", streams.describe());
        settings.put("test data", test.fingerprint());
        Costs costs = Costs.best(options.delta());
        Path server = directory.resolve("server");
        boolean isResumed = ServerDirectory.holdsRun(server);
        try (ServerDirectory run = isResumed
                        ? ServerDirectory.open(server, settings, options.limits(), costs)
                        : ServerDirectory.create(server, settings, options.limits(), costs);
                FederatedProgress progress =
                        new FederatedProgress(output, new RoundLog(directory), test, plan.model(), plan.rounds())) {
            FederationServer training = isResumed
                    ? FederationServer.resume(plan, run, budget.budget(run.run()), streams, progress)
                    : FederationServer.begin(plan, run, budget.budget(run.run()), streams, progress);
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                throw new UsageException("--host must be a name or an address of this machine, got " + host);
            }
            Farewell farewell = new Farewell(training);
            FederationServer.Ended ended;
            try (CoordinatorServer network = CoordinatorServer.start(
                    farewell, address, run.run(), own, roster, ServerLimits.standard(), Clock.systemUTC())) {
                // Told to stop, the network goes first: clients wait for the restart, and what is under way stays paid.
                Thread stop = new Thread(network::close, "federation-stop");
                Runtime.getRuntime().addShutdownHook(stop);
                announce(host, network.port(), run.run());
                ended = training.run();
                farewell.sayEnd();
                List<String> clients = members.stream().map(Roster.Member::name).toList();
                if (!farewell.await(clients, FAREWELL)) {
                    output.diagnose("not all clients came to hear that the run has ended");
                }
                Runtime.getRuntime().removeShutdownHook(stop);
            }
            FederatedOutcome.write(
                            plan,
                            streams,
                            run.ledger(),
                            training,
                            ended,
                            progress,
                            SavedCommand.commandLine(NAME, args),
                            directory)
                    .print(output);
        }
    }

    private static List<Roster.Member> members(Roster roster, List<String> names) {
        List<Roster.Member> members = names.isEmpty()
                ? roster.members()
                : roster.members().stream()
                        .filter(each -> names.contains(each.name()))
                        .toList();
        if (members.isEmpty() || members.size() < names.size()) {
            throw new UsageException("--members must be clients on the roster, which has %s, got %s"
                    .formatted(
                            roster.members().stream().map(Roster.Member::name).toList(), names));
        }
        return members;
    }

    private FederationPlan plan(Dataset shape, List<Roster.Member> members) throws IOException {
        Map<String, Integer> records = new LinkedHashMap<>();
        members.forEach(each -> records.put(each.name(), each.records()));
        Optional<List<Participant>> participants = options.isSecure()
                ? Optional.of(members.stream()
                        .map(each -> new Participant(each.name(), each.identity()))
                        .toList())
                : Optional.empty();
        return options.plan(data.recipe(), shape, records, participants);
    }

    private void announce(String host, int port, String run) {
        if (output.isJson()) {
            output.line(JsonNodeFactory.instance
                    .objectNode()
                    .put("listening", host + ":" + port)
                    .put("run", run)
                    .toString());
        } else {
            output.line("listening " + host + ":" + port);
            output.line("run " + run);
        }
    }
}
