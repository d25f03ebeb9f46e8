package io.abacusdp.cli.check;

import io.abacusdp.federated.privacy.PrivacyHistory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a federated run published: report, pages and model state the epsilons of the events that the report has. */
final class FederatedReleaseCheck {
    private static final String REPORT = "report.json";
    private static final String MODEL = "model.safetensors";
    private static final List<String> PAGES = List.of("report.txt", "report.html");

    /** A row of the table of guarantees: epsilon, delta, adjacency. */
    private static final Pattern ROW = Pattern.compile(PageCheck.NUMBER + " {1,9}(\\S{1,30}) {1,9}add_or_remove_one");

    private final Findings findings;
    private final Path folder;
    private final Set<String> files;

    private FederatedReleaseCheck(Findings findings, Path folder, Set<String> files) {
        this.findings = findings;
        this.folder = folder;
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
     * @throws UnreadableException if it cannot be read
     */
    static void check(Findings findings, Path folder) throws UnreadableException {
        JsonFields report = JsonFields.parse(BoundedFile.text(folder.resolve(REPORT)));
        check(findings, folder, Optional.empty(), report.object("privacy").delta("target_delta"));
        findings.unknown(REPORT, "whether more was spent than it says: the ledger of its run is not here");
    }

    /**
     * Checks a folder with its run.
     *
     * @param spent what the run's ledger holds, if it is there
     * @param delta that the run was asked for
     */
    static void check(Findings findings, Path folder, Optional<PrivacyHistory> spent, double delta)
            throws UnreadableException {
        Set<String> files = ReleaseCheck.plainFiles(findings, folder);
        new FederatedReleaseCheck(findings, folder, files).check(spent, delta);
    }

    private void check(Optional<PrivacyHistory> spent, double delta) throws UnreadableException {
        ReleaseCheck.checkSums(findings, folder, files);
        JsonFields report = JsonFields.parse(BoundedFile.text(folder.resolve(REPORT)));
        JsonFields privacy = report.object("privacy");
        findings.require(
                privacy.delta("target_delta") == delta,
                REPORT,
                "its delta is that of the run",
                "its delta is not that of the run");
        FederatedPrivacyCheck stated = new FederatedPrivacyCheck(findings, REPORT, privacy);
        stated.check();
        PrivacyHistory history = stated.history();
        spent.ifPresent(all -> findings.require(
                FederatedCheckpointCheck.isSame(all, history),
                REPORT,
                "its events are those of ledger.log",
                "its events are not those of ledger.log"));
        // That these are what the events cost was found out above; nothing is priced twice.
        List<Double> epsilons = stated.epsilons();
        guarantees(report, epsilons, delta);
        for (String page : PAGES) {
            page(page, epsilons, delta);
        }
        if (files.contains(MODEL)) {
            ModelCheck.check(findings, folder.resolve(MODEL));
        } else {
            findings.noted(MODEL, "is not there");
        }
    }

    /** Each guarantee that is stated must be one of the epsilons. */
    private void guarantees(JsonFields report, List<Double> epsilons, double delta) throws UnreadableException {
        boolean isSame = true;
        int count = 0;
        for (JsonFields each : report.objects("guarantees")) {
            count++;
            isSame &= each.delta("delta") == delta && epsilons.contains(each.number("epsilon"));
        }
        findings.require(
                isSame && (count > 0 || epsilons.stream().noneMatch(Double::isFinite)),
                REPORT,
                "%d guarantees, each of what was spent".formatted(count),
                "it does not state the guarantees of what was spent");
    }

    /** Every epsilon in a page's table must be one of what was spent, rounded up, at the same delta. */
    private void page(String name, List<Double> epsilons, double delta) throws UnreadableException {
        if (!files.contains(name)) {
            return;
        }
        String text = BoundedFile.text(folder.resolve(name));
        int rows = 0;
        boolean isSame = true;
        for (Matcher row = ROW.matcher(name.endsWith(".html") ? HtmlWords.of(text) : text); row.find(); rows++) {
            double figure = PageCheck.number(row.group(1));
            isSame &= PageCheck.number(row.group(2)) == delta
                    && epsilons.stream().anyMatch(epsilon -> PageCheck.isRoundedUp(figure, epsilon));
        }
        findings.require(
                isSame && (rows > 0 || epsilons.stream().noneMatch(Double::isFinite)),
                name,
                "%d epsilons, each of what was spent".formatted(rows),
                "it does not state the epsilons of what was spent");
    }
}
