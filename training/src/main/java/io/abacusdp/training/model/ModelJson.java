package io.abacusdp.training.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.storage.StrictJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Models as JSON: {@code {"input":[28,28,1],"layers":[{"type":"conv2d","channels":16,"kernel":8,"stride":2,"padding":3},
 * {"type":"relu"},...],"loss":"softmax_cross_entropy"}}. Every field is required, and no other is allowed.
 */
public final class ModelJson {
    private ModelJson() {}

    /**
     * The model that the text describes.
     *
     * @throws IllegalArgumentException if it describes none, with the path of the offence
     */
    public static ModelSpec read(String json) {
        JsonNode node = StrictJson.parse(json);
        ModelFields fields = new ModelFields(node, "$", "a model, an object with input, layers and loss");
        fields.allow("model", "input", "layers", "loss");
        Shape input = new Shape(fields.counts("input"));
        List<LayerSpec> layers = new ArrayList<>();
        for (JsonNode layer : fields.array("layers")) {
            layers.add(LayerCodecs.read(layer, "$.layers[" + layers.size() + "]"));
        }
        return new ModelSpec(input, layers, loss(fields.text("loss")));
    }

    /** The model as one line of JSON. */
    public static String write(ModelSpec spec) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        ArrayNode input = node.putArray("input");
        spec.input().sizes().forEach(input::add);
        ArrayNode layers = node.putArray("layers");
        spec.layers().forEach(layer -> layers.add(LayerCodecs.write(layer)));
        node.put("loss", spec.loss().id());
        return node.toString();
    }

    private static Loss loss(String id) {
        return Arrays.stream(Loss.values())
                .filter(loss -> loss.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidModelException(
                        "$.loss",
                        "must be one of %s, got %s"
                                .formatted(
                                        Arrays.stream(Loss.values())
                                                .map(Loss::id)
                                                .collect(Collectors.joining(", ")),
                                        id)));
    }
}
