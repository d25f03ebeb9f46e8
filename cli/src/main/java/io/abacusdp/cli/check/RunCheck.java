package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.checkpoint.CheckedRun;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.checkpoint.RunIdentity;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The directory of a training run: all its files agree, and its release states every charge of its journal. */
final class RunCheck {
    private static final String IDENTITY = "run.json";
    private static final String JOURNAL = "charges.log";
    private static final String MODEL = "model.safetensors";

    /** Those that a report has in the same words as the run; the model may have frozen layers besides. */
    private static final List<String> SETTINGS = List.of(
            "goal",
            "sampling",
            "unit of privacy",
            "lot size",
            "public size",
            "epochs",
            "clipping",
            "noise",
            "noise schedule",
            "optimiser",
            "learning rate",
            "loss",
            "augmented views",
            "centring",
            "average of weights",
            "tuning");

    private static final String INITIAL = "initial model";

    private final Findings findings;
    private final Path directory;
    private final String version;

    private RunCheck(Findings findings, Path directory, String version) {
        this.findings = findings;
        this.directory = directory;
        this.version = version;
    }

    /** Whether the directory has something of a run. */
    static boolean isRun(Path directory) {
        return BoundedFile.exists(directory.resolve(IDENTITY));
    }

    /** @param version of this program */
    static void check(Findings findings, Path directory, String version) throws UnreadableException {
        new RunCheck(findings, directory, version).check();
    }

    private void check() throws UnreadableException {
        Path release = RunDirectory.releaseFolder(directory);
        Findings ofFiles = new Findings();
        ReleaseCheck.plainFiles(ofFiles, directory, release);
        findings.addWrong(ofFiles);
        if (ofFiles.wrong() > 0) {
            return;
        }
        Optional<DpEvent> released = Optional.empty();
        if (Files.isSymbolicLink(release)) {
            findings.wrong("release", "is a link, and what it leads to was not read");
            return;
        }
        if (Files.isDirectory(release)) {
            released = ReleaseCheck.check(findings, release, version);
        }
        Optional<CheckedRun> run = run();
        if (run.isPresent() && released.isPresent()) {
            compare(run.get().charges(), released.get());
            compareSettings(run.get().identity(), release.resolve("report.json"));
            compareModel(run.get(), release.resolve(MODEL));
        } else if (run.isPresent()) {
            findings.noted(
                    JOURNAL,
                    "the run is not done: %d charges are spent, and nothing is released"
                            .formatted(run.get().charges().size()));
        }
        findings.unknown(JOURNAL, "whether the directory was copied, or all of it put back to an earlier time");
    }

    private Optional<CheckedRun> run() throws UnreadableException {
        try {
            CheckedRun run = CheckedRun.read(directory);
            findings.holds(
                    JOURNAL,
                    "%d charges in a chain, and all other files agree with it"
                            .formatted(run.charges().size()));
            return Optional.of(run);
        } catch (DamagedFileException | IllegalArgumentException e) {
            findings.wrong(JOURNAL, String.valueOf(e.getMessage()));
            return Optional.empty();
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    private void compare(List<DpEvent> charges, DpEvent released) throws UnreadableException {
        findings.require(
                new ChargedSteps(released).are(charges),
                JOURNAL + ", release",
                "what is released states all charges, and no others",
                "%d charges were made, and what is released states others".formatted(charges.size()));
    }

    /** The model is the one of the last checkpoint, whose charges are in the journal. */
    private void compareModel(CheckedRun run, Path model) {
        try {
            BoundedFile.require(model, BoundedFile.MAX_SIZE);
            findings.require(
                    ModelFile.isOf(model, run),
                    MODEL + ", checkpoint",
                    "the model is the one that the run ended with",
                    "the model is not the one that the run ended with");
        } catch (UnreadableException | IOException | IllegalArgumentException e) {
            findings.unknown(MODEL, "whether it is the one that the run ended with: one of both cannot be read");
        }
        if (run.identity().settings().containsKey(INITIAL)) {
            findings.unknown(MODEL, "whether layers that were frozen, if any, are those that the run began from");
        }
    }

    /** A report may say what suits it; the run's own settings are sealed. */
    private void compareSettings(RunIdentity begun, Path file) {
        try {
            JsonFields report = JsonFields.parse(BoundedFile.text(file));
            JsonFields settings = report.object("settings");
            List<String> others = new ArrayList<>();
            for (String name : SETTINGS) {
                String value = begun.settings().getOrDefault(name, "");
                if (!settings.has(name) && !begun.settings().containsKey(name)) {
                    continue;
                }
                if (!settings.has(name) || !settings.text(name).equals(value)) {
                    others.add(name);
                }
            }
            // A report says where the model came from, and the run what it was.
            if (settings.has(INITIAL) != begun.settings().containsKey(INITIAL)) {
                others.add(INITIAL);
            }
            JsonFields privacy = report.object("privacy");
            if (privacy.number("noise_multiplier") != begun.noiseMultiplier()) {
                others.add("noise multiplier");
            }
            if (privacy.flag("secure")
                    != begun.settings().getOrDefault("randomness", "").equals("secure")) {
                others.add("randomness");
            }
            if (!settings.has("run") || !settings.text("run").equals(begun.id())) {
                others.add("run");
            }
            findings.require(
                    others.isEmpty(),
                    IDENTITY + ", release",
                    "the settings that are released are those that the run began with",
                    "the run began otherwise than its report says: " + String.join(", ", others));
        } catch (UnreadableException e) {
            findings.wrong("release", "report.json " + e.getMessage());
        }
    }
}
