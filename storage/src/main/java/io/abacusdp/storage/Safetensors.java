package io.abacusdp.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
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
        DurableFile.replace(file, bytes(contents));
    }

    /** The same for a file that nobody but its owner may read. */
    public static void writePrivate(Path file, Tensors contents) throws IOException {
        DurableFile.replacePrivate(file, bytes(contents));
    }

    private static DurableFile.Contents bytes(Tensors contents) {
        byte[] header = Header.write(contents);
        return out -> {
            out.write(littleEndian(LENGTH_BYTES).putLong(header.length).array());
            out.write(header);
            for (Tensor tensor : contents.tensors().values()) {
                writeValues(out, tensor);
            }
        };
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

    /**
     * Reads all but the numbers, in little memory whatever the file's size.
     *
     * @param maxHeader bytes of the longest header that is read
     * @throws IOException if it cannot be read, or is not exactly what the format says
     */
    public static TensorOutline outline(Path file, int maxHeader) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Header header = readHeader(channel, headerLength(channel, maxHeader));
            SortedMap<String, List<Integer>> shapes = new TreeMap<>();
            header.entries().forEach(entry -> shapes.put(entry.name(), entry.shape()));
            return new TensorOutline(shapes, new TreeMap<>(header.metadata()));
        } catch (InvalidContentsException e) {
            throw new IOException(file + " is no valid safetensors file: " + e.getMessage(), e);
        }
    }

    private static int headerLength(FileChannel channel, int maxHeader) throws IOException {
        long size = channel.size();
        if (size < LENGTH_BYTES) {
            throw new InvalidContentsException("it must have at least 8 bytes, got " + size);
        }
        long length = readFully(channel, 0, LENGTH_BYTES).getLong();
        if (length < 0 || length > Math.min(maxHeader, size - LENGTH_BYTES)) {
            throw new InvalidContentsException("its header must have at most "
                    + Math.min(maxHeader, size - LENGTH_BYTES) + " bytes, got " + Long.toUnsignedString(length));
        }
        return (int) length;
    }

    private static Header readHeader(FileChannel channel, int length) throws IOException {
        return Header.read(readFully(channel, LENGTH_BYTES, length), channel.size() - LENGTH_BYTES - length);
    }

    private static Tensors read(FileChannel channel) throws IOException {
        int headerLength = headerLength(channel, MAX_HEADER);
        long dataStart = (long) LENGTH_BYTES + headerLength;
        Header header = readHeader(channel, headerLength);
        Map<String, Tensor> tensors = new TreeMap<>();
        for (Header.Entry entry : header.entries()) {
            float[] values = readValues(channel, dataStart + entry.begin(), entry.count());
            int[] shape = entry.shape().stream().mapToInt(Integer::intValue).toArray();
            tensors.put(entry.name(), Tensor.of(values, shape));
        }
        return Tensors.of(tensors, header.metadata());
    }

    private static void writeValues(OutputStream out, Tensor tensor) throws IOException {
        byte[] chunk = new byte[CHUNK * Float.BYTES];
        ByteBuffer bytes = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
        for (int from = 0; from < tensor.size(); from += CHUNK) {
            bytes.clear();
            for (int i = from; i < Math.min(tensor.size(), from + CHUNK); i++) {
                bytes.putFloat(tensor.at(i));
            }
            out.write(chunk, 0, bytes.position());
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
