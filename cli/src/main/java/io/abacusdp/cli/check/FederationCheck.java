package io.abacusdp.cli.check;

import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.MarkedLog;
import io.abacusdp.storage.SpendMarks;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The directory of a federated run, or of its server: ledger, checkpoints, and the page. */
final class FederationCheck {
    private static final String IDENTITY = "federation.json";
    private static final String LEDGER = "ledger.log";
    private static final String RELEASE = "release";
    private static final int MAX_CHECKPOINTS = 100;
    private static final long MAX_MARK = 1 << 12;

    private final Findings findings;
    private final Path directory;
    private final Path server;
    private final String version;

    private FederationCheck(Findings findings, Path directory, Path server, String version) {
        this.findings = findings;
        this.directory = directory;
        this.server = server;
        this.version = version;
    }

    /** The check of a directory that holds a federated run, or the server's part of one; none of any other. */
    static Optional<FederationCheck> of(Findings findings, Path directory, String version) {
        return Stream.of(directory, directory.resolve("server"))
                .filter(path -> !Files.isSymbolicLink(path) || path.equals(directory))
                .filter(path -> BoundedFile.exists(path.resolve(IDENTITY)))
                .map(path -> new FederationCheck(findings, directory, path, version))
                .findFirst();
    }

    void check() throws UnreadableException {
        BoundedFile.require(server.resolve(IDENTITY), BoundedFile.MAX_TEXT);
        JsonFields run = JsonFields.parse(BoundedFile.text(server.resolve(IDENTITY)));
        FederatedLedger ledger;
        try {
            ledger = FederatedLedger.read(server.resolve(LEDGER), run.text("run"));
            ledger.history(ledger.size());
        } catch (UnreadableException e) {
            findings.wrong(LEDGER, String.valueOf(e.getMessage()));
            return;
        }
        findings.holds(LEDGER, "%d entries in a chain of this run".formatted(ledger.size()));
        checkMarks(run.text("run"));
        List<Path> checkpoints = checkpoints();
        for (Path file : checkpoints) {
            checkpoint(file, run, ledger);
        }
        checkRelease(run, ledger, checkpoints);
        findings.unknown(LEDGER, "whether clients were asked no more often than it says; each has a ledger of its own");
        findings.unknown(LEDGER, "whether the directory was copied, or all of it put back to an earlier time");
    }

    /** The marks know of entries that were cut off, also of those that no checkpoint knows of. */
    private void checkMarks(String run) throws UnreadableException {
        for (String mark : SpendMarks.FILES) {
            try {
                BoundedFile.require(server.resolve(mark), MAX_MARK);
            } catch (UnreadableException e) {
                findings.wrong(mark, String.valueOf(e.getMessage()));
                return;
            }
        }
        try {
            MarkedLog.read(server.resolve(LEDGER), run);
            findings.holds(LEDGER, "its marks know of no more entries");
        } catch (DamagedFileException e) {
            findings.wrong(LEDGER, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UnreadableException("cannot be read", e);
        }
    }

    private List<Path> checkpoints() throws UnreadableException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(server, "checkpoint-*.json")) {
            for (Path file : found) {
                files.add(file);
                if (files.size() > MAX_CHECKPOINTS) {
                    throw new UnreadableException("has more than %d checkpoints".formatted(MAX_CHECKPOINTS));
                }
            }
        } catch (IOException e) {
            throw new UnreadableException("cannot be listed", e);
        }
        if (files.isEmpty()) {
            findings.wrong(IDENTITY, "the run has no checkpoint");
        }
        files.sort(null);
        return files;
    }

    private void checkpoint(Path file, JsonFields run, FederatedLedger ledger) {
        String name = BoundedFile.name(file);
        try {
            BoundedFile.require(file, BoundedFile.MAX_TEXT);
            JsonFields checkpoint = JsonFields.parse(BoundedFile.text(file));
            findings.require(
                    checkpoint.text("run").equals(run.text("run")), name, "it is of this run", "it is of another run");
            double delta = checkpoint.object("privacy").delta("target_delta");
            findings.require(
                    delta == delta(run),
                    name,
                    "its delta is that of the settings",
                    "its delta is %s, and %s in the settings".formatted(delta, delta(run)));
            FederatedCheckpointCheck.check(findings, file, checkpoint, Optional.of(ledger));
        } catch (UnreadableException e) {
            findings.wrong(name, String.valueOf(e.getMessage()));
        }
    }

    private static double delta(JsonFields run) throws UnreadableException {
        try {
            double delta = Double.parseDouble(run.object("settings").text("delta"));
            if (delta >= 0 && delta < 1) {
                return delta;
            }
        } catch (NumberFormatException e) {
            throw new UnreadableException("has a delta that is no number", e);
        }
        throw new UnreadableException("has a delta that is not in [0, 1)");
    }

    /** What was published must say what the whole ledger costs, and be of the newest checkpoint. */
    private void checkRelease(JsonFields run, FederatedLedger ledger, List<Path> checkpoints)
            throws UnreadableException {
        Path release = directory.resolve(RELEASE);
        if (!FederatedReleaseCheck.isRelease(release)) {
            if (BoundedFile.exists(release)) {
                findings.wrong(RELEASE, "is not the release of a federated run");
            }
            return;
        }
        if (checkpoints.isEmpty()) {
            FederatedReleaseCheck.check(findings, release, version, Optional.empty(), delta(run));
            return;
        }
        Path newest = checkpoints.get(checkpoints.size() - 1);
        JsonFields checkpoint = JsonFields.parse(BoundedFile.text(newest));
        FederatedRun itself = new FederatedRun(
                ledger,
                run.object("settings"),
                checkpoint,
                newest.resolveSibling(FederatedCheckpointCheck.modelName(checkpoint)));
        FederatedReleaseCheck.check(findings, release, version, Optional.of(itself), delta(run));
    }
}
