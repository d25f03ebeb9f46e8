package io.abacusdp.cli.train;

import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.cli.option.InsecureSeedOption;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.option.PrivateValuesOption;
import io.abacusdp.cli.option.SavedCommand;
import io.abacusdp.cli.option.ThreadsOption;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.RefusedRequestException;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.OwnerOnly;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.audit.CanaryRun;
import io.abacusdp.training.checkpoint.CheckedRun;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingPublication;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Private training. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Trains a model with differential privacy (DP-SGD), and writes it with a report.",
            "Without arguments: the digits that come along, to epsilon 3 at delta 1e-5."
        },
        footer = {
            "",
            "Every step is charged, on disk, before anything of it is seen: a run that was",
            "killed is resumed with what it had spent, or more.",
            "",
            "Examples:",
            "  abacus train",
            "  abacus train --data mnist:DIR --epsilon 2.93 --out run",
            "  abacus train --init run/release --freeze 4 --data csv:FILE --schema FILE --label NAME",
            "  abacus train --data mnist:DIR --epsilon 2.93 --dry-run",
            "  abacus train --tune space.json --tuned-runs 10",
            "  abacus train --resume run"
        })
public final class TrainCommand implements Callable<Integer> {
    private static final double CONFIDENCE = 0.95;
    private static final String CANARIES = "canaries.json";

    @Mixin
    private TrainingData data = new TrainingData();

