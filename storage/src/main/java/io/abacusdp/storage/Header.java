package io.abacusdp.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The JSON at the beginning of a safetensors file: where each tensor is, and text about them. */
record Header(List<Entry> entries, Map<String, String> metadata) {
    private static final Set<String> FIELDS = Set.of("data_offsets", "dtype", "shape");

    /** The numbers begin at a multiple of this, so that others can map the file into memory. */
    private static final int ALIGNMENT = 8;

    /** Where a tensor is, from the end of the header. */
    record Entry(String name, List<Integer> shape, long begin, long end) {
        int count() {
            return (int) ((end - begin) / Float.BYTES);
        }
    }

    static byte[] write(Tensors contents) {
        ObjectNode header = JsonNodeFactory.instance.objectNode();
        if (!contents.metadata().isEmpty()) {
            ObjectNode metadata = header.putObject(Safetensors.METADATA);
            contents.metadata().forEach(metadata::put);
        }
        long begin = 0;
        for (Map.Entry<String, Tensor> tensor : contents.tensors().entrySet()) {
            long end = begin + (long) tensor.getValue().size() * Float.BYTES;
            ObjectNode entry = header.putObject(tensor.getKey());
            entry.put("dtype", "F32");
            ArrayNode shape = entry.putArray("shape");
            Arrays.stream(tensor.getValue().shape()).forEach(shape::add);
            entry.putArray("data_offsets").add(begin).add(end);
            begin = end;
        }
        byte[] json = header.toString().getBytes(StandardCharsets.UTF_8);
        int length = (json.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (length > Safetensors.MAX_HEADER) {
            throw new IllegalArgumentException(
                    "names and metadata must fit into a header of " + Safetensors.MAX_HEADER + " bytes, got " + length);
        }
        byte[] padded = Arrays.copyOf(json, length);
        Arrays.fill(padded, json.length, length, (byte) ' ');
        return padded;
    }

    /** @param dataSize bytes after the header, all of which must belong to a tensor */
    static Header read(ByteBuffer bytes, long dataSize) throws InvalidContentsException {
        JsonNode json = parse(bytes);
        List<Entry> entries = new ArrayList<>();
        Map<String, String> metadata = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            if (field.getKey().equals(Safetensors.METADATA)) {
                readMetadata(field.getValue(), metadata);
            } else {
                entries.add(entry(field.getKey(), field.getValue()));
            }
        }
        requireWithoutGaps(entries, dataSize);
        return new Header(entries, metadata);
    }

    private static JsonNode parse(ByteBuffer bytes) throws InvalidContentsException {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
            require(text.startsWith("{"), "its header must begin with {");
            JsonNode json = StrictJson.parse(text);
            require(json.isObject(), "its header must be a JSON object");
            return json;
        } catch (CharacterCodingException e) {
            throw new InvalidContentsException("its header must be UTF-8", e);
        } catch (InvalidJsonException e) {
            throw new InvalidContentsException("in its header, " + e.getMessage(), e);
        }
    }

    private static void readMetadata(JsonNode json, Map<String, String> into) throws InvalidContentsException {
        require(json.isObject(), Safetensors.METADATA + " must be an object");
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            require(field.getValue().isTextual(), "metadata " + field.getKey() + " must be a string");
            into.put(field.getKey(), field.getValue().textValue());
        }
    }

    private static Entry entry(String name, JsonNode json) throws InvalidContentsException {
        Set<String> fields = new TreeSet<>();
        json.fieldNames().forEachRemaining(fields::add);
        require(fields.equals(FIELDS), "tensor " + name + " must have " + new TreeSet<>(FIELDS) + ", got " + fields);
        JsonNode type = json.path("dtype");
        require("F32".equals(type.textValue()), "tensor " + name + " must have dtype F32, got " + type);
        long[] shape = counts(name, "shape", json.path("shape"));
        long[] offsets = counts(name, "data_offsets", json.path("data_offsets"));
        require(offsets.length == 2, "tensor " + name + " must have two data_offsets, got " + offsets.length);
        long size = size(name, shape);
        require(
                offsets[1] - offsets[0] == size * Float.BYTES,
                "tensor " + name + " of " + size + " values must have " + size * Float.BYTES + " bytes, got "
                        + (offsets[1] - offsets[0]));
        List<Integer> sizes = Arrays.stream(shape).mapToObj(Math::toIntExact).toList();
        return new Entry(name, sizes, offsets[0], offsets[1]);
    }

    private static long[] counts(String name, String field, JsonNode json) throws InvalidContentsException {
        require(json.isArray(), field + " of tensor " + name + " must be a list");
        long[] counts = new long[json.size()];
        for (int i = 0; i < counts.length; i++) {
            JsonNode count = json.path(i);
            require(
                    count.isIntegralNumber() && count.canConvertToLong() && count.longValue() >= 0,
                    field + " of tensor " + name + " must hold whole numbers from 0, got " + count);
            counts[i] = count.longValue();
        }
        return counts;
    }

    private static long size(String name, long[] shape) throws InvalidContentsException {
        long size = 1;
        for (long n : shape) {
            require(
                    n <= Integer.MAX_VALUE && size * n <= Integer.MAX_VALUE - ALIGNMENT,
                    "tensor " + name + " must have less than 2^31 values, got shape " + Arrays.toString(shape));
            size *= n;
        }
        return size;
    }

    private static void requireWithoutGaps(List<Entry> entries, long dataSize) throws InvalidContentsException {
        entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
        long end = 0;
        for (Entry entry : entries) {
            require(
                    entry.begin() == end,
                    "tensor " + entry.name() + " must begin at byte " + end + ", got " + entry.begin());
            end = entry.end();
        }
        require(end == dataSize, "its tensors must have " + end + " bytes, got " + dataSize);
    }

    private static void require(boolean condition, String problem) throws InvalidContentsException {
        if (!condition) {
            throw new InvalidContentsException(problem);
        }
    }
}
