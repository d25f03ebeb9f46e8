package io.abacusdp.federated.secagg;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the canonical bytes of messages: big-endian integers, lengths before what varies, nothing optional. */
final class MessageWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    MessageWriter u8(int value) {
        out.write(value);
        return this;
    }

    MessageWriter i32(int value) {
        return u8(value >>> 24).u8(value >>> 16).u8(value >>> 8).u8(value);
    }

    /** Bytes whose number is fixed by the type of the message. */
    MessageWriter fixed(Bytes value) {
        out.writeBytes(value.view());
        return this;
    }

    MessageWriter varied(byte[] value) {
        i32(value.length);
        out.writeBytes(value);
        return this;
    }

    MessageWriter varied(Bytes value) {
        return varied(value.view());
    }

    MessageWriter text(String value) {
        return varied(value.getBytes(StandardCharsets.UTF_8));
    }

    MessageWriter members(Members members) {
        return varied(members.toBytes());
    }

    <T> MessageWriter list(List<T> values, BiConsumer<T, MessageWriter> element) {
        i32(values.size());
        values.forEach(value -> element.accept(value, this));
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }
}
