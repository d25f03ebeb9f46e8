package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.checkpoint.CheckedRun;
import io.abacusdp.training.checkpoint.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The directory of a training run: all its files agree, and its release states every charge of its journal. */
final class RunCheck {
    private static final String IDENTITY = "run.json";
    private static final String JOURNAL = "charges.log";

    private final Findings findings;
    private final Path directory;

    private RunCheck(Findings findings, Path directory) {
        this.findings = findings;
        this.directory = directory;
    }

    /** Whether the directory has something of a run. */
    static boolean isRun(Path directory) {
        return BoundedFile.exists(directory.resolve(IDENTITY));
    }

    static void check(Findings findings, Path directory) throws UnreadableException {
        new RunCheck(findings, directory).check();
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
            released = ReleaseCheck.check(findings, release);
        }
        Optional<List<DpEvent>> charges = charges();
        if (charges.isPresent() && released.isPresent()) {
            compare(charges.get(), released.get());
        } else if (charges.isPresent()) {
            findings.noted(
                    JOURNAL,
                    "the run is not done: %d charges are spent, and nothing is released"
                            .formatted(charges.get().size()));
        }
        findings.unknown(JOURNAL, "whether the directory was copied, or all of it put back to an earlier time");
    }

    private Optional<List<DpEvent>> charges() throws UnreadableException {
        try {
            List<DpEvent> charges = CheckedRun.read(directory).charges();
            findings.holds(
                    JOURNAL, "%d charges in a chain, and all other files agree with it".formatted(charges.size()));
            return Optional.of(charges);
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
}
