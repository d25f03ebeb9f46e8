package io.abacusdp.cli;

import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.audit.AuditPlan;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.report.Block;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.TrainingReport;
import io.abacusdp.training.trainer.ModelFile;
import io.abacusdp.training.trainer.PrivateTrainer;
import io.abacusdp.training.trainer.TrainingConfig;
import io.abacusdp.training.trainer.TrainingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

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
            "  abacus train --resume run"
        })
final class TrainCommand implements Runnable {
    private static final double CONFIDENCE = 0.95;

    /** Options that may be given anew when a run is resumed. */
    private static final List<String> NOT_OF_THE_RUN = List.of("--resume", "--threads", "--format", "--digits");

    @Mixin
    private TrainingData data = new TrainingData();

    @Mixin
    private TrainingOptions options = new TrainingOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "New directory for charges, checkpoints, log, model and report. Default: abacus-run-TIME.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Go on with the run in this directory, with the options that it began with.")
    private @Nullable Path resume;

    @Option(
            names = "--audit",
            paramLabel = "N",
            converter = Numbers.Size.class,
            description = {
                "Add N canaries, and state the lower bound on epsilon that guessing which of them were trained on",
                "gives at 95 %% confidence. Such a run cannot be resumed."
            })
    private @Nullable Integer canaries;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = Numbers.Size.class,
            description = "Number of threads. Default: as many as there are processors.")
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
        }
    }

    private void begin() throws IOException {
        Path directory = out == null ? Path.of("abacus-run-" + timestamp()) : out;
        if (RunDirectory.holdsRun(directory)) {
            throw new UsageException(
                    "--out must be a new directory, and %s holds a run; --resume goes on with it".formatted(directory));
        }
        List<String> given = output.command().commandLine().getParseResult().originalArgs();
        // The first is the name of this command.
        List<String> args = given.subList(1, given.size());
        TrainingData.Loaded loaded = data.load();
        if (canaries == null) {
            PrivateTrainer trainer = trainer(loaded, loaded.train());
            SavedCommand.write(directory, args);
            finish(directory, args, train(trainer, directory), Optional.empty());
        } else {
            audited(directory, args, loaded, canaries);
        }
    }

    private TrainingResult train(PrivateTrainer trainer, Path directory) throws IOException {
        try (TrainingProgress progress = new TrainingProgress(output)) {
            return trainer.listener(progress).train(directory);
        }
    }

    private void audited(Path directory, List<String> args, TrainingData.Loaded loaded, int count) throws IOException {
        AuditPlan plan = AuditPlan.of(loaded.train(), count, NoiseSource.secure());
        TrainingResult result = train(trainer(loaded, plan.dataset()).absent(plan.absent()), directory);
        float[] parameters = result.model().parameters();
        try (GradientEngine engine = new GradientEngine(result.model().spec(), 1)) {
            AuditOutcome outcome = plan.judge(
                    canary -> engine.evaluate(parameters, canary).meanLoss(),
                    result.record().privacy().guarantee(),
                    CONFIDENCE);
            finish(directory, args, result, Optional.of(outcome));
        }
    }

    private void resume(Path directory) throws IOException {
        for (OptionSpec given : output.command().commandLine().getParseResult().matchedOptions()) {
            if (!NOT_OF_THE_RUN.contains(given.longestName())) {
                throw new UsageException(
                        "a run is resumed with the options that it began with; --resume and %s exclude each other"
                                .formatted(given.longestName()));
            }
        }
        String[] args = SavedCommand.read(directory, "train");
        TrainCommand begun = new TrainCommand();
        new CommandLine(begun).parseArgs(args);
        begun.threads = threads;
        TrainingData.Loaded loaded = begun.data.load();
        PrivateTrainer trainer = begun.trainer(loaded, loaded.train());
        try (TrainingProgress progress = new TrainingProgress(output)) {
            finish(directory, List.of(args), trainer.listener(progress).resume(directory), Optional.empty());
        }
    }

    private PrivateTrainer trainer(TrainingData.Loaded loaded, Dataset train) throws IOException {
        TrainingConfig config = options.config(data.recipe(), train);
        PrivateTrainer trainer = new PrivateTrainer(config, train);
        loaded.test().ifPresent(trainer::test);
        if (threads != null) {
            trainer.threads(threads);
        }
        if (insecureSeed != null) {
            trainer.insecureSeedForTests(insecureSeed);
        }
        return trainer;
    }

    private void finish(Path directory, List<String> args, TrainingResult result, Optional<AuditOutcome> audit)
            throws IOException {
        String version = new Version().getVersion()[0];
        Path model = directory.resolve("model.safetensors");
        ModelFile.write(model, result, version);
        TrainingReport report = new TrainingReport(
                result.record(), audit, new Provenance(SavedCommand.commandLine("train", args), version));
        new TrainingOutcome(result.record(), audit, model, report.writeTo(directory))
                .print(output, sentence(report.document().lead()));
    }

    private static String sentence(Block lead) {
        return lead instanceof Block.Warning warning ? warning.text() : ((Block.Paragraph) lead).text();
    }

    private static String timestamp() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    }
}
