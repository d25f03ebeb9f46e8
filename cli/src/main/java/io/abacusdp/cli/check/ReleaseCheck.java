package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a run published: report, pages, model and record say the same, and the sums are those of the files. */
final class ReleaseCheck {
    private static final String REPORT = "report.json";
    private static final String MODEL = "model.safetensors";
    private static final String RECORD = "record.json";
    private static final String SUMS = "SHA256SUMS";
    private static final List<String> PAGES = List.of("report.txt", "report.html");
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  ([\\w.-]+)");
    private static final int MAX_FILES = 1000;

    private final Findings findings;
    private final Path folder;
    private final Set<String> files;

    private ReleaseCheck(Findings findings, Path folder, Set<String> files) {
        this.findings = findings;
        this.folder = folder;
        this.files = files;
    }

    /** Whether the folder has something of a release. */
    static boolean isRelease(Path folder) {
        return BoundedFile.exists(folder.resolve(REPORT)) || BoundedFile.exists(folder.resolve(RECORD));
    }

    /** Checks the folder, and returns its charges if they can be read. */
    static Optional<DpEvent> check(Findings findings, Path folder) throws UnreadableException {
        return new ReleaseCheck(findings, folder, plainFiles(findings, folder)).check();
    }

    /** Names of all files but the given; links, folders and large files are wrong, and are left out. */
    static Set<String> plainFiles(Findings findings, Path folder, Path... but) throws UnreadableException {
        Set<String> files = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path file : found) {
                if (List.of(but).contains(file)) {
                    continue;
                }
                try {
                    BoundedFile.require(file, BoundedFile.MAX_SIZE);
                    files.add(BoundedFile.name(file));
                } catch (UnreadableException e) {
                    findings.wrong(BoundedFile.name(file), String.valueOf(e.getMessage()));
                }
                if (files.size() > MAX_FILES) {
                    throw new UnreadableException("has more than %d files".formatted(MAX_FILES));
                }
            }
        } catch (IOException e) {
            throw new UnreadableException("cannot be listed", e);
        }
        return files;
    }

    private Optional<DpEvent> check() {
        checkSums(findings, folder, files);
        Optional<StatedRun> report = report();
        Optional<StatedRun> model = model();
        report.ifPresent(run -> {
            model.ifPresent(other -> run.compare(other, findings));
            PAGES.stream().filter(files::contains).forEach(page -> page(page, run));
        });
        Optional<DpEvent> charged = record(report.map(run -> run.words().run()).orElse(""));
        charged.ifPresent(event -> report.ifPresent(run -> findings.require(
                run.event().equals(event),
                RECORD + ", " + REPORT,
                "the same charges",
                "the charges of one are not those of the other")));
        return charged.isPresent() ? charged : report.map(StatedRun::event);
    }

    private Optional<StatedRun> report() {
        if (!files.contains(REPORT)) {
            findings.wrong(REPORT, "is not there");
            return Optional.empty();
        }
        try {
            return Optional.of(
                    ReportCheck.check(findings, REPORT, JsonFields.parse(BoundedFile.text(folder.resolve(REPORT)))));
        } catch (UnreadableException e) {
            findings.wrong(REPORT, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<StatedRun> model() {
        if (!files.contains(MODEL)) {
            findings.noted(MODEL, "is not there");
            return Optional.empty();
        }
        try {
            return ModelCheck.check(findings, folder.resolve(MODEL));
        } catch (UnreadableException e) {
            findings.wrong(MODEL, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void page(String name, StatedRun run) {
        try {
            String text = BoundedFile.text(folder.resolve(name));
            new PageCheck(findings, name).check(name.endsWith(".html") ? HtmlWords.of(text) : text, run);
            findings.unknown(
                    name, "whether it says more than the program wrote; statement, warnings and figures it has");
        } catch (UnreadableException e) {
            findings.wrong(name, String.valueOf(e.getMessage()));
        }
    }

    /** @param run that the report is of; empty if it does not say */
    private Optional<DpEvent> record(String run) {
        if (!files.contains(RECORD)) {
            return Optional.empty();
        }
        try {
            JsonFields record = JsonFields.parse(BoundedFile.text(folder.resolve(RECORD)));
            DpEvent event = record.event("event");
            long charges = record.count("charges");
            findings.require(
                    new ChargedSteps(event).count() == charges,
                    RECORD,
                    "%d charges, as many as its events".formatted(charges),
                    "%d charges are stated, and its events are others".formatted(charges));
            findings.require(
                    run.isEmpty() || record.text("run").equals(run),
                    RECORD + ", " + REPORT,
                    "the same run",
                    "they are of different runs");
            return Optional.of(event);
        } catch (UnreadableException e) {
            findings.wrong(RECORD, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Every file is in the list, and as the list says. */
    static void checkSums(Findings findings, Path folder, Set<String> files) {
        if (!files.contains(SUMS)) {
            findings.unknown(
                    BoundedFile.name(folder), "whether its files are those that were released: it has no " + SUMS);
            return;
        }
        Set<String> unlisted = new TreeSet<>(files);
        unlisted.remove(SUMS);
        Findings ofSums = new Findings();
        try {
            for (String line : BoundedFile.text(folder.resolve(SUMS)).lines().toList()) {
                checkSum(folder, line, unlisted, ofSums);
            }
        } catch (UnreadableException e) {
            ofSums.wrong(SUMS, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            ofSums.wrong(SUMS, "a file that it lists cannot be read");
        }
        unlisted.forEach(name -> ofSums.wrong(name, "was not released: it is not in " + SUMS));
        if (ofSums.wrong() == 0) {
            findings.holds(SUMS, "%d files are as it says".formatted(files.size() - 1));
        }
        findings.addWrong(ofSums);
    }

    private static void checkSum(Path folder, String line, Set<String> unlisted, Findings ofSums) throws IOException {
        Matcher sum = SUM.matcher(line);
        if (!sum.matches()) {
            ofSums.wrong(SUMS, "has a line that is no sum");
        } else if (!unlisted.remove(sum.group(2))) {
            ofSums.wrong(sum.group(2), "is in %s, and not here".formatted(SUMS));
        } else if (!Sha256.ofFile(folder.resolve(sum.group(2))).equals(sum.group(1))) {
            ofSums.wrong(sum.group(2), "is not as it was released: its hash is not that in " + SUMS);
        }
    }
}
