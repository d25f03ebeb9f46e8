package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.report.FederationDocument;
import io.abacusdp.federated.report.FederationRelease;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.report.ReportBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a federated run published: the report says what its events cost, the pages are made of it and of nothing else, and report and
 * model know each other by their hashes.
 */
final class FederatedReleaseCheck {
    private static final String REPORT = "report.json";
    private static final String MODEL = "model.safetensors";
    private static final String README = "README.txt";
    private static final List<String> PAGES = List.of("report.txt", "report.html");
    private static final List<String> ALL = List.of(REPORT, MODEL, README, "report.txt", "report.html", "SHA256SUMS");

    /** A row of the table of guarantees: epsilon, delta, adjacency. */
    private static final Pattern ROW =
            Pattern.compile(PageCheck.NUMBER + " {1,9}(\\S{1,30}) {1,9}(?:add_or_remove_one|zero_out)");

    private final Findings findings;
    private final Path folder;
    private final String version;
    private final Set<String> files;

    private FederatedReleaseCheck(Findings findings, Path folder, String version, Set<String> files) {
        this.findings = findings;
        this.folder = folder;
        this.version = version;
        this.files = files;
    }

    /** Whether the folder is the release of a federation. */
    static boolean isRelease(Path folder) {
        if (Files.isSymbolicLink(folder) || !BoundedFile.exists(folder.resolve(REPORT))) {
            return false;
        }
        try {
            BoundedFile.require(folder.resolve(REPORT), BoundedFile.MAX_TEXT);
            return isReport(JsonFields.parse(BoundedFile.text(folder.resolve(REPORT))));
        } catch (UnreadableException e) {
            return false;
        }
    }

    private static boolean isReport(JsonFields json) {
        return json.has("kind") && json.has("guarantees") && json.has("privacy");
    }

    /**
     * Checks a folder by itself.
     *
     * @param version of this program
     * @throws UnreadableException if it cannot be read
     */
    static void check(Findings findings, Path folder, String version) throws UnreadableException {
        JsonFields report = JsonFields.parse(BoundedFile.text(folder.resolve(REPORT)));
        check(
                findings,
                folder,
                version,
                Optional.empty(),
                report.object("privacy").delta("target_delta"));
        findings.unknown(REPORT, "whether more was spent than it says: the ledger of its run is not here");
    }

    /**
     * Checks a folder with its run.
     *
     * @param run that made it, if it is there
     * @param delta that the run was asked for
     */
    static void check(Findings findings, Path folder, String version, Optional<FederatedRun> run, double delta)
            throws UnreadableException {
        Set<String> files = ReleaseCheck.plainFiles(findings, folder);
        new FederatedReleaseCheck(findings, folder, version, files).check(run, delta);
    }

    private void check(Optional<FederatedRun> run, double delta) throws UnreadableException {
        ReleaseCheck.checkSums(findings, folder, files);
        ALL.stream().filter(name -> !files.contains(name)).forEach(name -> findings.wrong(name, "is not there"));
        files.stream()
                .filter(name -> !ALL.contains(name))
                .forEach(name -> findings.wrong(name, "is no part of a release"));
        JsonFields report = JsonFields.parse(BoundedFile.text(folder.resolve(REPORT)));
        PrivacyHistory history = new FederatedReportCheck(findings, report, delta).check();
        if (run.isPresent()) {
            run.get().compare(findings, report, history);
        }
        for (String page : PAGES) {
            page(page, report, delta);
        }
        if (files.contains(README)) {
            findings.require(
                    BoundedFile.text(folder.resolve(README)).equals(FederationRelease.README),
                    README,
                    "it is that of every release",
                    "it is not that of a release");
        }
        if (files.contains(MODEL)) {
            model(report);
            if (run.isPresent()) {
                run.get().compareModel(findings, folder.resolve(MODEL));
            }
        }
    }

