package io.abacusdp.federated.secagg;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 over parts, each preceded by its length, so that no two lists of parts give the same input. */
final class Digest {
    static final int BYTES = 32;

    private final MessageDigest digest;

    private Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256; use one that has", e);
        }
    }

    /** Begins with the purpose of the digest, which keeps digests for different purposes apart. */
    static Digest of(String domain) {
        return new Digest().update(domain.getBytes(StandardCharsets.UTF_8));
    }

    Digest update(byte[] part) {
        digest.update(ByteBuffer.allocate(4).putInt(0, part.length));
        digest.update(part);
        return this;
    }

    Digest update(Bytes part) {
        return update(part.view());
    }

    Bytes value() {
        return Bytes.wrap(digest.digest());
    }
}
