package io.abacusdp.ledger.journal;

import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.NoteKey;
import io.abacusdp.ledger.log.SignedNote;
import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.jspecify.annotations.Nullable;

/**
 * The Ed25519 key by which a server signs heads. Safe for use by several threads.
 *
 * <p>Every transaction has a signature. Bouncy Castle makes the same one as the JDK in a small part of the time, as it knows
 * the multiples of the base point.
 */
public final class SigningKey {
    static final String ALGORITHM = "Ed25519";

    private final KeyPair pair;
    private final Ed25519PrivateKeyParameters secret;
    private final @Nullable Path file;

    private SigningKey(KeyPair pair, @Nullable Path file) throws IOException {
        this.pair = pair;
        this.file = file;
        this.secret = (Ed25519PrivateKeyParameters)
                PrivateKeyFactory.createKey(pair.getPrivate().getEncoded());
    }

    /** A new key. */
    public static SigningKey generate() {
        return generate(null);
    }

    private static SigningKey generate(@Nullable Path file) {
        try {
            return new SigningKey(KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair(), file);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java platform has no " + ALGORITHM, e);
        }
    }

    /**
     * The key in a file of two lines, private (PKCS #8) and public (X.509), both in Base64; a new one is made and written, for
     * its owner's eyes only, if there is no such file.
     */
    public static SigningKey readOrCreate(Path file) throws IOException {
        if (!Files.exists(file)) {
            SigningKey key = generate(file);
            String secret = base64(key.pair.getPrivate().getEncoded());
            DurableFile.createPrivate(file, secret + "\n" + key.publicText() + "\n");
            return key;
        }
        return read(file);
    }

    /** The key in a file as {@link #readOrCreate} writes it, which has to be there. */
    public static SigningKey read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("there is no signing key " + file);
        }
        List<String> lines = Files.readAllLines(file);
        if (lines.size() != 2) {
            throw new IOException(file + " must have two lines, a private and a public key, got " + lines.size());
        }
        try {
            KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
            byte[] secret = Base64.getDecoder().decode(lines.get(0));
            return new SigningKey(
                    new KeyPair(publicKey(lines.get(1)), factory.generatePrivate(new PKCS8EncodedKeySpec(secret))),
                    file);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // The cause is left out, as it could hold a part of the key.
            throw new IOException(file + " does not hold an " + ALGORITHM + " key pair");
        }
    }

    /**
     * The public key of the text that {@link #publicText()} gave.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static PublicKey publicKey(String base64) {
        try {
            return KeyFactory.getInstance(ALGORITHM)
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an " + ALGORITHM + " public key", e);
        }
    }

    /** The public key, which who verifies a journal needs, in Base64. */
    public String publicText() {
        return base64(pair.getPublic().getEncoded());
    }

    public PublicKey publicKey() {
        return pair.getPublic();
    }

    /** The file that it was read from; empty if it is in memory only. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Signs that the log of this origin has so many entries and this root. */
    public Checkpoint sign(String origin, long size, NodeHash root) {
        return new Checkpoint(note(origin, Checkpoint.text(origin, size, root)), origin, size, root);
    }

    /** Signs a text under a name. */
    public SignedNote note(String name, String text) {
        byte[] signature = sign(text.getBytes(StandardCharsets.UTF_8));
        return new SignedNote(text, List.of(NoteKey.ofLog(name, publicKey()).line(signature)));
    }

    /** Signs as the witness of this name that the checkpoint is the latest seen at this time. */
    public SignedNote.Line cosign(String name, Checkpoint checkpoint, Instant at) {
        long seconds = at.getEpochSecond();
        byte[] signature = sign(NoteKey.cosigned(seconds, checkpoint.note().text()));
        return NoteKey.ofWitness(name, publicKey())
                .line(ByteBuffer.allocate(Long.BYTES + signature.length)
                        .putLong(seconds)
                        .put(signature)
                        .array());
    }

    private byte[] sign(byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, secret);
        signer.update(message, 0, message.length);
        return signer.generateSignature();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
