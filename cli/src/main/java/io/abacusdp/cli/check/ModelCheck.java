package io.abacusdp.cli.check;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.format.EventJson;
import io.abacusdp.format.InvalidEventException;
import io.abacusdp.storage.Safetensors;
import io.abacusdp.storage.TensorOutline;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.ModelTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A model file: that its arrays are those of its model, and that its metadata states what its events cost. */
final class ModelCheck {
    private final Findings findings;
    private final String name;

    private ModelCheck(Findings findings, String name) {
        this.findings = findings;
        this.name = name;
    }

    /** Checks the model, and returns what it says of its run; nothing if it says nothing of privacy. */
    static Optional<StatedRun> check(Findings findings, Path file) throws UnreadableException {
        BoundedFile.requireRegular(file, Long.MAX_VALUE);
        try {
            TensorOutline outline = Safetensors.outline(file, (int) BoundedFile.MAX_TEXT);
            return new ModelCheck(findings, BoundedFile.name(file)).check(file, outline);
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UnreadableException("is no valid safetensors file: " + cause.getMessage(), e);
        }
    }

    private Optional<StatedRun> check(Path file, TensorOutline outline) throws IOException, UnreadableException {
        Map<String, String> metadata = outline.metadata();
        String model = metadata.get("model");
        if (model == null) {
            throw new UnreadableException("does not say what model it holds: its metadata has no model");
        }
        try {
            checkParameters(file, outline, ModelJson.read(model));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException("holds no model: " + e.getMessage(), e);
        }
        if (!metadata.containsKey("event")) {
            findings.unknown(name, "what it cost: its metadata has no events");
            return Optional.empty();
        }
        return Optional.of(privacy(metadata, model));
    }

    private void checkParameters(Path file, TensorOutline outline, ModelSpec spec) throws IOException {
        Map<String, List<Integer>> expected = new TreeMap<>();
        spec.parameters()
                .forEach(block -> expected.put(block.name(), block.shape().sizes()));
        if (!outline.shapes().equals(expected)) {
            findings.wrong(
                    name,
                    "its arrays are not those of its model: some are missing, of another shape, or no part of it");
        } else if (Files.size(file) > BoundedFile.MAX_SIZE) {
            findings.unknown(name, "whether its parameters are numbers: it is too large to be read here");
        } else {
            findings.require(
                    Model.areFinite(
                            ModelTensors.parameters(spec, Safetensors.read(file).tensors(), "")),
                    name,
                    "its %d parameters are those of its model".formatted(spec.parameterCount()),
                    "a parameter is not finite");
        }
    }

    private StatedRun privacy(Map<String, String> metadata, String model) throws UnreadableException {
        double delta = number(metadata, "delta");
        if (!(delta >= 0 && delta <= 1)) {
            throw new UnreadableException("has a delta that is not in [0, 1]: " + delta);
        }
        Adjacency adjacency = JsonFields.adjacencyOf(text(metadata, "adjacency"));
        DpEvent event;
        try {
            event = EventJson.read(text(metadata, "event"));
        } catch (InvalidEventException e) {
            throw new UnreadableException("has no valid event: " + e.getMessage(), e);
        }
        if (metadata.containsKey("unit")) {
            findings.require(
                    UnitOfCharges.of(event).agreesWith(UnitOfCharges.parsed(text(metadata, "unit"))),
                    name,
                    "its charges are for its unit of privacy",
                    "its unit of privacy is said to be %s, and its charges are for another"
                            .formatted(text(metadata, "unit")));
        }
        OptionalDouble epsilon = OptionalDouble.empty();
        if (text(metadata, "epsilon").startsWith("not private")) {
            findings.noted(name, "claims no epsilon: " + text(metadata, "epsilon"));
        } else {
            double stated = number(metadata, "epsilon");
            if (!(stated >= 0)) {
                throw new UnreadableException("has an epsilon that is no number from 0");
            }
            epsilon = OptionalDouble.of(stated);
            new StatedEpsilon(name).check(findings, "epsilon", stated, delta, adjacency, event);
        }
        if (!metadata.getOrDefault("warnings", "").isEmpty()) {
            findings.noted(name, "its own warning: " + metadata.get("warnings"));
        }
        findings.unknown(name, "whether this model came from this run; the charges are only what its file says");
        return new StatedRun(name, epsilon, delta, adjacency, OptionalDouble.empty(), event, model, words(metadata));
    }

    private static StatedWords words(Map<String, String> metadata) throws UnreadableException {
        Optional<Boolean> hasPrivateRanges = Optional.empty();
        if (metadata.containsKey("examples")) {
            try {
                ExampleFormat format = ExampleFormat.fromJson(text(metadata, "examples"));
                hasPrivateRanges = Optional.of(format.source() instanceof ExampleFormat.WithheldTable);
            } catch (IllegalArgumentException e) {
                throw new UnreadableException("has a damaged schema, examples in its metadata: " + e.getMessage(), e);
            }
        }
        return new StatedWords(
                metadata.getOrDefault("run", ""),
                metadata.getOrDefault("warnings", ""),
                hasPrivateRanges,
                metadata.getOrDefault("unit", ""),
                List.of());
    }

    private static double number(Map<String, String> metadata, String key) throws UnreadableException {
        try {
            return Double.parseDouble(text(metadata, key));
        } catch (NumberFormatException e) {
            throw new UnreadableException("has a %s that is no number".formatted(key), e);
        }
    }

    private static String text(Map<String, String> metadata, String key) throws UnreadableException {
        String value = metadata.get(key);
        if (value == null) {
            throw new UnreadableException("has no %s in its metadata".formatted(key));
        }
        return value;
    }
}
