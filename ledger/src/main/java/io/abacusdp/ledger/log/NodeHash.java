package io.abacusdp.ledger.log;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The hash of a leaf or of a node of a Merkle tree. Immutable.
 *
 * <p>Formula: leaf SHA-256(0x00 ‖ entry), node SHA-256(0x01 ‖ left ‖ right), empty tree SHA-256 of nothing.
 *
 * <p>Source: RFC 6962, section 2.1. The first byte keeps a node from being taken for a leaf.
 */
public final class NodeHash {
    /** Bytes of a hash. */
    public static final int LENGTH = 32;

    /** The root of the tree without leaves. */
    public static final NodeHash EMPTY = new NodeHash(sha256().digest());

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private final byte[] bytes;

    private NodeHash(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The hash of an entry's UTF-8 bytes as a leaf. */
    public static NodeHash ofLeaf(String entry) {
        return ofLeaf(entry.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of an entry as a leaf. */
    public static NodeHash ofLeaf(byte[] entry) {
        MessageDigest digest = sha256();
        digest.update(LEAF);
        return new NodeHash(digest.digest(entry));
    }

    /** The hash of the node above two others. */
    public static NodeHash ofNode(NodeHash left, NodeHash right) {
        MessageDigest digest = sha256();
        digest.update(NODE);
        digest.update(left.bytes);
        return new NodeHash(digest.digest(right.bytes));
    }

    /**
     * The hash of these 32 bytes.
     *
     * @throws IllegalArgumentException if there are more or fewer
     */
    public static NodeHash of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("a hash must have 32 bytes, got " + bytes.length);
        }
        return new NodeHash(bytes.clone());
    }

    /** The hash in hexadecimal digits. */
    public static NodeHash ofHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    /** The hash in Base64, of which each has one text. */
    public static NodeHash ofBase64(String text) {
        NodeHash hash = of(Base64.getDecoder().decode(text));
        if (!hash.base64().equals(text)) {
            throw new IllegalArgumentException("a hash must be in Base64 with padding and without stray bits");
        }
        return hash;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    public String base64() {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeHash hash && Arrays.equals(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return hex();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
