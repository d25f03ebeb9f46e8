package io.abacusdp.training.report;

import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.audit.AuditOutcome;
import io.abacusdp.training.trainer.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A training run for people who have to judge it: what is guaranteed and what is not, what an attack can achieve, how the
 * training went, and how to repeat and to check it. Immutable.
 *
 * <p>It says nothing that was not released with noise or is public: the test set, settings, and the number of
 * examples, or the declared one in its place.
 */
public final class TrainingReport {
    private final RunRecord run;
    private final Optional<AuditOutcome> audit;
    private final Provenance provenance;
    private final PrivacyStatement statement;
    private final List<GroupEpsilon> groups;
    private final ReportDocument document;

    /** @param audit what an audit of this very run found, if there was one */
    public TrainingReport(RunRecord run, Optional<AuditOutcome> audit, Provenance provenance) {
        this.run = run;
        this.audit = audit;
        this.provenance = provenance;
        this.statement = new PrivacyStatement(run);
        this.groups = GroupEpsilon.of(run.privacy());
        this.document = content();
    }

    /** The report as content. */
    public ReportDocument document() {
        return document;
    }

    /** What is guaranteed, in a few sentences: what to say if only one or a few things are said. */
    public List<String> statement() {
        return statement.lines();
    }

    private ReportDocument content() {
        List<ReportDocument.Section> sections = new ArrayList<>();
        sections.add(statement.section());
        sections.add(statement.notCovered());
        if (!groups.isEmpty()) {
            sections.add(GroupSection.of(run.privacy(), groups));
        }
        audit.ifPresent(outcome -> sections.add(AuditSection.of(outcome)));
        sections.add(AttackSection.of(run.privacy()));
        sections.add(ProgressSection.of(run));
        sections.add(ConfigurationSection.of(run));
        sections.add(ReproductionSection.of(run.privacy(), provenance));
        return new ReportDocument(statement.title(), statement.lead(), sections);
    }

    public String text() {
        return PlainText.of(document);
    }

    public String html() {
        return HtmlPage.of(document);
    }

    public String json() {
        return TrainingReportJson.of(run, statement(), groups, audit, provenance)
                        .toPrettyString() + "\n";
    }

    /** Writes report.html, report.txt and report.json, and returns the path of the page. */
    public Path writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        DurableFile.replace(directory.resolve("report.txt"), text());
        DurableFile.replace(directory.resolve("report.json"), json());
        Path page = directory.resolve("report.html");
        DurableFile.replace(page, html());
        return page;
    }
}