    /** A page is what this program makes of the report. That of another version may read otherwise, but not state other figures. */
    private void page(String name, JsonFields report, double delta) throws UnreadableException {
        if (!files.contains(name)) {
            return;
        }
        String text = BoundedFile.text(folder.resolve(name));
        String made;
        try {
            FederationDocument document = new FederationDocument(report.node());
            made = name.endsWith(".html") ? document.html() : document.text();
        } catch (IllegalArgumentException e) {
            findings.wrong(name, "no page can be made of report.json: " + e.getMessage());
            return;
        }
        boolean isSame = text.equals(made);
        if (isSame || isOfThisVersion(report)) {
            findings.require(
                    isSame, name, "it is the page of report.json", "it is not the page that report.json makes");
        } else {
            figures(name, text, report, delta);
            findings.unknown(name, "whether all its words are those of report.json: it was made by another version");
        }
    }

    private boolean isOfThisVersion(JsonFields report) throws UnreadableException {
        return report.text("version").replaceFirst(" \\(Java.*", "").equals(version.replaceFirst(" \\(Java.*", ""));
    }

    /** Every epsilon in a page's table must be one of the guarantees, rounded up, at the same delta. */
    private void figures(String name, String text, JsonFields report, double delta) throws UnreadableException {
        int rows = 0;
        boolean isSame = true;
        List<JsonFields> guarantees = report.objects("guarantees");
        for (Matcher row = ROW.matcher(name.endsWith(".html") ? HtmlWords.of(text) : text); row.find(); rows++) {
            double figure = PageCheck.number(row.group(1));
            isSame &= PageCheck.number(row.group(2)) == delta
                    && rows < guarantees.size()
                    && PageCheck.isRoundedUp(figure, guarantees.get(rows).number("epsilon"));
        }
        findings.require(
                isSame && (rows == guarantees.size() || !report.flag("secure")),
                name,
                "%d epsilons, each of what was spent".formatted(rows),
                "it does not state the epsilons of what was spent");
    }

    private void model(JsonFields report) throws UnreadableException {
        Path file = folder.resolve(MODEL);
        try {
            ModelCheck.check(findings, file);
            findings.require(
                    Sha256.ofFile(file).equals(report.text(FederationRelease.MODEL_HASH)),
                    MODEL,
                    "its hash is that in report.json",
                    "it is not the model of report.json: its hash is another");
            metadata(Safetensors.outline(file, (int) BoundedFile.MAX_TEXT).metadata(), report);
        } catch (UnreadableException e) {
            findings.wrong(MODEL, String.valueOf(e.getMessage()));
        } catch (IOException | IllegalArgumentException e) {
            findings.wrong(MODEL, "cannot be compared with report.json: " + e.getMessage());
        }
    }

    /** The model states the first guarantee of the report, all of them beside it, and the hash of all that the report says. */
    private void metadata(Map<String, String> metadata, JsonFields report) throws UnreadableException {
        List<JsonFields> guarantees = report.objects("guarantees");
        ReportBlock lead = new FederationDocument(report.node()).lead();
        boolean isSame = guarantees.isEmpty()
                || (is(metadata, "who", guarantees.get(0).text("who"))
                        && is(metadata, "against", guarantees.get(0).text("against"))
                        && is(metadata, "adjacency", guarantees.get(0).text("adjacency"))
                        && is(metadata, "accountant", guarantees.get(0).text("accountant")));
        if (!guarantees.isEmpty() && report.flag("secure")) {
            isSame &= PageCheck.number(metadata.getOrDefault("epsilon", ""))
                    == guarantees.get(0).number("epsilon");
        }
        isSame &= StrictJson.parse(metadata.getOrDefault("guarantees", "null"))
                        .equals(StrictJson.parse(
                                report.node().path("guarantees").toString()))
                && PageCheck.number(metadata.getOrDefault("delta", ""))
                        == report.object("privacy").delta("target_delta")
                && is(metadata, "model", report.object("settings").text("model"))
                && is(metadata, "data", "of %d clients".formatted(report.count("clients")))
                && is(metadata, "version", report.text("version"))
                && is(metadata, "warnings", lead instanceof ReportBlock.Warning warning ? warning.text() : "");
        findings.require(
                isSame, MODEL, "it states what report.json states", "it does not state what report.json states");
        findings.require(
                is(metadata, FederationRelease.REPORT_HASH, FederationRelease.hash((ObjectNode) report.node())),
                MODEL + ", " + REPORT,
                "the model was released with this report",
                "the model was released with another report, or the report was changed");
    }

    private static boolean is(Map<String, String> metadata, String key, String value) {
        return value.equals(metadata.get(key));
    }
}
