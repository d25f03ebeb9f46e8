package io.abacusdp.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * SHA-256 of texts and numbers, in hexadecimal, with a key (HMAC) or without.
 *
 * <p>A digest without a key tells whoever can guess the input whether the guess is right. What is computed from private data
 * must have a key, and the key must stay private.
 *
 * <p>Source: HMAC is RFC 2104. Not safe for use by several threads.
 */
public final class Sha256 {
    private static final int CHUNK = 4096;

    private final Consumer<ByteBuffer> update;
    private final Supplier<byte[]> finish;

    public Sha256() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update = digest::update;
            finish = digest::digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private Sha256(Mac mac) {
        update = mac::update;
        finish = mac::doFinal;
    }

    /** HMAC-SHA-256 under a key. */
    public static Sha256 keyed(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
            return new Sha256(mac);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC-SHA-256", e);
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
        return of(Files.readAllBytes(file));
    }

    /** Of bytes as they are. */
    public static String of(byte[] bytes) {
        Sha256 sha = new Sha256();
        sha.update.accept(ByteBuffer.wrap(bytes));
        return sha.hex();
    }

    /** Adds a text with its length, so that no two lists of texts are taken for the same. */
    public Sha256 add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        update.accept(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        update.accept(ByteBuffer.wrap(bytes));
        return this;
    }

    public Sha256 add(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Float.BYTES);
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            bytes.clear();
            bytes.asFloatBuffer().put(values, from, count);
            update.accept(ByteBuffer.wrap(bytes.array(), 0, count * Float.BYTES));
        }
        return this;
    }

    /** The digest of all that was added; nothing may be added afterwards. */
    public String hex() {
        return HexFormat.of().formatHex(finish.get());
    }
}
