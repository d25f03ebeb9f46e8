package io.abacusdp.federated.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.federated.server.ReportJson;
import io.abacusdp.storage.LineFile;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One line a released round, as CSV and as JSON. For people and plots: what was spent is in the ledger. Lines are only ever
 * added, so that a resumed run may have a round twice, and then the later one counts.
 */
public final class RoundLog {
    private final Path csv;
    private final Path json;

    /** The log in a directory, rounds.csv and rounds.jsonl. */
    public RoundLog(Path directory) {
        csv = directory.resolve("rounds.csv");
        json = directory.resolve("rounds.jsonl");
    }

    static ObjectNode json(MeasuredRound round) {
        ObjectNode node = ReportJson.write(round.round());
        HistoryJson.putEpsilon(node, "test_loss", round.loss());
        HistoryJson.putEpsilon(node, "test_accuracy", round.accuracy());
        HistoryJson.putEpsilon(node, "test_auc", round.auc());
        return node;
    }

    public void append(MeasuredRound round) throws IOException {
        ObjectNode node = json(round);
        if (LineFile.isEmpty(csv)) {
            LineFile.append(csv, node.propertyStream().map(Map.Entry::getKey).collect(Collectors.joining(",")));
        }
        LineFile.append(
                csv, node.propertyStream().map(entry -> cell(entry.getValue())).collect(Collectors.joining(",")));
        LineFile.append(json, node.toString());
    }

    private static String cell(JsonNode value) {
        String text = value.isNull() ? "" : value.asText();
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }

    /** The rounds that were logged, each once, up to the given one. A line that was cut off by a crash is left out. */
    public List<MeasuredRound> read(int lastRound) throws IOException {
        if (Files.notExists(json)) {
            return List.of();
        }
        Map<Integer, MeasuredRound> rounds = new TreeMap<>();
        try (Stream<String> lines = Files.lines(json)) {
            lines.forEach(line ->
                    parsed(line).ifPresent(round -> rounds.put(round.round().round(), round)));
        }
        return rounds.values().stream()
                .filter(round -> round.round().round() <= lastRound)
                .toList();
    }

    /** None of what was being written when the process ended. */
    private static Optional<MeasuredRound> parsed(String line) {
        try {
            return Optional.of(measured(StrictJson.parse(line)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Rounds of a report. */
    static List<MeasuredRound> rounds(JsonNode rounds) {
        return rounds.valueStream().map(RoundLog::measured).toList();
    }

    private static MeasuredRound measured(JsonNode node) {
        return new MeasuredRound(
                ReportJson.read(node),
                HistoryJson.epsilon(node.path("test_loss")),
                HistoryJson.epsilon(node.path("test_accuracy")),
                HistoryJson.epsilon(node.path("test_auc")));
    }
}
