package io.abacusdp.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The private files of a federated run that its release is compared with.
 *
 * @param settings that it began with
 * @param checkpoint the newest
 * @param model of that checkpoint
 */
record FederatedRun(FederatedLedger ledger, JsonFields settings, JsonFields checkpoint, Path model) {
    private static final String REPORT = "report.json";

    /** Rounds that are priced by the ledger, the last ones; a stranger's run must not take hours. */
    private static final int MAX_PRICED = 40;

    private static final double MACHINES = 1e-9;

    void compare(Findings findings, JsonFields report, PrivacyHistory history) throws UnreadableException {
        findings.require(
                FederatedCheckpointCheck.isSame(ledger.history(ledger.size()), history),
                REPORT,
                "its events are those of ledger.log",
                "its events are not those of ledger.log");
        ObjectNode begun = settings.node().deepCopy();
        begun.remove("test data");
        findings.require(
                begun.equals(report.object("settings").node()),
                REPORT,
                "its settings are those that the run began with",
                "its settings are not those that the run began with");
        findings.require(
                report.object("ended").count("rounds") == checkpoint.count("round") && isOfCheckpoint(report),
                REPORT,
                "its rounds are those of the newest checkpoint",
                "its rounds are not those of the newest checkpoint");
        List<String> unsaid = new ArrayList<>(ledger.quarantined());
        unsaid.removeIf(text -> report.node()
                .path("notes")
                .valueStream()
                .anyMatch(note -> note.asText().equals(text)));
        findings.require(
                unsaid.isEmpty(), REPORT, "it names who was quarantined", "it does not name all who were quarantined");
        price(findings, report);
    }

    /** What was measured is not in a checkpoint; a round that was released when the process was killed may lack in the report. */
    private boolean isOfCheckpoint(JsonFields report) {
        List<JsonNode> all = new ArrayList<>();
        checkpoint.node().path("rounds").forEach(all::add);
        return all.containsAll(
                FederatedReportCheck.withoutMeasures(report.node().path("rounds")));
    }

    /** After each round, what the entries of the ledger up to its commit cost. */
    private void price(Findings findings, JsonFields report) throws UnreadableException {
        PrivacyCosts costs = PrivacyCosts.best(report.object("privacy").delta("target_delta"));
        List<JsonFields> rounds = report.objects("rounds");
        boolean isSame = true;
        int priced = 0;
        for (JsonFields round : rounds.subList(Math.max(0, rounds.size() - MAX_PRICED), rounds.size())) {
            Optional<PrivacyHistory> spent = ledger.committed(round.count("round"), round.count("attempt"));
            isSame &= spent.isPresent();
            if (spent.isPresent()) {
                priced++;
                JsonFields truth = new JsonFields(HistoryJson.write(spent.get(), costs), "$");
                isSame &= isSame(round, "epsilon_sample", truth, FederatedPrivacyCheck.RECORDS)
                        && isSame(round, "epsilon_user", truth, FederatedPrivacyCheck.RELEASED)
                        && isSame(round, "epsilon_user_sampling_known", truth, FederatedPrivacyCheck.PARTICIPATION);
            }
        }
        findings.require(
                isSame,
                REPORT,
                "%d rounds, each with the epsilons of ledger.log up to it".formatted(priced),
                "the epsilons of its rounds are not those of ledger.log up to them");
    }

    private static boolean isSame(JsonFields round, String name, JsonFields truth, String figure)
            throws UnreadableException {
        OptionalDouble said = round.optionalNumber(name);
        OptionalDouble cost = truth.optionalNumber(figure);
        return said.equals(cost)
                || (said.isPresent()
                        && cost.isPresent()
                        && Math.abs(said.getAsDouble() - cost.getAsDouble()) <= MACHINES * cost.getAsDouble());
    }

    /** The released model is that of the newest checkpoint, number by number. */
    void compareModel(Findings findings, Path released) {
        try {
            Map<String, Tensor> kept = Safetensors.read(model).tensors();
            Map<String, Tensor> shown = Safetensors.read(released).tensors();
            boolean isSame = shown.entrySet().stream()
                    .allMatch(each -> kept.containsKey(each.getKey())
                            && Arrays.equals(
                                    each.getValue().values(),
                                    kept.getOrDefault(each.getKey(), each.getValue())
                                            .values()));
            findings.require(
                    isSame,
                    BoundedFile.name(released),
                    "it is the model of the newest checkpoint",
                    "it is not the model of the newest checkpoint");
        } catch (IOException | IllegalArgumentException e) {
            findings.wrong(BoundedFile.name(released), "cannot be compared with the newest checkpoint");
        }
    }
}
