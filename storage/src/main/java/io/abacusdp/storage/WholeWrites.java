package io.abacusdp.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * A channel as a stream that writes every byte or throws. A single write to a channel may take a part of the bytes only, for
 * instance as many as the disk still holds, and says so by no more than the number that it returns.
 *
 * <p>After a failure, writing and flushing fail for good: who writes to the stream may have swallowed the first exception.
 */
final class WholeWrites extends OutputStream {
    private final WritableByteChannel channel;
    private @Nullable IOException failure;

    WholeWrites(WritableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        flush();
        try {
            writeAll(ByteBuffer.wrap(bytes, from, count));
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void writeAll(ByteBuffer left) throws IOException {
        while (left.hasRemaining()) {
            if (channel.write(left) <= 0) {
                throw new IOException(left.remaining() + " bytes were not taken");
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (failure != null) {
            // A new one, as an exception cannot be suppressed by itself.
            throw new IOException(failure.getMessage(), failure);
        }
    }
}
