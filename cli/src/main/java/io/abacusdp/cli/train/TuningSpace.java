package io.abacusdp.cli.train;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.storage.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings to choose from: every combination of the values that a file lists is a candidate, and all are equally likely. */
final class TuningSpace {
    /** Options that change neither the events of a run nor the data. */
    private static final Set<String> ALLOWED = Set.of(
            "learning-rate",
            "decay",
            "warm-up",
            "optimiser",
            "momentum",
            "weight-decay",
            "average",
            "clip",
            "clip-end",
            "label-smoothing",
            "model");

    private static final int MOST = 256;

    private TuningSpace() {}

    /** The arguments of each candidate. */
    static List<List<String>> read(Path file) throws IOException {
        JsonNode root;
        try {
            root = StrictJson.parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "--tune must be a JSON object of options and lists of values: " + e.getMessage(), e);
        }
        if (!root.isObject() || root.isEmpty()) {
            throw new UsageException(
                    "--tune must be a JSON object with at least one option, got " + root.getNodeType());
        }
        List<List<String>> candidates = List.of(List.of());
        for (Map.Entry<String, JsonNode> option : root.properties()) {
            candidates = product(candidates, option.getKey(), option.getValue());
            if (candidates.size() > MOST) {
                throw new UsageException("--tune may have at most %d candidates, got more".formatted(MOST));
            }
        }
        return candidates;
    }

    private static List<List<String>> product(List<List<String>> candidates, String name, JsonNode values) {
        if (!ALLOWED.contains(name)) {
            throw new UsageException("--tune may have %s, which change nothing of what a run costs, got %s"
                    .formatted(ALLOWED.stream().sorted().toList(), name));
        }
        if (!values.isArray() || values.isEmpty()) {
            throw new UsageException("--tune must have a list of values for " + name);
        }
        List<List<String>> product = new ArrayList<>();
        for (List<String> candidate : candidates) {
            for (JsonNode value : values) {
                if (!value.isValueNode() || value.isNull()) {
                    throw new UsageException("--tune must have numbers or words for " + name);
                }
                List<String> longer = new ArrayList<>(candidate);
                longer.add("--" + name + "=" + value.asText());
                product.add(longer);
            }
        }
        return product;
    }
}
