package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.training.checkpoint.RunDirectory;
import io.abacusdp.training.report.TrainingReport;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a run published: report, pages, model and record say the same, and the sums are those of the files. */
final class ReleaseCheck {
    private static final String REPORT = "report.json";
    private static final String MODEL = "model.safetensors";
    private static final String RECORD = "record.json";
    private static final String SUMS = "SHA256SUMS";
    private static final String README = "README.txt";
    private static final List<String> PAGES = List.of("report.txt", "report.html");
    private static final Set<String> ALL = Set.of(REPORT, MODEL, RECORD, SUMS, README, "report.txt", "report.html");
    private static final Set<String> FIELDS_OF_RECORD = Set.of("run", "charges", "journal", "event");
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{64})  ([\\w.-]+)");
    private static final int MAX_FILES = 1000;

    private final Findings findings;
    private final Path folder;
    private final Set<String> files;
    private final String version;

    private ReleaseCheck(Findings findings, Path folder, Set<String> files, String version) {
        this.findings = findings;
        this.folder = folder;
        this.files = files;
        this.version = version;
    }

    /** Whether the folder has something of a release. */
    static boolean isRelease(Path folder) {
        return BoundedFile.exists(folder.resolve(REPORT)) || BoundedFile.exists(folder.resolve(RECORD));
    }

    /**
     * Checks the folder, and returns its charges if they can be read.
     *
     * @param version of this program
     */
    static Optional<DpEvent> check(Findings findings, Path folder, String version) throws UnreadableException {
        return new ReleaseCheck(findings, folder, plainFiles(findings, folder), version).check();
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
        files.stream()
                .filter(name -> !ALL.contains(name))
                .forEach(name -> findings.wrong(name, "is no part of a release"));
        readme();
        Optional<JsonFields> json = json();
        Optional<StatedRun> report = json.flatMap(this::report);
        Optional<TrainingReport> remade = json.flatMap(fields -> RemadeReport.check(findings, REPORT, fields, version));
        Optional<StatedRun> model = model();
        report.ifPresent(run -> {
            model.ifPresent(other -> run.compare(other, findings));
            PAGES.stream().filter(files::contains).forEach(page -> page(page, run, remade));
        });
        if (model.isPresent() && remade.isPresent()) {
            metadata(json.orElseThrow());
        }
        Optional<DpEvent> charged = record(report.map(run -> run.words().run()).orElse(""));
        charged.ifPresent(event -> report.ifPresent(run -> findings.require(
                run.event().equals(event),
                RECORD + ", " + REPORT,
                "the same charges",
                "the charges of one are not those of the other")));
        return charged.isPresent() ? charged : report.map(StatedRun::event);
    }

    private void readme() {
        if (files.contains(README)) {
            boolean isSame = false;
            try {
                isSame = BoundedFile.text(folder.resolve(README)).equals(RunDirectory.RELEASE_README);
            } catch (UnreadableException e) {
                findings.wrong(README, String.valueOf(e.getMessage()));
            }
            findings.require(isSame, README, "it is that of every release", "it is not that of a release");
        }
    }

    private Optional<JsonFields> json() {
        if (!files.contains(REPORT)) {
            findings.wrong(REPORT, "is not there");
            return Optional.empty();
        }
        try {
            return Optional.of(JsonFields.parse(BoundedFile.text(folder.resolve(REPORT))));
        } catch (UnreadableException e) {
            findings.wrong(REPORT, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Optional<StatedRun> report(JsonFields json) {
        try {
            return Optional.of(ReportCheck.check(findings, REPORT, json));
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

    /** The model says of its run what the report says, and nothing else. */
    private void metadata(JsonFields report) {
        try {
            Map<String, String> stated =
                    new TreeMap<>(Safetensors.outline(folder.resolve(MODEL), (int) BoundedFile.MAX_TEXT)
                            .metadata());
            stated.keySet().removeAll(Set.of("model", "examples"));
            findings.require(
                    stated.equals(ModelFile.metadata(RemadeReport.run(report), report.text("version"))),
                    MODEL + ", " + REPORT,
                    "the model's metadata is what is written of such a run, and nothing else",
                    "the model's metadata has what is not written of the run that the report tells of, or lacks some");
        } catch (UnreadableException | IOException | IllegalArgumentException e) {
            findings.wrong(MODEL, "cannot be compared with %s: %s".formatted(REPORT, e.getMessage()));
        }
    }

    private void page(String name, StatedRun run, Optional<TrainingReport> remade) {
        try {
            String text = BoundedFile.text(folder.resolve(name));
            new PageCheck(findings, name).check(name.endsWith(".html") ? HtmlWords.of(text) : text, run);
            if (remade.isPresent()) {
                TrainingReport made = remade.get();
                findings.require(
                        text.equals(name.endsWith(".html") ? made.html() : made.text()),
                        name,
                        "it is the page of " + REPORT,
                        "it is not the page that %s makes".formatted(REPORT));
            } else {
                findings.unknown(
                        name, "whether it says more than the program wrote; statement, warnings and figures it has");
            }
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
                    record.node().properties().stream().allMatch(field -> FIELDS_OF_RECORD.contains(field.getKey())),
                    RECORD,
                    "it has the fields of a record, and no others",
                    "it has fields that no record has");
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
