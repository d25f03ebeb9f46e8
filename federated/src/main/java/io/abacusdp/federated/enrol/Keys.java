package io.abacusdp.federated.enrol;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/** The two kinds of keys that a federation knows. */
enum Keys {
    /** What a client signs in secure aggregation. */
    IDENTITY("Ed25519", "Ed25519") {
        @Override
        KeyPair generate() throws GeneralSecurityException {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        }
    },
    /** Certificates, TLS, and the roster. */
    CERTIFIED("EC", "SHA256withECDSA") {
        @Override
        KeyPair generate() throws GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        }
    };

    private final String family;
    private final String signature;

    Keys(String family, String signature) {
        this.family = family;
        this.signature = signature;
    }

    abstract KeyPair generate() throws GeneralSecurityException;

    /** A new pair. */
    KeyPair newPair() {
        try {
            return generate();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    PublicKey publicKey(String base64) {
        try {
            return KeyFactory.getInstance(family)
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not an " + family + " public key in Base64", e);
        }
    }

    PrivateKey privateKey(byte[] pkcs8) {
        try {
            return KeyFactory.getInstance(family).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            // The cause is left out, as it could hold a part of the key.
            throw new IllegalArgumentException("not an " + family + " private key");
        }
    }

    /** The name by which the JDK knows the signatures. */
    String signatureName() {
        return signature;
    }

    byte[] sign(PrivateKey key, byte[] message) {
        try {
            Signature signer = Signature.getInstance(signature);
            signer.initSign(key);
            signer.update(message);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    boolean verify(PublicKey key, byte[] message, byte[] signed) {
        try {
            Signature verifier = Signature.getInstance(signature);
            verifier.initVerify(key);
            verifier.update(message);
            return verifier.verify(signed);
        } catch (GeneralSecurityException e) {
            // The JDK says so of what is not even the encoding of a signature, or a key of another kind.
            return false;
        }
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** SHA-256, in hexadecimal. */
    static String fingerprint(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("this Java platform lacks Ed25519, ECDSA or SHA-256", e);
    }
}
