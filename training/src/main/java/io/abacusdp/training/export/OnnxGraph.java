package io.abacusdp.training.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The nodes of an ONNX graph, one after the other: each takes what the one before gave, besides constants. Mutable, for use by one
 * thread.
 *
 * <p>Source: messages and numbers of fields are those of onnx.proto of the ONNX project, IR version 8, operators of set 13.
 */
final class OnnxGraph {
    static final int OPERATOR_SET = 13;

    private static final int IR_VERSION = 8;
    private static final int FLOAT = 1;
    private static final int INT64 = 7;

    private final ProtobufMessage graph = new ProtobufMessage();
    private String current;
    private int names;

    /** @param input name of the graph's input */
    OnnxGraph(String input) {
        this.current = input;
    }

    /** Name of what the last node gave. */
    String current() {
        return current;
    }

    /** Goes on from another value than the last. */
    void goOnFrom(String value) {
        current = value;
    }

    /** An attribute of a node. */
    record Attribute(ProtobufMessage message) {
        static Attribute of(String name, long value) {
            return new Attribute(
                    new ProtobufMessage().text(1, name).number(3, value).number(20, 2));
        }

        static Attribute of(String name, long... values) {
            ProtobufMessage message = new ProtobufMessage().text(1, name);
            for (long value : values) {
                message.number(8, value);
            }
            return new Attribute(message.number(20, 7));
        }
    }

    /** Adds a node that takes the current value and constants, and makes its result the current one. */
    String node(String operator, List<String> constants, Attribute... attributes) {
        ProtobufMessage node = new ProtobufMessage().text(1, current);
        constants.forEach(constant -> node.text(1, constant));
        return add(operator, node, attributes);
    }

    /** The same with a value before the current one. */
    String nodeAfter(String operator, String before, Attribute... attributes) {
        return add(operator, new ProtobufMessage().text(1, before).text(1, current), attributes);
    }

    private String add(String operator, ProtobufMessage node, Attribute... attributes) {
        String result = "%s_%d".formatted(operator.toLowerCase(Locale.ROOT), names++);
        node.text(2, result).text(3, result).text(4, operator);
        for (Attribute attribute : attributes) {
            node.message(5, attribute.message());
        }
        graph.message(1, node);
        current = result;
        return result;
    }

    /** Gives the current value a name under which it leaves the graph. */
    void output(String name, long width) {
        ProtobufMessage node = new ProtobufMessage()
                .text(1, current)
                .text(2, name)
                .text(3, name)
                .text(4, "Identity");
        graph.message(1, node).message(12, value(name, List.of(width)));
    }

    void input(String name, List<Long> shape) {
        graph.message(11, value(name, shape));
    }

    /** Numbers of any count of examples: the first dimension has a name in place of a size. */
    private static ProtobufMessage value(String name, List<Long> shape) {
        ProtobufMessage sizes = new ProtobufMessage().message(1, new ProtobufMessage().text(2, "examples"));
        shape.forEach(size -> sizes.message(1, new ProtobufMessage().number(1, size)));
        ProtobufMessage tensor = new ProtobufMessage().number(1, FLOAT).message(2, sizes);
        return new ProtobufMessage().text(1, name).message(2, new ProtobufMessage().message(1, tensor));
    }

    /** A constant of the graph; returns its name. */
    String constant(String name, float[] values, int... shape) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return constant(name, FLOAT, bytes.array(), shape);
    }

    /** A constant of whole numbers, such as a shape. */
    String constant(String name, long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return constant(name, INT64, bytes.array(), values.length);
    }

    private String constant(String name, int type, byte[] raw, int... shape) {
        ProtobufMessage tensor = new ProtobufMessage();
        for (int size : shape) {
            tensor.number(1, size);
        }
        graph.message(5, tensor.number(2, type).text(8, name).raw(9, raw));
        return name;
    }

    /** The whole model. */
    byte[] model(String version, Map<String, String> metadata) {
        ProtobufMessage model = new ProtobufMessage()
                .number(1, IR_VERSION)
                .text(2, "abacus")
                .text(3, version)
                .message(7, graph.text(2, "model"))
                .message(8, new ProtobufMessage().text(1, "").number(2, OPERATOR_SET));
        metadata.forEach((key, value) ->
                model.message(14, new ProtobufMessage().text(1, key).text(2, value)));
        return model.toBytes();
    }
}
