package io.abacusdp.federated.secagg;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes the canonical bytes of messages: big-endian integers, lengths before what varies, nothing optional. */
final class MessageWriter {
    private byte[] buffer = new byte[256];
    private int size;

    MessageWriter u8(int value) {
        ensure(1);
        buffer[size++] = (byte) value;
        return this;
    }

    MessageWriter i32(int value) {
        return u8(value >>> 24).u8(value >>> 16).u8(value >>> 8).u8(value);
    }

    /** Bytes whose number is fixed by the type of the message. */
    MessageWriter fixed(Bytes value) {
        return raw(value.view());
    }

    MessageWriter varied(byte[] value) {
        return i32(value.length).raw(value);
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
        return Arrays.copyOf(buffer, size);
    }

    private MessageWriter raw(byte[] value) {
        ensure(value.length);
        System.arraycopy(value, 0, buffer, size, value.length);
        size += value.length;
        return this;
    }

    private void ensure(int more) {
        if (size + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, size + more));
        }
    }
}
