package io.abacusdp.training.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Unsigned bytes in some dimensions, from an IDX file.
 *
 * <p>Source: LeCun, Cortes, Burges, 'The MNIST database', section on file formats: 4 bytes 0, 0, 8 (unsigned byte), number
 * of dimensions; each dimension in 4 bytes, highest first; then the values.
 */
final class IdxArray {
    private static final int UNSIGNED_BYTES = 0x08;

    private final int[] sizes;
    private final byte[] bytes;

    private IdxArray(int[] sizes, byte[] bytes) {
        this.sizes = sizes;
        this.bytes = bytes;
    }

    int size(int dimension) {
        return sizes[dimension];
    }

    int count() {
        return bytes.length;
    }

    int value(int index) {
        return Byte.toUnsignedInt(bytes[index]);
    }

    static IdxArray read(Path file, int dimensions) throws IOException {
        try (InputStream stream = Gzip.open(file)) {
            return read(file, stream, dimensions);
        } catch (ZipException | EOFException e) {
            throw new InvalidDataException(file + " must be compressed with gzip in whole: " + e.getMessage(), e);
        }
    }

    private static IdxArray read(Path file, InputStream stream, int dimensions) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(stream.readNBytes(4 + 4 * dimensions));
        int expected = UNSIGNED_BYTES << 8 | dimensions;
        if (head.limit() < 4 || head.getInt(0) != expected) {
            throw new InvalidDataException(
                    "%s must begin with 0x%08x (unsigned bytes in %d dimensions)".formatted(file, expected, dimensions),
                    head.limit() < 4 ? "" : "0x%08x".formatted(head.getInt(0)));
        }
        if (head.remaining() < 4 + 4 * dimensions) {
            throw new InvalidDataException(file + " ends within its head");
        }
        int[] sizes = new int[dimensions];
        long count = 1;
        for (int i = 0; i < dimensions; i++) {
            sizes[i] = head.getInt(4 + 4 * i);
            if (sizes[i] < 1 || count * sizes[i] > Integer.MAX_VALUE - 8) {
                throw new InvalidDataException(
                        file + ": dimension " + i + " must be at least 1, and all together less than 2^31 values",
                        Integer.toString(sizes[i]));
            }
            count *= sizes[i];
        }
        byte[] bytes = stream.readNBytes((int) count);
        if (bytes.length < count || stream.read() >= 0) {
            throw new InvalidDataException(file + " must have " + count + " values after its head, got "
                    + (bytes.length < count ? String.valueOf(bytes.length) : "more"));
        }
        return new IdxArray(sizes, bytes);
    }
}
