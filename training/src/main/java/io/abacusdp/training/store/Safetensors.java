package io.abacusdp.training.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files in the safetensors format, which Python and many other tools read: 8 bytes with the length of the header, lowest
 * byte first; the header, JSON; then the numbers of one tensor after the other.
 *
 * <p>Source: the format's description at github.com/huggingface/safetensors, README, section 'Format'.
 *
 * <p>Limits: 32-bit floats only (dtype F32). Reading is strict: whatever the description does not allow is refused, a
 * truncated file, gaps, overlaps, unused bytes and duplicate names among it, and so is a header of more than 16 MiB.
 */
public final class Safetensors {
    static final String METADATA = "__metadata__";
    static final int MAX_HEADER = 1 << 24;

    private static final int LENGTH_BYTES = Long.BYTES;
    private static final int CHUNK = 1 << 16;

    private Safetensors() {}

    /** Replaces the file as a whole; see {@link DurableFile}. */
    public static void write(Path file, Tensors contents) throws IOException {
        byte[] header = Header.write(contents);
        DurableFile.replace(file, channel -> {
            writeFully(
                    channel, littleEndian(LENGTH_BYTES).putLong(header.length).flip());
            writeFully(channel, ByteBuffer.wrap(header));
            for (Tensor tensor : contents.tensors().values()) {
                writeValues(channel, tensor);
            }
        });
    }

    /**
     * Reads the file.
     *
     * @throws IOException if it cannot be read, or is not exactly what the format says
     */
    public static Tensors read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return read(channel);
        } catch (InvalidContentsException e) {
            throw new IOException(file + " is no valid safetensors file: " + e.getMessage(), e);
        }
    }

    private static Tensors read(FileChannel channel) throws IOException {
        long size = channel.size();
        if (size < LENGTH_BYTES) {
            throw new InvalidContentsException("it must have at least 8 bytes, got " + size);
        }
        long headerLength = readFully(channel, 0, LENGTH_BYTES).getLong();
        if (headerLength < 0 || headerLength > Math.min(MAX_HEADER, size - LENGTH_BYTES)) {
            throw new InvalidContentsException("its header must have at most "
                    + Math.min(MAX_HEADER, size - LENGTH_BYTES) + " bytes, got "
                    + Long.toUnsignedString(headerLength));
        }
        long dataStart = LENGTH_BYTES + headerLength;
        Header header = Header.read(readFully(channel, LENGTH_BYTES, (int) headerLength), size - dataStart);
        Map<String, Tensor> tensors = new TreeMap<>();
        for (Header.Entry entry : header.entries()) {
            float[] values = readValues(channel, dataStart + entry.begin(), entry.count());
            int[] shape = entry.shape().stream().mapToInt(Integer::intValue).toArray();
            tensors.put(entry.name(), Tensor.of(values, shape));
        }
        return Tensors.of(tensors, header.metadata());
    }

    private static void writeValues(FileChannel channel, Tensor tensor) throws IOException {
        ByteBuffer bytes = littleEndian(CHUNK * Float.BYTES);
        for (int from = 0; from < tensor.size(); from += CHUNK) {
            bytes.clear();
            for (int i = from; i < Math.min(tensor.size(), from + CHUNK); i++) {
                bytes.putFloat(tensor.at(i));
            }
            writeFully(channel, bytes.flip());
        }
    }

    private static float[] readValues(FileChannel channel, long position, int count) throws IOException {
        float[] values = new float[count];
        for (int from = 0; from < count; from += CHUNK) {
            int some = Math.min(CHUNK, count - from);
            readFully(channel, position + (long) from * Float.BYTES, some * Float.BYTES)
                    .asFloatBuffer()
                    .get(values, from, some);
        }
        return values;
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static ByteBuffer readFully(FileChannel channel, long position, int count) throws IOException {
        ByteBuffer bytes = littleEndian(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new InvalidContentsException("it ended while it was read");
            }
        }
        return bytes.flip();
    }

    private static ByteBuffer littleEndian(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }
}
