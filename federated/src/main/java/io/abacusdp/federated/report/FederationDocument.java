package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.HtmlPage;
import io.abacusdp.training.report.PlainText;
import io.abacusdp.training.report.ReportBlock;
import io.abacusdp.training.report.ReportDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A federation's report for people, made from its report.json and nothing else: whoever has that can make the pages again, and
 * compare them.
 */
public final class FederationDocument {
    private static final int DIGITS = 5;

    private final JsonNode report;
    private final boolean isSecure;
    private final PrivacyStyle style;

    /**
     * The report that JSON describes.
     *
     * @throws IllegalArgumentException if it describes none
     */
    public FederationDocument(JsonNode report) {
        this.report = report;
        this.isSecure = report.path("secure").asBoolean();
        this.style = PrivacyStyle.of(setting("style"));
    }

    public String html() {
        return HtmlPage.of(document());
    }

    public String text() {
        return PlainText.of(document());
    }

    private String setting(String name) {
        return report.path("settings").path(name).asText();
    }

    private boolean isSummedSecurely() {
        return !setting("secure aggregation").equals("none");
    }

    private ReportDocument document() {
        List<ReportDocument.Section> sections = new ArrayList<>();
        sections.add(new ReportDocument.Section("What is guaranteed", guarantees()));
        sections.add(new ReportDocument.Section(
                "What is not covered", List.of(new ReportBlock.Bullets(texts("not_covered")))));
        sections.add(RoundSection.of(
                setting("rounds"),
                isSecure ? "epsilon" : "epsilon with secret randomness",
                RoundLog.rounds(report.path("rounds")),
                report.path("ended")));
        List<List<String>> settings = new ArrayList<>();
        report.path("settings")
                .properties()
                .forEach(each ->
                        settings.add(List.of(each.getKey(), each.getValue().asText())));
        sections.add(new ReportDocument.Section("Settings", List.of(ReportBlock.Table.ofFacts(settings))));
        sections.add(new ReportDocument.Section(
                "How to repeat it",
                List.of(new ReportBlock.Listing(report.path("command").asText()))));
        return new ReportDocument(
                "Federated training of " + report.path("clients").asText() + " clients", lead(), sections);
    }

    private List<String> texts(String name) {
        return report.path(name).valueStream().map(JsonNode::asText).toList();
    }

    /** The one thing to read. */
    public ReportBlock lead() {
        if (!isSecure) {
            return new ReportBlock.Warning(
                    "Not private: noise and samples came from a fixed seed, which is for tests only.");
        }
        if (style == PrivacyStyle.NONE) {
            return new ReportBlock.Warning("Not private: the run had no noise.");
        }
        List<String> sentences = new ArrayList<>();
        for (JsonNode guarantee : report.path("guarantees")) {
            sentence(sentences, guarantee);
        }
        String text = String.join(" ", sentences);
        return texts("notes").contains(FederationReport.HELD_APART)
                ? new ReportBlock.Warning(FederationReport.HELD_APART + " Of all others: " + text)
                : new ReportBlock.Paragraph(text);
    }

    private static void sentence(List<String> sentences, JsonNode guarantee) {
        String who = guarantee.path("who").asText();
        String worst = StatedGuarantee.clientOfRecords(who);
        if (!worst.isEmpty()) {
            sentences.add(
                    "Each record of each client is protected by %s differential privacy, add or remove one record; the worst client is %s."
                            .formatted(pair(guarantee), worst));
        } else if (who.equals("a client")) {
            sentences.add("Each client with all its records is protected by %s differential privacy, %s, against %s."
                    .formatted(
                            pair(guarantee),
                            neighbours(guarantee.path("adjacency").asText()),
                            guarantee.path("against").asText()));
        }
    }

    private static String neighbours(String adjacency) {
        return adjacency.equals(Adjacency.ZERO_OUT.id())
                ? "zero out one client (it takes part and adds its share of the noise, and its update counts or does not)"
                : "add or remove one client";
    }

    private static double accounted(JsonNode guarantee) {
        JsonNode stated = guarantee.path("epsilon");
        return HistoryJson.epsilon(stated.isNull() ? guarantee.path(TestSeed.WOULD_BE) : stated)
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static String pair(JsonNode guarantee) {
        return "(%s, %s)"
                .formatted(
                        up(accounted(guarantee)),
                        SafeFigures.exact(guarantee.path("delta").doubleValue()));
    }

    private static String up(double value) {
        return SafeFigures.up(value, DIGITS);
    }

    private List<ReportBlock> guarantees() {
        List<ReportBlock> blocks = new ArrayList<>();
        if (!isSecure) {
            blocks.add(new ReportBlock.Warning("INSECURE: if the noise were secret, this would hold."));
        }
        List<List<String>> rows = new ArrayList<>();
        report.path("guarantees").forEach(each -> rows.add(row(each)));
        if (!rows.isEmpty()) {
            blocks.add(new ReportBlock.Table(
                    List.of("who", "against", "epsilon", "delta", "adjacency", "accountant"), rows));
        }
        if (style.protectsClients()) {
            blocks.add(new ReportBlock.Paragraph(server()));
        }
        OptionalDouble total = HistoryJson.epsilon(report.path("conservative_total"));
        if (total.isPresent()) {
            blocks.add(new ReportBlock.Paragraph(
                    "Conservative total: %s. It is the sum of two epsilons of different adjacencies, and a bound on neither alone."
                            .formatted(TestSeed.epsilon(isSecure, up(total.getAsDouble())))));
        }
        if (report.path("rounds_left").isNumber()) {
            blocks.add(new ReportBlock.Paragraph("The limits allow %s more rounds of this cost."
                    .formatted(report.path("rounds_left").asText())));
        }
        if (!report.path("notes").isEmpty()) {
            blocks.add(new ReportBlock.Bullets(texts("notes")));
        }
        return blocks;
    }

    private String server() {
        if (isSummedSecurely()) {
            return "The server learns only sums of updates with the clients' own noise. A client knows the noise that it"
                    + " added itself: what is charged is the noise of the others. One that were away would take its noise"
                    + " along, so that the figure is one of zero-out: with the client or with zeros in place of its update,"
                    + " and with its noise in both. All clients take part in every"
                    + " round, and the full rate is charged: to sample them, and to stop when too few were sampled, would"
                    + " tell who was. The sampling of clients amplifies nothing here.";
        }
        return "The server adds the noise for clients itself and sees each update: as a client, nobody is protected from"
                + " it. It also knows who was asked in which round, so that the amplified figure is for those who do"
                + " not; for one who knows it, and sees the released models only, the unamplified figure holds.";
    }

    private List<String> row(JsonNode guarantee) {
        return List.of(
                guarantee.path("who").asText(),
                guarantee.path("against").asText(),
                TestSeed.epsilon(isSecure, up(accounted(guarantee))),
                SafeFigures.exact(guarantee.path("delta").doubleValue()),
                guarantee.path("adjacency").asText(),
                guarantee.path("accountant").asText());
    }
}
