package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.noise.Streams;
import io.abacusdp.federated.privacy.Costs;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.Limits;
import io.abacusdp.federated.report.FederationReport;
import io.abacusdp.federated.report.MeasuredRound;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.FederationServer;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.report.Block;
import io.abacusdp.training.store.Safetensors;
import io.abacusdp.training.store.Tensors;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a federated run is said to have been, at its end. */
record FederatedOutcome(FederationReport report, Path model, Path page) {
    /** Writes the model and the report into a run's directory. */
    static FederatedOutcome write(
            FederationPlan plan,
            Streams streams,
            LocalLedger ledger,
            FederationServer server,
            FederationServer.Ended ended,
            FederatedProgress progress,
            String command,
            Path directory)
            throws IOException {
        FederationReport report = new FederationReport(
                plan,
                streams,
                ledger.history(),
                ledger.costs(),
                ended,
                progress.measured(),
                ledger.limits().equals(Limits.none()) ? Optional.empty() : Optional.of(server.roundsLeft()),
                // Who declined was asked, and where clients are sampled that is for the server alone.
                plan.clientRate() < 1 ? List.of() : progress.notes(),
                command);
        Model trained = server.model();
        Path model = directory.resolve("model.safetensors");
        Safetensors.write(
                model, Tensors.of(ModelFile.tensors(trained), Map.of("model", ModelJson.write(trained.spec()))));
        return new FederatedOutcome(report, model, report.writeTo(directory));
    }

    void print(Output output) {
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

    private OptionalDouble records() {
        return epsilon(report.costs().worstRecords(report.history()).map(Costs.OfClient::guarantee));
    }

    private OptionalDouble clients() {
        return epsilon(report.costs().released(report.history()));
    }

    private OptionalDouble participant() {
        return epsilon(report.costs().worstParticipant(report.history()).map(Costs.OfClient::guarantee));
    }

    private static OptionalDouble epsilon(Optional<Guarantee> guarantee) {
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
        HistoryJson.putEpsilon(node, "epsilon_sample", records());
        HistoryJson.putEpsilon(node, "epsilon_user", clients());
        node.put("delta", report.costs().delta());
        HistoryJson.putEpsilon(
                node, "accuracy", last().map(MeasuredRound::accuracy).orElse(OptionalDouble.empty()));
        HistoryJson.putEpsilon(node, "auc", last().map(MeasuredRound::auc).orElse(OptionalDouble.empty()));
        if (report.ended().ending() == FederationServer.Ending.PLAN_DONE) {
            node.putNull("stopped");
        } else {
            node.put("stopped", report.ended().reason());
        }
        HistoryJson.putEpsilon(node, "epsilon_user_sampling_known", participant());
        HistoryJson.putEpsilon(node, "conservative_total", report.costs().conservativeTotal(report.history()));
        report.costs()
                .worstRecords(report.history())
                .ifPresentOrElse(worst -> node.put("worst_client", worst.client()), () -> node.putNull("worst_client"));
        node.put("secure", report.streams().isSecure());
        node.put("model", model.toString());
        node.put("report", page.toString());
        return node;
    }

    private void text(Output output) {
        Block lead = report.lead();
        output.line(lead instanceof Block.Warning warning ? warning.text() : ((Block.Paragraph) lead).text());
        output.line("");
        output.line("style " + report.plan().style().id());
        output.line("rounds " + report.ended().rounds());
        report.costs().worstRecords(report.history()).ifPresent(worst -> {
            output.line("epsilon_sample " + output.up(worst.guarantee().epsilon()));
            output.line("worst_client " + worst.client());
        });
        clients().ifPresent(value -> output.line("epsilon_user " + output.up(value)));
        participant().ifPresent(value -> output.line("epsilon_user_sampling_known " + output.up(value)));
        report.costs()
                .conservativeTotal(report.history())
                .ifPresent(total -> output.line("conservative_total " + output.up(total)));
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
}
