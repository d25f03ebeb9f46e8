package io.abacusdp.training.export;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One message of protocol buffers, written field by field. Mutable, for use by one thread.
 *
 * <p>Source: the encoding's description at protobuf.dev, 'Encoding': a field is its number and wire type as a varint, then its value.
 */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ProtobufMessage number(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    ProtobufMessage decimal(int field, float value) {
        varint(((long) field << 3) | FIXED32);
        bytes.writeBytes(ByteBuffer.allocate(Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(value)
                .array());
        return this;
    }

    ProtobufMessage text(int field, String value) {
        return raw(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufMessage message(int field, ProtobufMessage value) {
        return raw(field, value.toBytes());
    }

    ProtobufMessage raw(int field, byte[] value) {
        varint(((long) field << 3) | LENGTH_DELIMITED);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    /** Seven bits a byte, the lowest first; the highest bit says that there are more. */
    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
