package io.abacusdp.ledger.journal;

import io.abacusdp.storage.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;

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
    private final String fingerprint;

    private SigningKey(KeyPair pair) throws IOException {
        this.pair = pair;
        this.secret = (Ed25519PrivateKeyParameters)
                PrivateKeyFactory.createKey(pair.getPrivate().getEncoded());
        this.fingerprint = fingerprint(pair.getPublic());
    }

    /** A new key. */
    public static SigningKey generate() {
        try {
            return new SigningKey(KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair());
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
            SigningKey key = generate();
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
                    new KeyPair(publicKey(lines.get(1)), factory.generatePrivate(new PKCS8EncodedKeySpec(secret))));
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

    /** Signs that the journal ends there. */
    public SignedHead sign(String ledger, long seq, String hash, Instant at) {
        byte[] bytes = SignedHead.signedBytes(ledger, seq, hash, at);
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, secret);
        signer.update(bytes, 0, bytes.length);
        return new SignedHead(ledger, seq, hash, at, fingerprint, base64(signer.generateSignature()));
    }

    static String fingerprint(PublicKey key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
