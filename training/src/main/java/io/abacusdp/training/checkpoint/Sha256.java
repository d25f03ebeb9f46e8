package io.abacusdp.training.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of texts and numbers, in hexadecimal. Not safe for use by several threads. */
public final class Sha256 {
    private static final int CHUNK = 4096;

    private final MessageDigest digest;

    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Of texts, each with its length. */
    public static String of(String... texts) {
        Sha256 sha = new Sha256();
        for (String text : texts) {
            sha.add(text);
        }
        return sha.hex();
    }

    /** Of the bytes of a file. */
    public static String ofFile(Path file) throws IOException {
        Sha256 sha = new Sha256();
        sha.digest.update(Files.readAllBytes(file));
        return sha.hex();
    }

    /** Adds a text with its length, so that no two lists of texts are taken for the same. */
    public Sha256 add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
        return this;
    }

    public Sha256 add(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Float.BYTES);
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            bytes.clear();
            bytes.asFloatBuffer().put(values, from, count);
            digest.update(bytes.array(), 0, count * Float.BYTES);
        }
        return this;
    }

    /** The digest of all that was added; nothing may be added afterwards. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
