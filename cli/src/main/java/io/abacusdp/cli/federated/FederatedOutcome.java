package io.abacusdp.cli.federated;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.LargeDelta;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.cli.option.AnswerOutput;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.report.FederationRelease;
import io.abacusdp.federated.report.FederationReport;
import io.abacusdp.federated.report.MeasuredRound;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.federated.server.Member;
import io.abacusdp.federated.server.ServerDirectory;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.noise.TestSeed;
import io.abacusdp.training.report.Provenance;
import io.abacusdp.training.report.ReportBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a federated run is said to have been, at its end. */
record FederatedOutcome(FederationReport report, Path model, Path page) {
    /**
     * Writes what a run may publish, the model and the report, into a folder of its directory.
     *
     * @param dataNotes what has to be said of the data
     */
    static FederatedOutcome write(
            FederationPlan plan,
            RandomStreams streams,
            LocalLedger ledger,
            FederationServer server,
            FederationServer.Ended ended,
            FederatedProgress progress,
            List<String> dataNotes,
            Provenance provenance,
            Path directory)
            throws IOException {
        FederationReport report = new FederationReport(
                plan,
                streams,
                ledger.history(),
                ledger.costs(),
                ended,
                progress.measured(),
                ledger.limits().equals(EpsilonLimits.none()) ? Optional.empty() : Optional.of(server.roundsLeft()),
                notes(plan, ledger, progress, dataNotes),
                provenance);
        new FederationRelease(report, server.model())
                .writeTo(directory, ServerDirectory.begun(directory.resolve("server")));
        return new FederatedOutcome(report, FederationRelease.modelOf(directory), FederationRelease.pageOf(directory));
    }

    private static List<String> notes(
            FederationPlan plan, LocalLedger ledger, FederatedProgress progress, List<String> dataNotes) {
        Set<String> notes = new LinkedHashSet<>(dataNotes);
        new TreeMap<>(ledger.quarantined()).forEach((client, quarantine) -> notes.add(quarantine.describe(client)));
        // Who declined was asked, and where clients are sampled that is for the server alone.
        if (plan.clientRate() == 1) {
            notes.addAll(progress.notes());
        }
        return List.copyOf(notes);
    }

    void print(AnswerOutput output) {
        if (output.isJson()) {
            output.line(json().toString());
        } else {
            text(output);
        }
        if (!report.streams().isSecure()) {
            output.diagnose(
                    "INSECURE: noise and samples came from a fixed seed, for tests only; nothing here is private");
        }
    }

    /** What to say of a delta that is too large for the clients, or for the records of the smallest of them. */
    static List<String> warnings(FederationPlan plan, double delta) {
        List<String> warnings = new ArrayList<>();
        if (plan.style().protectsRecords()) {
            plan.members().stream()
                    .min(Comparator.comparingInt(Member::records))
                    .flatMap(least -> LargeDelta.warning(delta, least.records(), "records of " + least.name()))
                    .ifPresent(warnings::add);
        }
        if (plan.style().protectsClients()) {
            LargeDelta.warning(delta, plan.members().size(), "clients").ifPresent(warnings::add);
        }
        return warnings;
    }

    /** An epsilon, or under a test seed none, and what it would have been. */
    static void putEpsilon(ObjectNode node, RandomStreams streams, String name, OptionalDouble epsilon) {
        if (streams.isSecure()) {
            HistoryJson.putEpsilon(node, name, epsilon);
        } else {
            node.putNull(name);
            HistoryJson.putEpsilon(node, name + "_with_secret_randomness", epsilon);
        }
    }

    /** Under which adjacency each figure holds. */
    static void putAdjacencies(ObjectNode node, PrivacyHistory history, PrivacyCosts costs) {
        node.put("adjacency_sample", adjacency(costs.worstRecords(history).map(PrivacyCosts.OfClient::guarantee)));
        node.put("adjacency_user", adjacency(costs.released(history)));
    }

    private static @Nullable String adjacency(Optional<Guarantee> guarantee) {
        return guarantee.map(it -> it.adjacency().id()).orElse(null);
    }

    /** The same for people. */
    static void lineAdjacencies(AnswerOutput output, PrivacyHistory history, PrivacyCosts costs) {
        costs.worstRecords(history)
                .ifPresent(worst -> output.line(
                        "adjacency_sample " + worst.guarantee().adjacency().id()));
        costs.released(history)
                .ifPresent(guarantee ->
                        output.line("adjacency_user " + guarantee.adjacency().id()));
    }

