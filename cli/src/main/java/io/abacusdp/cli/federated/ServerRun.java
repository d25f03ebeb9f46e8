package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.SavedCommand;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.Federation;
import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.enrol.RosterFile;
import io.abacusdp.federated.net.CoordinatorServer;
import io.abacusdp.federated.net.Farewell;
import io.abacusdp.federated.net.ServerLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.report.RoundLog;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.ServerDirectory;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.report.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A federation's server, from what the command line says to the end of the run. */
final class ServerRun {
    private static final String NAME = "federated server";

    /** How long clients have, after the last round, to come and hear that the run has ended. */
    private static final Duration FAREWELL = Duration.ofSeconds(60);

    private final Path federation;
    private final Path credentials;
    private final Path directory;
    private final FederatedOptions options;
    private final LedgerBudgetOptions budget;
    private final ServerData data;
    private final RandomStreams streams;
    private final List<String> args;
    private final AnswerOutput output;

    ServerRun(
            Path federation,
            Path credentials,
            Path directory,
            FederatedOptions options,
            LedgerBudgetOptions budget,
            ServerData data,
            @Nullable Long insecureSeed,
            List<String> args,
            AnswerOutput output) {
        this.federation = federation;
        this.credentials = credentials;
        this.directory = directory;
        this.options = options;
        this.budget = budget;
        this.data = data;
        this.streams = insecureSeed == null ? RandomStreams.secure() : RandomStreams.insecureForTests(insecureSeed);
        this.args = args;
        this.output = output;
    }

    void serve(String host, int port, List<String> names) throws IOException, InterruptedException {
        Credentials own = Credentials.open(credentials);
        RosterFile roster = new RosterFile(federation, own.federation());
        Path server = directory.resolve("server");
        boolean isResumed = ServerDirectory.holdsRun(server);
        // Members are those of the beginning: who is enrolled later waits for another run.
        Roster beginning = isResumed ? Federation.readRoster(server, own.federation()) : roster.get();
        List<Roster.Member> members = members(beginning, names);
        Dataset test = data.test();
        FederationPlan plan = plan(test, members);
        FederatedOutcome.warnings(plan, options.delta()).forEach(text -> output.warn(Optional.of(text)));
        options.note(plan).ifPresent(output::diagnose);
        Map<String, String> settings = new LinkedHashMap<>(plan.settings());
        settings.put("randomness", streams.describe());
        settings.put("test data", test.fingerprint());
        PrivacyCosts costs = PrivacyCosts.best(options.delta());
        if (!isResumed) {
            OwnerOnly.makeDirectory(server);
            Federation.writeRoster(server, beginning);
        }
        try (ServerDirectory run = isResumed
                        ? ServerDirectory.open(server, settings, options.limits(), costs)
                        : ServerDirectory.create(server, settings, options.limits(), costs);
                FederatedProgress progress = new FederatedProgress(
                        output, streams, new RoundLog(directory), test, plan.model(), plan.rounds())) {
            FederationServer training = isResumed
                    ? FederationServer.resume(plan, run, budget.budget(run.run()), streams, progress)
                    : FederationServer.begin(plan, run, budget.budget(run.run()), streams, progress);
            training.leaveOut(() -> beginning.goneFrom(roster.get()));
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
                ended = run(training);
                farewell.sayEnd();
                Set<String> gone = beginning.goneFrom(roster.get());
                List<String> clients = members.stream()
                        .map(Roster.Member::name)
                        .filter(name -> !gone.contains(name))
                        .toList();
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
                            List.of(),
                            new Provenance(
                                    SavedCommand.publicLine(output.command(), NAME, args),
                                    output.command().root().version()[0]),
                            directory)
                    .print(output);
        }
    }

    private static FederationServer.Ended run(FederationServer training) throws InterruptedException {
        try {
            return training.run();
        } catch (IOException | UncheckedIOException e) {
            throw InterruptedRun.because(e, "the same command");
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
