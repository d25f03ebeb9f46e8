package io.abacusdp.ledger.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * A public key with the name under which it signs notes.
 *
 * <p>Formula: key id = SHA-256(name ‖ 0x0A ‖ type ‖ public key)[0:4]; as text, name+hex(id)+Base64(type ‖ public key).
 *
 * <p>Source: C2SP signed-note (type 0x01, Ed25519 over the text) and tlog-cosignature (type 0x04, Ed25519 over a header, a time
 * and the text).
 */
public final class NoteKey {
    private static final byte LOG = 1;
    private static final byte WITNESS = 4;
    private static final int RAW = 32;
    private static final int ID = 4;
    private static final int SIGNATURE = 64;

    private final String name;
    private final byte type;
    private final byte[] raw;
    private final byte[] id;

    private NoteKey(String name, byte type, byte[] raw) {
        if (name.isEmpty() || name.indexOf('+') >= 0 || name.codePoints().anyMatch(NoteKey::isForbidden)) {
            throw new IllegalArgumentException("the name of a key must not be empty nor have spaces or +");
        }
        this.name = name;
        this.type = type;
        this.raw = raw;
        MessageDigest digest = NodeHash.sha256();
        digest.update((name + "\n").getBytes(StandardCharsets.UTF_8));
        digest.update(type);
        this.id = Arrays.copyOf(digest.digest(raw), ID);
    }

    /** The key by which the log of this origin signs its checkpoints. */
    public static NoteKey ofLog(String origin, PublicKey key) {
        return new NoteKey(origin, LOG, raw(key));
    }

    /** The key by which a witness cosigns. */
    public static NoteKey ofWitness(String name, PublicKey key) {
        return new NoteKey(name, WITNESS, raw(key));
    }

    /**
     * The key of the text, such as {@code example.com/log+4f7e1a2b+AQ…}.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static NoteKey parse(String text) {
        String[] parts = text.split("\\+", 3);
        if (parts.length == 3) {
            byte[] key = Base64.getDecoder().decode(parts[2]);
            if (key.length == 1 + RAW && (key[0] == LOG || key[0] == WITNESS)) {
                NoteKey parsed = new NoteKey(parts[0], key[0], Arrays.copyOfRange(key, 1, key.length));
                if (parsed.toString().equals(text)) {
                    return parsed;
                }
            }
        }
        throw new IllegalArgumentException(
                "a key must be NAME+ID+KEY, of a log (Ed25519) or of a witness, got " + text);
    }

    public String name() {
        return name;
    }

    /** Whether it is a witness's, whose signatures carry a time. */
    public boolean isOfWitness() {
        return type == WITNESS;
    }

    /** Whether the holder of the key has signed the note. */
    public boolean hasSigned(SignedNote note) {
        return note.signatures().stream()
                .filter(line -> line.name().equals(name))
                .anyMatch(line -> isSignature(line.signature(), note.text()));
    }

    /** The signature line of what the holder of the key has signed. */
    public SignedNote.Line line(byte[] signature) {
        byte[] bytes = ByteBuffer.allocate(ID + signature.length)
                .put(id)
                .put(signature)
                .array();
        return new SignedNote.Line(name, Base64.getEncoder().encodeToString(bytes));
    }

    /** What a witness signs of a text. */
    public static byte[] cosigned(long seconds, String text) {
        return ("cosignature/v1\ntime " + seconds + "\n" + text).getBytes(StandardCharsets.UTF_8);
    }

    private boolean isSignature(byte[] bytes, String text) {
        int timed = type == WITNESS ? Long.BYTES : 0;
        if (bytes.length != ID + timed + SIGNATURE || !Arrays.equals(bytes, 0, ID, id, 0, ID)) {
            return false;
        }
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        if (type == WITNESS) {
            long seconds = ByteBuffer.wrap(bytes).getLong(ID);
            if (seconds < 0) {
                return false;
            }
            message = cosigned(seconds, text);
        }
        Ed25519Signer verifier = new Ed25519Signer();
        verifier.init(false, new Ed25519PublicKeyParameters(raw));
        verifier.update(message, 0, message.length);
        return verifier.verifySignature(Arrays.copyOfRange(bytes, ID + timed, bytes.length));
    }

    /** The last bytes of an X.509 key, whose first ones name the algorithm. */
    private static byte[] raw(PublicKey key) {
        byte[] encoded = key.getEncoded();
        if (!key.getAlgorithm().startsWith("Ed") || encoded.length != 12 + RAW) {
            throw new IllegalArgumentException("the key must be Ed25519, got " + key.getAlgorithm());
        }
        return Arrays.copyOfRange(encoded, 12, encoded.length);
    }

    private static boolean isForbidden(int character) {
        return Character.isSpaceChar(character) || Character.isWhitespace(character) || character < ' ';
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NoteKey key && toString().equals(key.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        byte[] key = ByteBuffer.allocate(1 + RAW).put(type).put(raw).array();
        return name + "+" + HexFormat.of().formatHex(id) + "+"
                + Base64.getEncoder().encodeToString(key);
    }
}
