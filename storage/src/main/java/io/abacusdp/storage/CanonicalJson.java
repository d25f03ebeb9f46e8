package io.abacusdp.storage;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.erdtman.jcs.JsonCanonicalizer;

/** One text for each JSON value (RFC 8785), and its SHA-256. Numbers are doubles there: longs past 2^53 must be text. */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** The canonical text of a tree. */
    public static String text(JsonNode node) {
        return text(node.toString());
    }

    /** The canonical text of the JSON object or array that the text holds. */
    public static String text(String json) {
        try {
            return new JsonCanonicalizer(json).getEncodedString();
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON that has a canonical form: " + e.getMessage(), e);
        }
    }

    /** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
    public static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
