package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.report.FederationDocument;
import io.abacusdp.training.report.ReportBlock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What somebody certifies of a federation's release: whose files they are, by their hashes, and its report, in which are the events of
 * each client and of the releases, the settings, and each guarantee with whom it protects and against whom it holds. Its words follow
 * from the report alone.
 *
 * @param signer name and public key of who signs it; a reader trusts the key, not the name
 * @param issued day, in UTC
 * @param seen what the signer's check had before it
 * @param files SHA-256 of every file by its name
 * @param report the release's report.json; not to be changed
 * @param checkedBy program that checked and signed
 */
record FederationCertificate(
        Certificate.Signer signer,
        String issued,
        Certificate.Seen seen,
        Map<String, String> files,
        JsonFields report,
        String checkedBy) {
    /** Name of the format, and the first line of what is signed. A change of meaning or of words is a new one. */
    static final String FORMAT = "abacus federation certificate 1";

    private static final int DIGITS = 5;

    FederationCertificate {
        files = Collections.unmodifiableMap(new TreeMap<>(files));
    }

    /** All of it as JSON, with the words that follow. */
    ObjectNode toJson() throws UnreadableException {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("format", FORMAT);
        node.putObject("signer").put("name", signer.name()).put("key", signer.key());
        node.put("issued", issued);
        node.put("seen", seen.words());
        ObjectNode sums = node.putObject("files");
        files.forEach(sums::put);
        node.set("report", report.node());
        node.put("checked_by", checkedBy);
        statement().forEach(node.putArray("statement")::add);
        node.put("paper", paper());
        node.put("model_card", modelCard());
        return node;
    }

    /**
     * The certificate of the JSON, whose words are for {@link FederationCertificateCheck} to compare.
     *
     * @throws UnreadableException if a field is missing or of another kind
     */
    static FederationCertificate of(JsonFields json) throws UnreadableException {
        JsonFields signer = json.object("signer");
        Map<String, String> files = new TreeMap<>();
        JsonFields sums = json.object("files");
        for (String name : (Iterable<String>) () -> sums.node().fieldNames()) {
            files.put(name, sums.text(name));
        }
        return new FederationCertificate(
                new Certificate.Signer(signer.text("name"), signer.text("key")),
                json.text("issued"),
                Certificate.Seen.of(json.text("seen")),
                files,
                json.object("report"),
                json.text("checked_by"));
    }

    /** A few sentences, the most important one first. */
    List<String> statement() throws UnreadableException {
        List<String> lines = new ArrayList<>();
        lines.add(lead());
        for (JsonFields each : report.objects("guarantees")) {
            lines.add("For %s, against %s: (%s, %s)-differential privacy under %s adjacency, by the accountant %s."
                    .formatted(
                            each.text("who"),
                            each.text("against"),
                            SafeFigures.up(each.number("epsilon"), DIGITS),
                            SafeFigures.exact(each.delta("delta")),
                            each.text("adjacency"),
                            each.text("accountant")));
        }
        lines.addAll(report.texts("notes"));
        lines.addAll(report.texts("not_covered"));
        lines.add(
                "Not certified: that server and clients did what their charges say, that there was no other run on the same data, and"
                        + " that settings were chosen without looking at it. The signer saw %s."
                                .formatted(seen.words()));
        return lines;
    }

    private String lead() throws UnreadableException {
        try {
            ReportBlock lead = new FederationDocument(report.node()).lead();
            if (lead instanceof ReportBlock.Warning warning) {
                return warning.text();
            }
            return lead instanceof ReportBlock.Paragraph paragraph ? paragraph.text() : "";
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("has a report of no federation: " + e.getMessage(), e);
        }
    }

    /** One line. */
    String paper() throws UnreadableException {
        List<String> figures = new ArrayList<>();
        for (JsonFields each : report.objects("guarantees")) {
            figures.add("(%s, %s)-differential privacy, %s adjacency, for %s against %s"
                    .formatted(
                            SafeFigures.up(each.number("epsilon"), DIGITS),
                            SafeFigures.exact(each.delta("delta")),
                            each.text("adjacency").replace('_', '-'),
                            each.text("who"),
                            each.text("against")));
        }
        return "Federated training of %d clients: %s; %s; model sha256 %s%s."
                .formatted(
                        report.count("clients"),
                        String.join("; ", figures),
                        checkedBy,
                        files.getOrDefault("model.safetensors", "none"),
                        report.texts("notes").isEmpty() ? "" : "; NOTE: " + String.join(" ", report.texts("notes")));
    }

    /** A section in Markdown. */
    String modelCard() throws UnreadableException {
        StringBuilder card = new StringBuilder(
                "## Differential privacy\n\n| who | against | epsilon | delta | adjacency | accountant |\n|---|---|---|---|---|---|\n");
        for (JsonFields each : report.objects("guarantees")) {
            card.append("| %s | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            CertificateWords.inCell(each.text("who")),
                            CertificateWords.inCell(each.text("against")),
                            SafeFigures.up(each.number("epsilon"), DIGITS),
                            SafeFigures.exact(each.delta("delta")),
                            CertificateWords.inCell(each.text("adjacency")),
                            CertificateWords.inCell(each.text("accountant"))));
        }
        card.append("\nCertified by %s, key %s, %s; model SHA-256 %s.\n\n"
                .formatted(
                        CertificateWords.inCell(signer.name()),
                        CertificateWords.inCell(signer.key()),
                        CertificateWords.inCell(issued),
                        CertificateWords.inCell(files.getOrDefault("model.safetensors", "none"))));
        for (String line : statement()) {
            card.append("- ").append(CertificateWords.inCell(line)).append('\n');
        }
        return card.toString();
    }
}
