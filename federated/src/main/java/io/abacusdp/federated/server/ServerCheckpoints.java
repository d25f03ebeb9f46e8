package io.abacusdp.federated.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.federated.budget.LocalLedger;
import io.abacusdp.federated.privacy.HistoryJson;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.storage.DurableFile;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.Sha256;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.storage.Tensor;
import io.abacusdp.storage.Tensors;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The last two checkpoints of a server: the model as safetensors, and JSON that has the round, the model's hash, what was spent,
 * and the hash of the ledger at that time. A checkpoint is there when its JSON is, which is put in place as a whole.
 */
final class ServerCheckpoints {
    private static final int KEPT = 2;
    private static final String PREFIX = "checkpoint-";
    private static final String MODEL_PREFIX = "model-";
    private static final String OPTIMISER = "optimiser.";

    private final ServerDirectory directory;
    private final FederationPlan plan;

    ServerCheckpoints(ServerDirectory directory, FederationPlan plan) {
        this.directory = directory;
        this.plan = plan;
    }

    /** Keeps the state, with all that was spent up to now. */
    void write(ServerState state, int attempt) throws IOException {
        String id = "%08d-%04d".formatted(state.round(), attempt);
        String modelName = MODEL_PREFIX + id + ".safetensors";
        Path model = directory.path().resolve(modelName);
        Safetensors.write(model, tensors(state));
        LocalLedger ledger = directory.ledger();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("version", 1);
        node.put("run", directory.run());
        node.put("round", state.round());
        node.put("attempt", attempt);
        node.putObject("model").put("file", modelName).put("sha256", Sha256.ofFile(model));
        if (state.clippingNorm() < Double.POSITIVE_INFINITY) {
            node.put("clipping_norm", state.clippingNorm());
        } else {
            node.putNull("clipping_norm");
        }
        node.putObject("ledger").put("entries", ledger.size()).put("hash", ledger.hash(ledger.size()));
        node.set("privacy", HistoryJson.write(ledger.history(), ledger.costs()));
        ArrayNode rounds = node.putArray("rounds");
        state.reports().forEach(report -> rounds.add(ReportJson.write(report)));
        node.put("sha256", Sha256.of(node.toString()));
        DurableFile.replace(directory.path().resolve(PREFIX + id + ".json"), node + "\n");
        removeOld();
    }

    private Tensors tensors(ServerState state) {
        Map<String, Tensor> tensors = new TreeMap<>(ModelTensors.of(new Model(plan.model(), state.parameters)));
        state.optimiser
                .state()
                .forEach((name, values) -> tensors.put(OPTIMISER + name, Tensor.of(values, values.length)));
        return Tensors.of(
                tensors,
                Map.of(
                        "model", ModelJson.write(plan.model()),
                        "run", directory.run(),
                        "round", Integer.toString(state.round())));
    }

    /** Whether there is none at all. */
    boolean isEmpty() throws IOException {
        return newestFirst().isEmpty();
    }

    /**
     * The newest state that is whole.
     *
     * @param problems told of each that is not
     * @throws DamagedFileException if none is whole, or if one knows of spend that the ledger lacks
     */
    ServerState newest(Consumer<String> problems) throws IOException {
        for (Path file : newestFirst()) {
            JsonNode node;
            ServerState state;
            try {
                node = whole(file);
                state = state(node);
            } catch (IOException | IllegalArgumentException e) {
                problems.accept("%s is damaged (%s); the checkpoint before it is used, and nothing spent is forgotten"
                        .formatted(file.getFileName(), e.getMessage()));
                continue;
            }
            int entries = node.path("ledger").path("entries").asInt();
            LocalLedger ledger = directory.ledger();
            if (entries > ledger.size()
                    || !ledger.hash(entries)
                            .equals(node.path("ledger").path("hash").asText())) {
                throw new DamagedFileException(
                        "%s was made after %d entries that the ledger of this run does not hold; what was spent is not known"
                                .formatted(file, entries));
            }
            return state;
        }
        throw new DamagedFileException(
                "no checkpoint in %s is whole: the model is lost, and what the ledger holds is spent"
                        .formatted(directory.path()));
    }

    private JsonNode whole(Path file) throws IOException {
        ObjectNode node = (ObjectNode) StrictJson.parse(Files.readString(file));
        JsonNode hash = node.remove("sha256");
        if (hash == null || !Sha256.of(node.toString()).equals(hash.asText())) {
            throw new DamagedFileException("its hash is not that of its contents");
        }
        if (!directory.run().equals(node.path("run").asText())) {
            throw new DamagedFileException("it is of another run");
        }
        return node;
    }

    private ServerState state(JsonNode node) throws IOException {
        Path model = directory.path().resolve(node.path("model").path("file").asText());
        if (!Sha256.ofFile(model).equals(node.path("model").path("sha256").asText())) {
            throw new DamagedFileException("its model is not the one that was written");
        }
        Map<String, Tensor> tensors = Safetensors.read(model).tensors();
        double norm = node.path("clipping_norm").isNull()
                ? Double.POSITIVE_INFINITY
                : node.path("clipping_norm").doubleValue();
        ServerState state =
                new ServerState(ModelTensors.parameters(plan.model(), tensors, ""), plan.aggregation(), norm);
        Map<String, float[]> optimiser = new HashMap<>();
        tensors.forEach((name, tensor) -> {
            if (name.startsWith(OPTIMISER)) {
                optimiser.put(name.substring(OPTIMISER.length()), tensor.values());
            }
        });
        state.optimiser.restore(optimiser);
        List<RoundReport> reports = new ArrayList<>();
        node.path("rounds").forEach(round -> reports.add(ReportJson.read(round)));
        state.restore(reports);
        return state;
    }

    private void removeOld() throws IOException {
        List<Path> files = newestFirst();
        Set<String> kept = new HashSet<>();
        for (Path file : files.subList(0, Math.min(KEPT, files.size()))) {
            String name = file.getFileName().toString();
            kept.add(name);
            kept.add(MODEL_PREFIX + name.substring(PREFIX.length()).replace(".json", ".safetensors"));
        }
        for (Path file : named(PREFIX, MODEL_PREFIX)) {
            if (!kept.contains(file.getFileName().toString())) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> newestFirst() throws IOException {
        return named(PREFIX).stream().sorted(Comparator.reverseOrder()).toList();
    }

    private List<Path> named(String... prefixes) throws IOException {
        try (Stream<Path> files = Files.list(directory.path())) {
            return files.filter(file ->
                            Stream.of(prefixes).anyMatch(file.getFileName().toString()::startsWith))
                    .toList();
        }
    }
}
