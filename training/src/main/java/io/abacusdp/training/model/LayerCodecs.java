package io.abacusdp.training.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Layers to JSON and back, one entry a type. */
final class LayerCodecs {
    /** How one type of layer is read, and the names of its fields. */
    private record Reader(Function<ModelFields, LayerSpec> read, List<String> fields) {}

    private static final Map<String, Reader> READERS = readers();

    private LayerCodecs() {}

    private static Map<String, Reader> readers() {
        Map<String, Reader> readers = new LinkedHashMap<>();
        put(readers, "linear", f -> new LayerSpec.Linear(f.count("outputs")), "outputs");
        put(
                readers,
                "conv2d",
                f -> new LayerSpec.Conv2d(
                        f.count("channels"), f.count("kernel"), f.count("stride"), f.count("padding")),
                "channels",
                "kernel",
                "stride",
                "padding");
        put(readers, "max_pool", f -> new LayerSpec.MaxPool(f.count("kernel"), f.count("stride")), "kernel", "stride");
        put(
                readers,
                "average_pool",
                f -> new LayerSpec.AveragePool(f.count("kernel"), f.count("stride")),
                "kernel",
                "stride");
        put(readers, "relu", f -> new LayerSpec.Relu());
        put(readers, "tanh", f -> new LayerSpec.Tanh());
        put(
                readers,
                "tempered_sigmoid",
                f -> new LayerSpec.TemperedSigmoid(f.number("scale"), f.number("temperature"), f.number("offset")),
                "scale",
                "temperature",
                "offset");
        put(readers, "group_norm", f -> new LayerSpec.GroupNorm(f.count("groups")), "groups");
        put(readers, "layer_norm", f -> new LayerSpec.LayerNorm());
        put(
                readers,
                "embedding",
                f -> new LayerSpec.Embedding(f.count("vocabulary"), f.count("dimension")),
                "vocabulary",
                "dimension");
        put(readers, "flatten", f -> new LayerSpec.Flatten());
        return readers;
    }

    private static void put(
            Map<String, Reader> readers, String type, Function<ModelFields, LayerSpec> read, String... fields) {
        readers.put(type, new Reader(read, List.of(fields)));
    }

    static LayerSpec read(JsonNode node, String path) {
        ModelFields fields = new ModelFields(node, path, "a layer, an object with a type");
        String type = fields.text("type");
        Reader reader = READERS.get(type);
        if (reader == null) {
            throw new InvalidModelException(path + ".type", unknown(type));
        }
        String[] allowed = new String[reader.fields().size() + 1];
        allowed[0] = "type";
        for (int i = 1; i < allowed.length; i++) {
            allowed[i] = reader.fields().get(i - 1);
        }
        fields.allow(type, allowed);
        try {
            return reader.read().apply(fields);
        } catch (InvalidModelException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidModelException(path, String.valueOf(e.getMessage()), e);
        }
    }

    private static String unknown(String type) {
        String plain = type.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (plain.startsWith("batchnorm") || plain.startsWith("syncbatchnorm")) {
            return "%s mixes examples, so that clipping one example's gradient would bound nothing; use group_norm"
                    .formatted(type);
        }
        return "must be one of %s, got %s".formatted(String.join(", ", READERS.keySet()), type);
    }

    static ObjectNode write(LayerSpec layer) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", layer.type());
        if (layer instanceof LayerSpec.Linear linear) {
            node.put("outputs", linear.outputs());
        } else if (layer instanceof LayerSpec.Conv2d conv) {
            node.put("channels", conv.channels()).put("kernel", conv.kernel());
            node.put("stride", conv.stride()).put("padding", conv.padding());
        } else if (layer instanceof LayerSpec.MaxPool pool) {
            node.put("kernel", pool.kernel()).put("stride", pool.stride());
        } else if (layer instanceof LayerSpec.AveragePool pool) {
            node.put("kernel", pool.kernel()).put("stride", pool.stride());
        } else if (layer instanceof LayerSpec.TemperedSigmoid sigmoid) {
            node.put("scale", sigmoid.scale()).put("temperature", sigmoid.temperature());
            node.put("offset", sigmoid.offset());
        } else if (layer instanceof LayerSpec.GroupNorm norm) {
            node.put("groups", norm.groups());
        } else if (layer instanceof LayerSpec.Embedding embedding) {
            node.put("vocabulary", embedding.vocabulary()).put("dimension", embedding.dimension());
        }
        return node;
    }
}
