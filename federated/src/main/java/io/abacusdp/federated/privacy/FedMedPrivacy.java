package io.abacusdp.federated.privacy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The privacy fields of DP-FedMed's checkpoints: {@code target_delta}, {@code sample_history} and {@code user_history} as lists of
 * (sigma, q, steps), {@code cumulative_sample_epsilon}, {@code cumulative_user_epsilon} and {@code partial_round_epsilon}; and its
 * privacy log, which has {@code history} with the noise, rate and steps of each round.
 *
 * <p>What is read are the steps; the epsilons are computed anew. Steps with noise 0 are not private here, where DP-FedMed leaves
 * them out. A round that was cut off has an epsilon without its events, and is refused.
 *
 * <p>Limits: the format has one history for all clients; what is written is that of the client whose records have lost most.
 */
public record FedMedPrivacy(double targetDelta, List<RoundRecord> rounds) {
    public FedMedPrivacy {
        if (!(targetDelta >= 0 && targetDelta < 1)) {
            throw new IllegalArgumentException("target_delta must be in [0, 1), got " + targetDelta);
        }
        rounds = List.copyOf(rounds);
    }

    /** A history of no rounds. */
    public static FedMedPrivacy empty(double targetDelta) {
        return new FedMedPrivacy(targetDelta, List.of());
    }

    /** The history with one round more. */
    public FedMedPrivacy with(RoundRecord round) {
        List<RoundRecord> more = new ArrayList<>(rounds);
        more.add(round);
        return new FedMedPrivacy(targetDelta, more);
    }

    /** What was run, all of it under the name of one client. */
    public PrivacyHistory history(String client) {
        PrivacyHistory history = new PrivacyHistory();
        rounds.forEach(round -> history.record(client, round));
        return history;
    }

    /**
     * A checkpoint's privacy fields, in an object of their own or within {@code privacy}, or a privacy log.
     *
     * @throws IllegalArgumentException if it is anything else, or of a round that was cut off
     */
    public static FedMedPrivacy read(String json) {
        JsonNode document = StrictJson.parse(json);
        JsonNode node = document.has("privacy") ? document.path("privacy") : document;
        if (node.path("partial_round_epsilon").asDouble() > 0) {
            throw new IllegalArgumentException(
                    "partial_round_epsilon must be 0, got %s: a round was cut off, and its steps are not in the file; add them by hand"
                            .formatted(node.path("partial_round_epsilon")));
        }
        double delta = number(node, "target_delta");
        return node.has("history")
                ? new FedMedPrivacy(delta, logged(node.path("history")))
                : new FedMedPrivacy(delta, triples(node));
    }

    private static List<RoundRecord> logged(JsonNode history) {
        List<RoundRecord> rounds = new ArrayList<>();
        for (JsonNode entry : history) {
            JsonNode sample = entry.path("sample");
            JsonNode user = entry.path("user");
            rounds.add(new RoundRecord(
                    (int) number(entry, "round"),
                    number(sample, "noise"),
                    number(sample, "rate"),
                    steps(sample),
                    number(user, "noise"),
                    number(user, "rate"),
                    steps(user)));
        }
        return rounds;
    }

    /** A part of a step would be lost if it were cut off. */
    private static long steps(JsonNode node) {
        JsonNode steps = node.path("steps");
        if (!steps.isIntegralNumber() || !steps.canConvertToLong()) {
            throw new IllegalArgumentException("steps must be a whole number, got " + steps);
        }
        return steps.longValue();
    }

    private static List<RoundRecord> triples(JsonNode node) {
        List<double[]> sample = list(node, "sample_history");
        List<double[]> user = list(node, "user_history");
        List<RoundRecord> rounds = new ArrayList<>();
        for (int i = 0; i < Math.max(sample.size(), user.size()); i++) {
            double[] s = i < sample.size() ? sample.get(i) : new double[3];
            double[] u = i < user.size() ? user.get(i) : new double[3];
            rounds.add(new RoundRecord(i + 1, s[0], s[1], (long) s[2], u[0], u[1], (long) u[2]));
        }
        return rounds;
    }

    private static List<double[]> list(JsonNode node, String name) {
        JsonNode list = node.path(name);
        if (!list.isArray()) {
            throw new IllegalArgumentException(name + " must be a list of [sigma, q, steps], got " + list);
        }
        List<double[]> triples = new ArrayList<>();
        for (JsonNode triple : list) {
            if (!triple.isArray() || triple.size() != 3 || !triple.get(2).isIntegralNumber()) {
                throw new IllegalArgumentException(name + " must hold [sigma, q, steps], got " + triple);
            }
            triples.add(new double[] {number(triple.get(0)), number(triple.get(1)), number(triple.get(2))});
        }
        return triples;
    }

    private static double number(JsonNode node, String name) {
        if (!node.path(name).isNumber()) {
            throw new IllegalArgumentException(name + " must be a number, got " + node.path(name));
        }
        return node.path(name).doubleValue();
    }

    private static double number(JsonNode value) {
        if (!value.isNumber()) {
            throw new IllegalArgumentException("a history must hold numbers, got " + value);
        }
        return value.doubleValue();
    }

    /**
     * The fields for a history: the steps of the worst client's records and those of clients.
     *
     * @throws IllegalArgumentException if an event is not steps of Poisson sampling and Gaussian noise, which is all that the
     *     format can say
     */
    public static ObjectNode write(PrivacyHistory history, PrivacyCosts costs) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("target_delta", costs.delta());
        Optional<PrivacyCosts.OfClient> worst = costs.worstRecords(history);
        List<DpEvent> records =
                worst.map(it -> history.recordEvents(it.client())).orElse(List.of());
        node.set("sample_history", triples(records));
        node.set("user_history", triples(history.releasedEvents()));
        HistoryJson.putEpsilon(
                node,
                "cumulative_sample_epsilon",
                OptionalDouble.of(worst.map(it -> it.guarantee().epsilon()).orElse(0.0)));
        HistoryJson.putEpsilon(
                node,
                "cumulative_user_epsilon",
                OptionalDouble.of(
                        costs.released(history).map(it -> it.epsilon()).orElse(0.0)));
        node.put("partial_round_epsilon", 0.0);
        return node;
    }

    private static ArrayNode triples(List<DpEvent> events) {
        ArrayNode triples = JsonNodeFactory.instance.arrayNode();
        for (DpEvent event : events) {
            DpEvent step = event instanceof Repeated repeated ? repeated.event() : event;
            long count = event instanceof Repeated repeated ? repeated.count() : 1;
            double rate = step instanceof PoissonSampled sampled ? sampled.rate() : 1;
            DpEvent release = step instanceof PoissonSampled sampled ? sampled.event() : step;
            triples.addArray().add(sigma(release, event)).add(rate).add(count);
        }
        return triples;
    }

    private static double sigma(DpEvent release, DpEvent event) {
        if (release instanceof NonPrivate) {
            return 0;
        }
        if (release instanceof Gaussian gaussian) {
            return gaussian.noiseMultiplier();
        }
        throw new IllegalArgumentException("DP-FedMed's histories hold sampled Gaussians only, got " + event);
    }
}
