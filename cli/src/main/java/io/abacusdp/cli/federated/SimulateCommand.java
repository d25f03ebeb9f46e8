package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.Console;
import io.abacusdp.cli.option.InsecureSeedOption;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.option.SavedCommand;
import io.abacusdp.cli.output.OutsideFailureException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.report.RoundLog;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.RoundListener;
import io.abacusdp.federated.server.ServerDirectory;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.federated.simulate.Simulation;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.report.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A federation in one process. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Trains a model across clients that keep their records, all in this process: the server and the "
                    + "clients are those of a real federation, each with its own directory and its own ledger.",
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
final class SimulateCommand implements Runnable {
    private static final String NAME = "federated simulate";

    @Mixin
    private SimulatedData data = new SimulatedData();

    @Mixin
    private FederatedOptions options = new FederatedOptions(Duration.ofHours(1), Duration.ofHours(1));

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
            converter = NumberConverters.Size.class,
            description = "Number of threads that serve clients. Default: as many as there are processors.")
    private @Nullable Integer threads;

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Mixin
    private InsecureSeedOption insecure = new InsecureSeedOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public void run() {
        try {
            if (resume == null) {
                begin();
            } else {
                resume(resume);
            }
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutsideFailureException("interrupted; --resume goes on with the run", e);
        }
    }

    private void begin() throws IOException, InterruptedException {
        Path directory =
                SavedCommand.newDirectory(out, "abacus-federated-", path -> ServerDirectory.holdsRun(server(path)));
        List<String> given = SavedCommand.given(output.command());
        Prepared prepared = prepare(output);
        FederatedOutcome.warnings(prepared.plan(), options.delta()).forEach(text -> output.warn(Optional.of(text)));
        SavedCommand.write(directory, given);
        PrivacyCosts costs = PrivacyCosts.best(options.delta());
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
        SimulateCommand begun = new SimulateCommand();
        List<String> args = SavedCommand.resume(output.command(), directory, begun);
        begun.threads = threads;
        Prepared prepared = begun.prepare(output);
        PrivacyCosts costs = PrivacyCosts.best(begun.options.delta());
        try (ServerDirectory server =
                ServerDirectory.open(server(directory), prepared.settings(), begun.options.limits(), costs)) {
            begun.output = output;
            begun.finish(
                    prepared,
                    directory,
                    server,
                    args,
                    listener -> FederationServer.resume(
                            prepared.plan(), server, begun.budget.budget(server.run()), prepared.streams(), listener));
        }
    }

    /** All that is settled before the server runs. */
    private record Prepared(
            SimulatedData.Loaded loaded, FederationPlan plan, Optional<Identities> identities, RandomStreams streams) {
        /** What must be the same when the run is resumed, apart from the clients' data: they know theirs, and the server does not. */
        Map<String, String> settings() {
            Map<String, String> settings = new LinkedHashMap<>(plan.settings());
            settings.put("randomness", streams.describe());
            settings.put("test data", loaded.test().fingerprint());
            return settings;
        }
    }

    private Prepared prepare(Console console) throws IOException {
        SimulatedData.Loaded loaded = data.load(console::diagnose);
        Optional<Identities> identities = options.isSecure()
                ? Optional.of(options.identities(List.copyOf(loaded.clients().keySet())))
                : Optional.empty();
        FederatedRecipe recipe = data.isDigits() ? FederatedRecipe.digits() : FederatedRecipe.tables();
        Map<String, Integer> records = new LinkedHashMap<>();
        loaded.clients().forEach((name, all) -> records.put(name, all.size()));
        FederationPlan plan = options.plan(recipe, loaded.test(), records, identities.map(Identities::participants));
        options.note(plan).ifPresent(console::diagnose);
        Long seed = insecure.seed();
        RandomStreams streams = seed == null ? RandomStreams.secure() : RandomStreams.insecureForTests(seed);
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
                output,
                prepared.streams(),
                new RoundLog(directory),
                prepared.loaded().test(),
                plan.model(),
                plan.rounds())) {
            FederationServer federation = start.server(progress);
            Simulation simulation = new Simulation(
                    prepared.loaded().clients(),
                    directory.resolve("clients"),
                    prepared.streams(),
                    prepared.identities(),
                    // Each client also has the run's limit for its records as its own.
                    new EpsilonLimits(server.ledger().limits().records(), OptionalDouble.empty()),
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
                            data.notes(),
                            new Provenance(
                                    SavedCommand.publicLine(output.command(), NAME, args),
                                    output.command().root().version()[0]),
                            directory)
                    .print(output);
        } catch (DamagedFileException e) {
            throw e;
        } catch (IOException | UncheckedIOException e) {
            throw InterruptedRun.because(e, "abacus federated simulate --resume " + directory);
        }
    }

    private static Path server(Path directory) {
        return directory.resolve("server");
    }
}