    /** Whether nothing is private, and why. */
    static void putSecure(ObjectNode node, RandomStreams streams) {
        node.put("secure", streams.isSecure());
        node.put("not_private", streams.isSecure() ? null : TestSeed.NOT_PRIVATE);
    }

    private OptionalDouble records() {
        return epsilon(report.costs().worstRecords(report.history()).map(PrivacyCosts.OfClient::guarantee));
    }

    private OptionalDouble clients() {
        return epsilon(report.costs().released(report.history()));
    }

    private OptionalDouble participant() {
        return epsilon(report.costs().worstParticipant(report.history()).map(PrivacyCosts.OfClient::guarantee));
    }

    /** Of a guarantee, if there is one. */
    static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
        return guarantee.isPresent() ? OptionalDouble.of(guarantee.get().epsilon()) : OptionalDouble.empty();
    }

    private Optional<MeasuredRound> last() {
        List<MeasuredRound> rounds = report.rounds();
        return rounds.isEmpty() ? Optional.empty() : Optional.of(rounds.get(rounds.size() - 1));
    }

    private ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("style", report.plan().style().id());
        node.put("rounds", report.ended().rounds());
        RandomStreams streams = report.streams();
        putEpsilon(node, streams, "epsilon_sample", records());
        putEpsilon(node, streams, "epsilon_user", clients());
        putAdjacencies(node, report.history(), report.costs());
        node.put("delta", report.costs().delta());
        HistoryJson.putEpsilon(
                node, "accuracy", last().map(MeasuredRound::accuracy).orElse(OptionalDouble.empty()));
        HistoryJson.putEpsilon(node, "auc", last().map(MeasuredRound::auc).orElse(OptionalDouble.empty()));
        if (report.ended().ending() == FederationServer.Ending.PLAN_DONE) {
            node.putNull("stopped");
        } else {
            node.put("stopped", report.ended().reason());
        }
        putEpsilon(node, streams, "epsilon_user_sampling_known", participant());
        putEpsilon(node, streams, "conservative_total", report.costs().conservativeTotal(report.history()));
        report.costs()
                .worstRecords(report.history())
                .ifPresentOrElse(worst -> node.put("worst_client", worst.client()), () -> node.putNull("worst_client"));
        putSecure(node, streams);
        warnings(report.plan(), report.costs().delta()).forEach(node.putArray("warnings")::add);
        node.put("model", model.toString());
        node.put("report", page.toString());
        return node;
    }

    private void text(AnswerOutput output) {
        ReportBlock lead = report.lead();
        output.line(
                lead instanceof ReportBlock.Warning warning ? warning.text() : ((ReportBlock.Paragraph) lead).text());
        output.line("");
        output.line("style " + report.plan().style().id());
        output.line("rounds " + report.ended().rounds());
        report.costs().worstRecords(report.history()).ifPresent(worst -> {
            output.line("epsilon_sample " + shown(output, worst.guarantee().epsilon()));
            output.line("worst_client " + worst.client());
        });
        clients().ifPresent(value -> output.line("epsilon_user " + shown(output, value)));
        participant().ifPresent(value -> output.line("epsilon_user_sampling_known " + shown(output, value)));
        report.costs()
                .conservativeTotal(report.history())
                .ifPresent(total -> output.line("conservative_total " + shown(output, total)));
        lineAdjacencies(output, report.history(), report.costs());
        output.line("delta " + SafeFigures.exact(report.costs().delta()));
        last().ifPresent(round -> {
            round.accuracy().ifPresent(value -> output.line("accuracy " + SafeFigures.exact(value)));
            round.auc().ifPresent(value -> output.line("auc " + SafeFigures.exact(value)));
        });
        if (report.ended().ending() != FederationServer.Ending.PLAN_DONE) {
            output.line("stopped " + report.ended().reason());
        }
        report.forecast().ifPresent(left -> output.line("rounds_left " + left));
        output.line("model " + model);
        output.line("report " + page);
    }

    private String shown(AnswerOutput output, double epsilon) {
        return TestSeed.epsilon(report.streams().isSecure(), output.up(epsilon));
    }
}