    @Mixin
    private TrainingOptions options = new TrainingOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = {
                "New directory for the run. What may be published is in its folder 'release'; all else in it is",
                "private. Default: abacus-run-TIME."
            })
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Go on with the run in this directory, with the options that it began with.")
    private @Nullable Path resume;

    @Option(
            names = "--audit",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "Draw N canaries among the records, and state what guessing which of them were there says of",
                "epsilon at 95 %% confidence; exit status 4 if the guarantee is refuted. abacus audit tells more."
            })
    private @Nullable Integer canaries;

    @Option(
            names = "--dry-run",
            description = {
                "Print what the run would do and cost, and about how long it would take, and end. The data is read, as its",
                "size counts; nothing is trained, charged or written."
            })
    private boolean dryRun;

    @Mixin
    private ThreadsOption threads = new ThreadsOption();

    @Mixin
    private PrivateValuesOption privateValues = new PrivateValuesOption();

    @Mixin
    private InsecureSeedOption insecure = new InsecureSeedOption();

    @Mixin
    private AnswerOutput output = new AnswerOutput();

    @Override
    public Integer call() {
        try {
            return resume == null ? begin() : resume(resume);
        } catch (DamagedFileException e) {
            throw new RefusedRequestException(CommandFailures.message(e), e);
        } catch (UncheckedIOException e) {
            throw new UsageException(CommandFailures.message(e), e);
        } catch (IOException e) {
            throw new UsageException(privateValues.message(e), e);
        }
    }

    private int begin() throws IOException {
        Path directory = SavedCommand.newDirectory(
                out, "abacus-run-", path -> RunDirectory.holdsRun(path) || TunedRun.isIn(path));
        List<String> args = SavedCommand.given(output.command());
        TrainingData.Loaded loaded = load(threads.count());
        // Now, as a delta cannot be changed once steps are charged.
        output.warn(options.warning(loaded.contributors(loaded.train())));
        Dataset rows = rows(loaded);
        if (dryRun) {
            return DryRun.print(
                    output, config(loaded, rows), trainer(loaded, rows).plan(), rows, threads.count());
        }
        if (options.tuning().space().isPresent()) {
            TuneTask tuning = tuning(directory, args, loaded);
            // First, so that nobody else sees even the names of what comes into it.
            OwnerOnly.makeDirectory(directory);
            SavedCommand.write(directory, args);
            return tuned(directory, args, tuning::begin);
        }
        PrivateTrainer trainer = trainer(loaded, rows).keep(SavedCommand.FILE, SavedCommand.toJson(args));
        Optional<CanaryRun> audit = Optional.empty();
        if (canaries != null) {
            audit = Optional.of(CanaryRun.begin(
                    loaded.train().size(),
                    lots(loaded, rows),
                    canaries,
                    NoiseSource.secure(),
                    directory.resolve(CANARIES)));
        }
        return train(directory, trainer, audit, args, PrivateTrainer::train);
    }

    private TrainingData.Loaded load(int count) throws IOException {
        return data.load(features(), count);
    }

    private Features features() throws IOException {
        return data.features(options.isModelGiven(), options.initialFeatures());
    }

    /** The records, and behind them the canaries of an audit. */
    private Dataset rows(TrainingData.Loaded loaded) {
        if (canaries != null && loaded.users().isPresent()) {
            throw new UsageException("--audit draws canaries among records, and --clip-per user draws users");
        }
        return canaries == null ? loaded.train() : CanaryRun.withRows(loaded.train(), canaries);
    }

    private Lots lots(TrainingData.Loaded loaded, Dataset rows) throws IOException {
        return config(loaded, rows).lots(rows.size());
    }

    /** Trains from the beginning, or from where a run stands. */
    @FunctionalInterface
    private interface Training {
        TrainingResult run(PrivateTrainer trainer, Path directory) throws IOException;
    }

    private int train(
            Path directory, PrivateTrainer trainer, Optional<CanaryRun> audit, List<String> args, Training training)
            throws IOException {
        audit.ifPresent(trainer::canaries);
        TrainingRelease release =
                new TrainingRelease(provenance(args), result -> audit.map(canaryRun -> judge(canaryRun, result)));
        try (TrainingProgress progress = new TrainingProgress(output, trainer.isSecure())) {
            TrainingResult result = training.run(trainer.listener(progress).publish(release), directory);
            release.print(output, directory, result);
        }
        return release.isRefuted() ? CommandFailures.UNSOUND : 0;
    }

    /** A tuning that begins or goes on. */
    @FunctionalInterface
    private interface Tuning {
        Optional<TrainingResult> run(TrainingPublication publication) throws IOException;
    }

    private int tuned(Path directory, List<String> args, Tuning tuning) throws IOException {
        TrainingRelease release = new TrainingRelease(provenance(args), result -> Optional.empty());
        Optional<TrainingResult> result = tuning.run(release);
        if (result.isEmpty()) {
            return FinishedRun.print(output, directory);
        }
        release.print(output, directory, result.get());
        return 0;
    }

    private TuneTask tuning(Path directory, List<String> args, TrainingData.Loaded loaded) throws IOException {
        if (canaries != null || insecure.seed() != null) {
            throw new UsageException("--tune excludes --audit and seeds for tests: its runs must be independent");
        }
        if (loaded.test().isEmpty()) {
            throw new UsageException("--tune chooses by a public test set: --test FILE is needed, got none");
        }
        List<PrivateTrainer> candidates = new ArrayList<>();
        for (List<String> more : TuningSpace.read(options.tuning().space().orElseThrow())) {
            TrainCommand candidate = new TrainCommand();
            List<String> all = new ArrayList<>(args);
            all.addAll(more);
            try {
                SavedCommand.parse(SavedCommand.toJson(all), candidate);
            } catch (ParameterException e) {
                throw new UsageException("--tune: " + CommandFailures.message(e), e);
            }
            candidate.threads = threads;
            candidates.add(candidate.trainer(loaded, loaded.train()));
        }
        return new TuneTask(
                directory, options.tuning().law(), candidates, loaded.train().fingerprint());
    }

    private static AuditOutcome judge(CanaryRun audit, TrainingResult result) {
        return audit.judge(
                result.record().privacy().event(), result.record().privacy().guarantee(), CONFIDENCE);
    }

    private int resume(Path directory) throws IOException {
        SavedCommand.refuseBesideResume(output.command());
        if (TunedRun.isIn(directory)) {
            return resumeTuning(directory);
        }
        if (!RunDirectory.holdsRun(directory)) {
            throw new UsageException(directory + " holds no run of abacus train to resume");
        }
        CheckedRun run = checked(directory);
        if (run.isDone()) {
            return FinishedRun.print(output, directory);
        }
        TrainCommand begun = new TrainCommand();
        String saved = run.kept(SavedCommand.FILE)
                .orElseThrow(() -> new UsageException("%s holds no run of abacus train to resume: it kept no %s"
                        .formatted(directory, SavedCommand.FILE)));
        List<String> args = SavedCommand.parse(saved, begun);
        begun.threads = threads;
        TrainingData.Loaded loaded = begun.load(threads.count());
        Dataset rows = begun.rows(loaded);
        Optional<CanaryRun> audit = Optional.empty();
        if (begun.canaries != null) {
            audit = Optional.of(CanaryRun.resume(
                    loaded.train().size(), begun.lots(loaded, rows), begun.canaries, directory.resolve(CANARIES)));
        }
        return train(directory, begun.trainer(loaded, rows), audit, args, TrainCommand::resume);
    }

    private int resumeTuning(Path directory) throws IOException {
        if (Files.exists(RunDirectory.releaseFolder(directory))) {
            return FinishedRun.print(output, directory);
        }
        TrainCommand begun = new TrainCommand();
        List<String> args = SavedCommand.resume(output.command(), directory, begun);
        begun.threads = threads;
        TuneTask tuning = begun.tuning(directory, args, begun.load(threads.count()));
        return tuned(directory, args, tuning::resume);
    }

    private static CheckedRun checked(Path directory) throws IOException {
        try {
            return RunDirectory.check(directory);
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(CommandFailures.message(e), e);
        }
    }

    /** That the run is another than the one that began is no fault of the command line: its options are the run's own. */
    private static TrainingResult resume(PrivateTrainer trainer, Path directory) throws IOException {
        try {
            return trainer.resume(directory);
        } catch (IllegalArgumentException e) {
            throw new RefusedRequestException(CommandFailures.message(e), e);
        }
    }

    private Provenance provenance(List<String> args) {
        CommandSpec command = output.command();
        return new Provenance(
                SavedCommand.publicLine(command, "train", args), command.root().version()[0]);
    }

    private TrainingConfig config(TrainingData.Loaded loaded, Dataset train) throws IOException {
        return options.config(data.recipe(features()), train, loaded.contributors(train), data.unit());
    }

    private PrivateTrainer trainer(TrainingData.Loaded loaded, Dataset train) throws IOException {
        PrivateTrainer trainer = new PrivateTrainer(config(loaded, train), train).threads(threads.count());
        loaded.users().ifPresent(trainer::users);
        loaded.test().ifPresent(trainer::test);
        options.initialModel(train).ifPresent(trainer::startFrom);
        Long seed = insecure.seed();
        if (seed != null) {
            trainer.insecureSeedForTests(seed);
        }
        return trainer;
    }
}
