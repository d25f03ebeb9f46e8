package io.abacusdp.federated.secagg;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What one client sends to one peer through the server, under keys that only the two can know: sealed shares once, and one
 * attestation.
 *
 * <p>The keys are HKDF(X25519, salt = session, info = purpose, roster, from, to). They depend on the roster, so that two
 * honest clients to whom the server showed different keys cannot read each other; and on the direction, so that nothing
 * can be sent back. A key seals one message only, hence the constant nonce is unique.
 */
final class Channel {
    private static final int TAG_BITS = 128;
    private static final byte[] NONCE = new byte[12];

    private final byte[] sealKey;
    private final byte[] attestationKey;

    private Channel(byte[] sealKey, byte[] attestationKey) {
        this.sealKey = sealKey;
        this.attestationKey = attestationKey;
    }

    static Channel of(byte[] secret, Bytes context, Bytes roster, int from, int to) {
        return new Channel(
                Hkdf.derive(context, secret, info("seal", roster, from, to)),
                Hkdf.derive(context, secret, info("attest", roster, from, to)));
    }

    /** The key of the mask that two clients have in common; both ends, and whoever knows one private key, get the same. */
    static byte[] maskKey(byte[] secret, Bytes context, Bytes roster, int one, int other) {
        return Hkdf.derive(context, secret, info("mask", roster, Math.min(one, other), Math.max(one, other)));
    }

    Bytes seal(byte[] plain) {
        try {
            return Bytes.wrap(cipher(Cipher.ENCRYPT_MODE).doFinal(plain));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES-256 in Galois counter mode; use one that has", e);
        }
    }

    /** @throws AEADBadTagException if it was not sealed for this channel */
    byte[] open(Bytes sealed) throws AEADBadTagException {
        try {
            return cipher(Cipher.DECRYPT_MODE).doFinal(sealed.view());
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES-256 in Galois counter mode; use one that has", e);
        }
    }

    /** Confirms the group for which the sender made its masks. */
    Bytes attest(Bytes group) {
        return Hkdf.authenticate(attestationKey, group);
    }

    void wipe() {
        Arrays.fill(sealKey, (byte) 0);
        Arrays.fill(attestationKey, (byte) 0);
    }

    private Cipher cipher(int mode) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(sealKey, "AES"), new GCMParameterSpec(TAG_BITS, NONCE));
        return cipher;
    }

    private static byte[] info(String purpose, Bytes roster, int from, int to) {
        byte[] name = ("abacus secure aggregation 1: " + purpose).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + name.length + roster.length() + 8)
                .putInt(name.length)
                .put(name)
                .put(roster.view())
                .putInt(from)
                .putInt(to)
                .array();
    }
}
