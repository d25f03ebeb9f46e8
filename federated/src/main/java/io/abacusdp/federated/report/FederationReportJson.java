package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.training.noise.TestSeed;
import java.util.List;
import java.util.OptionalDouble;

/** A federation's report for programs: the guarantees first, with the events that they are the cost of. */
final class FederationReportJson {
    private static final String KIND = "federation";

    private FederationReportJson() {}

    static ObjectNode of(FederationReport report) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("kind", KIND);
        List<StatedGuarantee> stated = report.stated();
        node.put("private", report.streams().isSecure() && !stated.isEmpty())
                .put("secure", report.streams().isSecure());
        ArrayNode guarantees = node.putArray("guarantees");
        stated.forEach(each -> {
            ObjectNode guarantee = guarantees.addObject().put("who", each.who()).put("against", each.against());
            epsilon(guarantee, report, each.guarantee().epsilon());
            guarantee
                    .put("delta", each.guarantee().delta())
                    .put("adjacency", each.guarantee().adjacency().id())
                    .put("accountant", each.guarantee().accountant());
        });
        HistoryJson.putEpsilon(node, "conservative_total", report.costs().conservativeTotal(report.history()));
        node.set("privacy", HistoryJson.write(report.history(), report.costs()));
        node.put("clients", report.plan().members().size());
        NotCovered.of(report.plan().clientRate() < 1).forEach(node.putArray("not_covered")::add);
        report.notes().forEach(node.putArray("notes")::add);
        node.putObject("ended")
                .put("rounds", report.ended().rounds())
                .put("reason", report.ended().reason());
        node.put("rounds_left", report.forecast().orElse(null));
        ArrayNode rounds = node.putArray("rounds");
        report.rounds().forEach(round -> rounds.add(RoundLog.json(round)));
        ObjectNode settings = node.putObject("settings");
        report.plan().settings().forEach(settings::put);
        settings.put("randomness", report.streams().describe());
        return node.put("command", report.provenance().command())
                .put("version", report.provenance().version());
    }

    /** The epsilon that holds, which under a test seed is none, whatever was accounted. */
    private static void epsilon(ObjectNode node, FederationReport report, double accounted) {
        if (report.streams().isSecure()) {
            HistoryJson.putEpsilon(node, "epsilon", OptionalDouble.of(accounted));
        } else {
            node.putNull("epsilon").put("not_private", TestSeed.NOT_PRIVATE);
            HistoryJson.putEpsilon(node, TestSeed.WOULD_BE, OptionalDouble.of(accounted));
        }
    }
}
