package io.abacusdp.federated.secagg;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HKDF with SHA-256, for keys of 32 bytes.
 *
 * <p>Source: RFC 5869; one block of output is enough, so that expand is a single HMAC.
 */
final class Hkdf {
    private Hkdf() {}

    /** T(1) = HMAC(HMAC(salt, secret), info || 1). */
    static byte[] derive(Bytes salt, byte[] secret, byte[] info) {
        Mac expand = mac(mac(salt.view()).doFinal(secret));
        expand.update(info);
        expand.update((byte) 1);
        return expand.doFinal();
    }

    /** HMAC-SHA256 of a message. */
    static Bytes authenticate(byte[] key, Bytes message) {
        return Bytes.wrap(mac(key).doFinal(message.view()));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HMAC with SHA-256; use one that has", e);
        }
    }
}
