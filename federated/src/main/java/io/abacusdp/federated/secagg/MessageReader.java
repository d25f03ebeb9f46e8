package io.abacusdp.federated.secagg;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads what {@link MessageWriter} writes, and refuses everything else. */
final class MessageReader {
    private final ByteBuffer in;

    MessageReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    int u8() {
        require(1);
        return in.get() & 0xff;
    }

    int i32() {
        require(4);
        return in.getInt();
    }

    Bytes fixed(int length) {
        require(length);
        byte[] value = new byte[length];
        in.get(value);
        return Bytes.wrap(value);
    }

    Bytes varied() {
        return fixed(i32());
    }

    Members members() {
        byte[] bits = varied().view();
        if (bits.length > 0 && bits[bits.length - 1] == 0) {
            throw new IllegalArgumentException("a set of members must not end with a zero byte");
        }
        return Members.ofBits(bits);
    }

    <T> List<T> list(Function<MessageReader, T> element) {
        int count = i32();
        // Each element takes at least four bytes, so that a false count cannot claim memory.
        if (count < 0 || count > in.remaining() / 4) {
            throw new IllegalArgumentException("a list of " + count + " elements does not fit into the message");
        }
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(element.apply(this));
        }
        return values;
    }

    void end() {
        if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes after the end of the message");
        }
    }

    private void require(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
    }
}
