package io.abacusdp.cli;

import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.Limits;
import io.abacusdp.federated.report.RoundLog;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.RoundListener;
import io.abacusdp.federated.server.ServerDirectory;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.federated.simulate.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** A federation in one process. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Trains a model across clients that keep their records, all in this process: the server and the",
            "clients are those of a real federation, each with its own directory and its own ledger.",
            "Without arguments: eight sites cut from the bundled digits, to epsilon 8 for each record."
        },
        footer = {
            "",
            "Every attempt at a round is charged, on disk, before a client hears of it. A guarantee for",
            "records and one for clients are two guarantees, and are never added up but as a conservative total.",
            "",
            "Examples:",
            "  abacus federated simulate",
            "  abacus federated simulate --style hybrid --secure-aggregation --rounds 10",
            "  abacus federated simulate --clients DIR --schema schema.json --label target --epsilon 4",
            "  abacus federated simulate --resume run"
        })
final class FederatedSimulateCommand implements Runnable {
    private static final List<String> NOT_OF_THE_RUN = List.of("--resume", "--threads", "--format", "--digits");
    private static final String NAME = "federated simulate";

    @Mixin
    private FederatedData data = new FederatedData();

    @Mixin
    private FederatedOptions options = new FederatedOptions();

    @Mixin
    private LedgerBudgetOptions budget = new LedgerBudgetOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "New directory for ledgers, checkpoints, log, model and report. Default: abacus-federated-TIME.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Go on with the run in this directory, with the options that it began with.")
    private @Nullable Path resume;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = Numbers.Size.class,
            description = "Number of threads that serve clients. Default: as many as there are processors.")
    private @Nullable Integer threads;

    @Option(
            names = "--insecure-seed-for-tests",
            paramLabel = "N",
            description =
                    "Noise that anybody can repeat, to test programs with: NOTHING IS PRIVATE, and the report says so.")
    private @Nullable Long insecureSeed;

    @Mixin
    private Output output = new Output();

    @Override
    public void run() {
        try {
            if (resume == null) {
                begin();
            } else {
                resume(resume);
            }
        } catch (IOException e) {
            throw new UsageException(Failures.message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted; --resume goes on with the run", e);
        }
    }

    private void begin() throws IOException, InterruptedException {
        Path directory = out == null ? Path.of("abacus-federated-" + timestamp()) : out;
        if (ServerDirectory.holdsRun(server(directory))) {
            throw new UsageException(
                    "--out must be a new directory, and %s holds a run; --resume goes on with it".formatted(directory));
        }
        List<String> all = output.command().commandLine().getParseResult().originalArgs();
        // The first two are the names of this command and of its group.
        List<String> given = all.subList(2, all.size());
        Prepared prepared = prepare(output);
        SavedCommand.write(directory, given);
        Costs costs = Costs.best(options.delta());
        try (ServerDirectory server =
                ServerDirectory.create(server(directory), prepared.settings(), options.limits(), costs)) {
            finish(
                    prepared,
                    directory,
                    server,
                    given,
                    listener -> FederationServer.begin(
                            prepared.plan(), server, budget.budget(server.run()), prepared.streams(), listener));
        }
    }

    private void resume(Path directory) throws IOException, InterruptedException {
        for (OptionSpec given : output.command().commandLine().getParseResult().matchedOptions()) {
            if (!NOT_OF_THE_RUN.contains(given.longestName())) {
                throw new UsageException(
                        "a run is resumed with the options that it began with; --resume and %s exclude each other"
                                .formatted(given.longestName()));
            }
        }
        String[] args = SavedCommand.read(directory, NAME);
        FederatedSimulateCommand begun = new FederatedSimulateCommand();
        new CommandLine(begun).parseArgs(args);
        begun.threads = threads;
        Prepared prepared = begun.prepare(output);
        Costs costs = Costs.best(begun.options.delta());
        try (ServerDirectory server =
                ServerDirectory.open(server(directory), prepared.settings(), begun.options.limits(), costs)) {
            begun.output = output;
            begun.finish(
                    prepared,
                    directory,
                    server,
                    List.of(args),
                    listener -> FederationServer.resume(
                            prepared.plan(), server, begun.budget.budget(server.run()), prepared.streams(), listener));
        }
    }

    /** All that is settled before the server runs. */
    private record Prepared(
            FederatedData.Loaded loaded, FederationPlan plan, Optional<Identities> identities, Streams streams) {
        /** What must be the same when the run is resumed, the data among it. */
        Map<String, String> settings() {
            Map<String, String> settings = new LinkedHashMap<>(plan.settings());
            settings.put("randomness", streams.describe());
            loaded.clients().forEach((name, records) -> settings.put("data of " + name, records.fingerprint()));
            settings.put("test data", loaded.test().fingerprint());
            return settings;
        }
    }

    private Prepared prepare(Console console) throws IOException {
        FederatedData.Loaded loaded = data.load(console::diagnose);
        Optional<Identities> identities = options.isSecure()
                ? Optional.of(new Identities(List.copyOf(loaded.clients().keySet())))
                : Optional.empty();
        FederatedRecipe recipe = data.isDigits() ? FederatedRecipe.digits() : FederatedRecipe.tables();
        Map<String, Integer> records = new LinkedHashMap<>();
        loaded.clients().forEach((name, all) -> records.put(name, all.size()));
        FederationPlan plan = options.plan(recipe, loaded.test(), records, identities.map(Identities::participants));
        Streams streams = insecureSeed == null ? Streams.secure() : Streams.insecureForTests(insecureSeed);
        return new Prepared(loaded, plan, identities, streams);
    }

    /** Makes the server, which tells a listener how it goes. */
    private interface Start {
        FederationServer server(RoundListener listener) throws IOException;
    }

    private void finish(Prepared prepared, Path directory, ServerDirectory server, List<String> args, Start start)
            throws IOException, InterruptedException {
        FederationPlan plan = prepared.plan();
        try (FederatedProgress progress = new FederatedProgress(
                output, new RoundLog(directory), prepared.loaded().test(), plan.model(), plan.rounds())) {
            FederationServer federation = start.server(progress);
            Simulation simulation = new Simulation(
                    prepared.loaded().clients(),
                    directory.resolve("clients"),
                    prepared.streams(),
                    prepared.identities(),
                    // Each client also has the run's limit for its records as its own.
                    new Limits(server.ledger().limits().records(), OptionalDouble.empty()),
                    server.ledger().costs(),
                    name -> new ClientListener() {});
            FederationServer.Ended ended = simulation.run(
                    federation, threads == null ? Runtime.getRuntime().availableProcessors() : threads);
            FederatedOutcome.write(
                            plan,
                            prepared.streams(),
                            server.ledger(),
                            federation,
                            ended,
                            progress,
                            SavedCommand.commandLine(NAME, args),
                            directory)
                    .print(output);
        }
    }

    private static Path server(Path directory) {
        return directory.resolve("server");
    }

    private static String timestamp() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    }
}
