package io.abacusdp.federated.report;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.HtmlPage;
import io.abacusdp.training.report.PlainText;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.ReportBlock;
import io.abacusdp.training.report.ReportDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a federated run guarantees to whom, what it does not, and how it went. The guarantees for records and for clients hold
 * under different adjacencies and stand apart; their sum is there under the name 'conservative total' only.
 *
 * @param history all that was ever reserved
 * @param rounds those whose models were released
 * @param forecast how many more rounds the limits allow; none if there is no limit
 * @param provenance the command that began the run, and the program
 */
public record FederationReport(
        FederationPlan plan,
        RandomStreams streams,
        PrivacyHistory history,
        PrivacyCosts costs,
        FederationServer.Ended ended,
        List<MeasuredRound> rounds,
        Optional<Long> forecast,
        List<String> notes,
        Provenance provenance) {
    /** The note of a run whose test set is a part of its clients' records. */
    public static final String HELD_APART =
            "Every fifth row of each client's table was held apart as a public test set: what is measured on these records is"
                    + " published without noise, the guarantee does not cover them, and which rows they are depends on how many"
                    + " stand before. With --test, no record of a client is one of them.";

    private static final int DIGITS = 5;

    public FederationReport {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    public ReportDocument document() {
        List<ReportDocument.Section> sections = new ArrayList<>();
        sections.add(new ReportDocument.Section("What is guaranteed", guarantees()));
        sections.add(new ReportDocument.Section("What is not covered", List.of(new ReportBlock.Bullets(notCovered()))));
        sections.add(RoundSection.of(
                plan, streams.isSecure() ? "epsilon" : "epsilon with secret randomness", rounds, ended));
        List<List<String>> settings = new ArrayList<>();
        plan.settings().forEach((name, value) -> settings.add(List.of(name, value)));
        settings.add(List.of("randomness", streams.describe()));
        sections.add(new ReportDocument.Section("Settings", List.of(ReportBlock.Table.ofFacts(settings))));
        sections.add(
                new ReportDocument.Section("How to repeat it", List.of(new ReportBlock.Listing(provenance.command()))));
        return new ReportDocument("Federated training of " + plan.members().size() + " clients", lead(), sections);
    }

    /** The one thing to read. */
    public ReportBlock lead() {
        if (!streams.isSecure()) {
            return new ReportBlock.Warning(
                    "Not private: noise and samples came from a fixed seed, which is for tests only.");
        }
        if (plan.style() == PrivacyStyle.NONE) {
            return new ReportBlock.Warning("Not private: the run had no noise.");
        }
        List<String> sentences = new ArrayList<>();
        if (plan.style().protectsRecords()) {
            costs.worstRecords(history)
                    .ifPresent(worst -> sentences.add(
                            "Each record of each client is protected by %s differential privacy, add or remove one record; the worst client is %s."
                                    .formatted(pair(worst.guarantee()), worst.client())));
        }
        costs.released(history)
                .ifPresent(guarantee -> sentences.add(
                        "Each client with all its records is protected by %s differential privacy, add or remove one client, against %s."
                                .formatted(pair(guarantee), Against.ofReleases(plan))));
        String text = String.join(" ", sentences);
        return notes.contains(HELD_APART)
                ? new ReportBlock.Warning(HELD_APART + " Of all others: " + text)
                : new ReportBlock.Paragraph(text);
    }

    private static String pair(Guarantee guarantee) {
        return "(%s, %s)".formatted(up(guarantee.epsilon()), SafeFigures.exact(guarantee.delta()));
    }

    private static String up(double value) {
        return SafeFigures.up(value, DIGITS);
    }

    private List<ReportBlock> guarantees() {
        List<ReportBlock> blocks = new ArrayList<>();
        if (!streams.isSecure()) {
            blocks.add(new ReportBlock.Warning("INSECURE: if the noise were secret, this would hold."));
        }
        List<List<String>> rows = new ArrayList<>();
        stated().forEach(each -> rows.add(row(each)));
        if (!rows.isEmpty()) {
            blocks.add(new ReportBlock.Table(
                    List.of("who", "against", "epsilon", "delta", "adjacency", "accountant"), rows));
        }
        if (plan.style().protectsClients()) {
            blocks.add(new ReportBlock.Paragraph(server()));
        }
        costs.conservativeTotal(history)
                .ifPresent(total -> blocks.add(new ReportBlock.Paragraph(
                        "Conservative total: %s. It is the sum of two epsilons of different adjacencies, and a bound on neither alone."
                                .formatted(TestSeed.epsilon(streams.isSecure(), up(total))))));
        forecast.ifPresent(left ->
                blocks.add(new ReportBlock.Paragraph("The limits allow %d more rounds of this cost.".formatted(left))));
        if (!notes.isEmpty()) {
            blocks.add(new ReportBlock.Bullets(notes));
        }
        return blocks;
    }

    private String server() {
        if (plan.secure().isPresent()) {
            return "The server learns only sums of updates with the clients' own noise. A client knows the noise that it"
                    + " added itself: what is charged is the noise of the others. All clients take part in every"
                    + " round, and the full rate is charged: to sample them, and to stop when too few were sampled, would"
                    + " tell who was. The sampling of clients amplifies nothing here.";
        }
        return "The server adds the noise for clients itself and sees each update: as a client, nobody is protected from"
                + " it. It also knows who was asked in which round, so that the amplified figure is for those who do"
                + " not; for one who knows it, and sees the released models only, the unamplified figure holds.";
    }

    /**
     * A guarantee, with whom it protects and against whom it holds.
     *
     * @param event what it is the cost of
     */
    record Stated(String who, String against, Guarantee guarantee, DpEvent event) {}

    /** All guarantees, that for records first. */
    List<Stated> stated() {
        List<Stated> all = new ArrayList<>();
        if (plan.style().protectsRecords()) {
            costs.worstRecords(history)
                    .ifPresent(worst -> all.add(new Stated(
                            "a record of " + worst.client(),
                            Against.ofRecords(),
                            worst.guarantee(),
                            history.records(worst.client()))));
        }
        costs.released(history)
                .ifPresent(guarantee -> all.add(new Stated(
                        "a client",
                        Against.ofReleases(plan),
                        guarantee,
                        history.released().orElseThrow())));
        costs.worstParticipant(history)
                .ifPresent(worst -> all.add(new Stated(
                        "the client " + worst.client(),
                        plan.secure().isPresent() ? Against.ofReleases(plan) : Against.ofKnownParticipation(),
                        worst.guarantee(),
                        history.participations(worst.client()))));
        return all;
    }

    private List<String> row(Stated stated) {
        Guarantee guarantee = stated.guarantee();
        return List.of(
                stated.who(),
                stated.against(),
                TestSeed.epsilon(streams.isSecure(), up(guarantee.epsilon())),
                SafeFigures.exact(guarantee.delta()),
                guarantee.adjacency().id(),
                guarantee.accountant());
    }

    List<String> notCovered() {
        return List.of(
                "Choosing settings by other runs on the same data: each of those runs has a cost of its own.",
                "People with records at several clients, or several records at one: the guarantee for records is for one.",
                "The number of records of each client, the clients' names and weights, and all settings: they are taken as public.",
                "The test set: accuracy is measured on it without noise, as if it were public.",
                "Who answered, declined or dropped out, and how often a round was tried: taken not to depend on private data."
                        + " Budgets hold all the same, as every attempt is charged.",
                "Time and memory that the training took, which may depend on the data. Who sees when a model is released knows how"
                        + " long the slowest client took that was waited for: no longer than the patience, and no longer than the"
                        + " grace after enough had answered, neither of which depends on data. "
                        + (plan.clientRate() < 1
                                ? "Where clients are sampled, that time also tells about who was sampled: the amplified figure is for"
                                        + " those who see models and not when they came."
                                : "Which clients were too late is taken not to depend on private data."));
    }

    public String html() {
        return HtmlPage.of(document());
    }

    public String text() {
        return PlainText.of(document());
    }

    public String json() {
        return FederationReportJson.of(this).toPrettyString() + "\n";
    }

    /** Writes report.html, report.txt and report.json, and returns the path of the page. */
    public Path writeTo(Path directory) throws IOException {
        DurableFile.replace(directory.resolve("report.txt"), text());
        DurableFile.replace(directory.resolve("report.json"), json());
        Path page = directory.resolve("report.html");
        DurableFile.replace(page, html());
        return page;
    }
}
