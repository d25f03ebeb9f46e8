package io.abacusdp.federated.report;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.training.report.Block;
import io.abacusdp.training.report.Document;
import io.abacusdp.training.report.HtmlPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * @param command that began the run
 */
public record FederationReport(
        FederationPlan plan,
        Streams streams,
        PrivacyHistory history,
        Costs costs,
        FederationServer.Ended ended,
        List<MeasuredRound> rounds,
        Optional<Long> forecast,
        List<String> notes,
        String command) {
    private static final int DIGITS = 5;

    public FederationReport {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    public Document document() {
        List<Document.Section> sections = new ArrayList<>();
        sections.add(new Document.Section("What is guaranteed", guarantees()));
        sections.add(new Document.Section("What is not covered", List.of(new Block.Bullets(notCovered()))));
        sections.add(RoundSection.of(plan, rounds, ended));
        List<List<String>> settings = new ArrayList<>();
        plan.settings().forEach((name, value) -> settings.add(List.of(name, value)));
        settings.add(List.of("randomness", streams.describe()));
        sections.add(new Document.Section("Settings", List.of(Block.Table.ofFacts(settings))));
        sections.add(new Document.Section("How to repeat it", List.of(new Block.Listing(command))));
        return new Document("Federated training of " + plan.members().size() + " clients", lead(), sections);
    }

    /** The one thing to read. */
    public Block lead() {
        if (!streams.isSecure()) {
            return new Block.Warning("Not private: noise and samples came from a fixed seed, which is for tests only.");
        }
        if (plan.style() == PrivacyStyle.NONE) {
            return new Block.Warning("Not private: the run had no noise.");
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
                        "Each client with all its records is protected by %s differential privacy, add or remove one client."
                                .formatted(pair(guarantee))));
        return new Block.Paragraph(String.join(" ", sentences));
    }

    private static String pair(Guarantee guarantee) {
        return "(%s, %s)".formatted(up(guarantee.epsilon()), SafeFigures.exact(guarantee.delta()));
    }

    private static String up(double value) {
        return SafeFigures.up(value, DIGITS);
    }

    private List<Block> guarantees() {
        List<Block> blocks = new ArrayList<>();
        if (!streams.isSecure()) {
            blocks.add(new Block.Warning("INSECURE: if the noise were secret, this would hold."));
        }
        List<List<String>> rows = new ArrayList<>();
        if (plan.style().protectsRecords()) {
            costs.worstRecords(history)
                    .ifPresent(worst -> rows.add(
                            row("a record of " + worst.client(), "anybody, the server too", worst.guarantee())));
        }
        costs.released(history).ifPresent(g -> rows.add(row("a client", "those who see released models only", g)));
        costs.worstParticipant(history)
                .ifPresent(worst -> rows.add(row(
                        "the client " + worst.client(),
                        plan.secure().isPresent()
                                ? "the server, and those who know when it took part"
                                : "those who see released models and know when it took part",
                        worst.guarantee())));
        if (!rows.isEmpty()) {
            blocks.add(new Block.Table(List.of("who", "against", "epsilon", "delta", "adjacency", "accountant"), rows));
        }
        if (plan.style().protectsClients()) {
            blocks.add(new Block.Paragraph(server()));
        }
        costs.conservativeTotal(history)
                .ifPresent(total -> blocks.add(new Block.Paragraph(
                        "Conservative total: %s. It is the sum of two epsilons of different adjacencies, and a bound on neither alone."
                                .formatted(up(total)))));
        forecast.ifPresent(left ->
                blocks.add(new Block.Paragraph("The limits allow %d more rounds of this cost.".formatted(left))));
        if (!notes.isEmpty()) {
            blocks.add(new Block.Bullets(notes));
        }
        return blocks;
    }

    private String server() {
        if (plan.secure().isPresent()) {
            return "The server learns only sums of updates with the clients' own noise. All clients take part in every"
                    + " round, and the full rate is charged: to sample them, and to stop when too few were sampled, would"
                    + " tell who was. The sampling of clients amplifies nothing here.";
        }
        return "The server adds the noise for clients itself and sees each update: as a client, nobody is protected from"
                + " it. It also knows who was asked in which round, so that the amplified figure is for those who do"
                + " not; for one who knows it, and sees the released models only, the unamplified figure holds.";
    }

    private static List<String> row(String who, String against, Guarantee guarantee) {
        return List.of(
                who,
                against,
                up(guarantee.epsilon()),
                SafeFigures.exact(guarantee.delta()),
                guarantee.adjacency().id(),
                guarantee.accountant());
    }

    private List<String> notCovered() {
        return List.of(
                "Choosing settings by other runs on the same data: each of those runs has a cost of its own.",
                "People with records at several clients, or several records at one: the guarantee for records is for one.",
                "The number of records of each client, the clients' names and weights, and all settings: they are taken as public.",
                "The test set: accuracy is measured on it without noise, as if it were public.",
                "Who answered, declined or dropped out, and how often a round was tried: taken not to depend on private data."
                        + " Budgets hold all the same, as every attempt is charged.",
                "Time and memory that the training took, which may depend on the data.");
    }

    public String html() {
        return HtmlPage.of(document());
    }

    /** Writes report.html, and returns its path. */
    public Path writeTo(Path directory) throws IOException {
        return Files.writeString(directory.resolve("report.html"), html(), StandardCharsets.UTF_8);
    }
}
