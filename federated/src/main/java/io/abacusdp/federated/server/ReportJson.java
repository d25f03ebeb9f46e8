package io.abacusdp.federated.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.HistoryJson;

/** A round's report as JSON. */
public final class ReportJson {
    private ReportJson() {}

    public static ObjectNode write(RoundReport report) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("round", report.round());
        node.put("attempt", report.attempt());
        node.put("clients", report.enrolled());
        HistoryJson.putEpsilon(node, "epsilon_sample", report.epsilonSample());
        node.put("worst_client", report.worstClient());
        HistoryJson.putEpsilon(node, "epsilon_user", report.epsilonUser());
        HistoryJson.putEpsilon(node, "epsilon_user_sampling_known", report.epsilonUserKnown());
        HistoryJson.putEpsilon(node, "clipping_norm", report.clippingNorm());
        return node;
    }

    /** What {@link #write} wrote. */
    public static RoundReport read(JsonNode node) {
        return new RoundReport(
                node.path("round").asInt(),
                node.path("attempt").asInt(),
                node.path("clients").asInt(),
                HistoryJson.epsilon(node.path("epsilon_sample")),
                node.path("worst_client").asText(),
                HistoryJson.epsilon(node.path("epsilon_user")),
                HistoryJson.epsilon(node.path("epsilon_user_sampling_known")),
                HistoryJson.epsilon(node.path("clipping_norm")));
    }
}
