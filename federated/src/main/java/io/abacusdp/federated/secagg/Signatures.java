package io.abacusdp.federated.secagg;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/** Ed25519. */
final class Signatures {
    static final int SIGNATURE_BYTES = 64;

    /** An Ed25519 public key in X.509 form. */
    static final int ENCODED_KEY_BYTES = 44;

    private static final String ALGORITHM = "Ed25519";

    private Signatures() {}

    static Bytes sign(PrivateKey key, Bytes digest) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(digest.view());
            return Bytes.wrap(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot sign: the identity must be an Ed25519 private key", e);
        }
    }

    static boolean verify(PublicKey key, Bytes digest, Bytes signature) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(digest.view());
            return verifier.verify(signature.view());
        } catch (SignatureException e) {
            // The JDK says so of a signature that is not even the encoding of one.
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot verify Ed25519 signatures", e);
        }
    }
}
