package io.abacusdp.federated.net;

import io.abacusdp.federated.net.v1.Chunk;
import io.abacusdp.federated.net.v1.ContentHeader;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A content that comes in chunks. Memory grows with what has come, so that a header alone, whatever it says, takes none. Not safe
 * for use by several threads.
 */
final class Assembly {
    private static final int DIGEST_BYTES = 32;

    private final int length;
    private final byte[] digest;
    private final MessageDigest sha256 = Wire.sha256();
    private byte[] bytes = new byte[0];
    private int size;

    /**
     * @param most longest content that is taken
     * @throws MalformedContentException if the header says more, or has no digest
     */
    Assembly(ContentHeader header, int most) {
        // A length beyond 2^63 is negative in Java.
        if (!(header.getLength() >= 0 && header.getLength() <= most)) {
            throw new MalformedContentException(
                    "a content must have at most " + most + " bytes, got " + Long.toUnsignedString(header.getLength()));
        }
        if (header.getSha256().size() != DIGEST_BYTES) {
            throw new MalformedContentException("a content must have a SHA-256 of 32 bytes");
        }
        length = (int) header.getLength();
        digest = header.getSha256().toByteArray();
    }

    boolean isComplete() {
        return size == length;
    }

    void add(Chunk chunk) {
        int more = chunk.getData().size();
        if (more < 1 || more > Wire.CHUNK) {
            throw new MalformedContentException("a chunk must have 1 to " + Wire.CHUNK + " bytes, got " + more);
        }
        if (chunk.getOffset() != size) {
            throw new MalformedContentException(
                    "the next chunk must be at " + size + ", got " + Long.toUnsignedString(chunk.getOffset()));
        }
        if (more > length - size) {
            throw new MalformedContentException("more bytes came than the " + length + " that were said");
        }
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, Math.max(2L * bytes.length, (long) size + more)));
        }
        chunk.getData().copyTo(bytes, size);
        sha256.update(bytes, size, more);
        size += more;
    }

    /**
     * The content.
     *
     * @throws MalformedContentException if bytes are missing, or others than were said
     */
    byte[] finish() {
        if (!isComplete()) {
            throw new MalformedContentException("the content ends after " + size + " of " + length + " bytes");
        }
        if (!MessageDigest.isEqual(sha256.digest(), digest)) {
            throw new MalformedContentException("the content does not have the SHA-256 that was said");
        }
        return bytes;
    }
}
