package io.abacusdp.federated.secagg;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.XECPrivateKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;

/** X25519: a private key, and the secrets that it has in common with others' public keys. */
final class PairKeys {
    static final int KEY_BYTES = 32;

    private static final String ALGORITHM = "X25519";

    /** The base point of the curve has u = 9, so that the agreement with it is the public key. */
    private static final Bytes BASE = littleEndian(BigInteger.valueOf(9));

    private final PrivateKey privateKey;
    private final Bytes publicKey;

    private PairKeys(PrivateKey privateKey, Bytes publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    /** A fresh pair, from the JDK's secure random numbers. */
    static PairKeys generate() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            return new PairKeys(pair.getPrivate(), littleEndian(((XECPublicKey) pair.getPublic()).getU()));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** The pair of a private key that was put together from shares. */
    static PairKeys ofPrivate(byte[] scalar) {
        try {
            PrivateKey key = KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, scalar));
            return new PairKeys(key, Bytes.wrap(agree(key, BASE)));
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("the base point of X25519 must be a valid key", e);
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    Bytes publicKey() {
        return publicKey;
    }

    byte[] privateScalar() {
        return ((XECPrivateKey) privateKey)
                .getScalar()
                .orElseThrow(() -> new IllegalStateException("the JDK must give the scalar of an X25519 key"));
    }

    /**
     * The common secret.
     *
     * @throws InvalidKeyException if the other's key has small order, so that the secret would be known to all
     */
    byte[] agree(Bytes otherPublicKey) throws InvalidKeyException {
        return agree(privateKey, otherPublicKey);
    }

    private static byte[] agree(PrivateKey mine, Bytes other) throws InvalidKeyException {
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
            agreement.init(mine);
            agreement.doPhase(publicKey(other), true);
            return agreement.generateSecret();
        } catch (InvalidKeyException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static PublicKey publicKey(Bytes littleEndian) throws GeneralSecurityException {
        byte[] reversed = reversed(littleEndian.view());
        // RFC 7748, section 5: the highest bit is ignored.
        reversed[0] &= 0x7f;
        return KeyFactory.getInstance(ALGORITHM)
                .generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, reversed)));
    }

    private static Bytes littleEndian(BigInteger u) {
        byte[] bigEndian = u.toByteArray();
        byte[] out = new byte[KEY_BYTES];
        for (int i = 0; i < Math.min(KEY_BYTES, bigEndian.length); i++) {
            out[i] = bigEndian[bigEndian.length - 1 - i];
        }
        return Bytes.wrap(out);
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] out = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            out[i] = bytes[bytes.length - 1 - i];
        }
        return out;
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("this JDK has no X25519; use one that has", e);
    }
}
