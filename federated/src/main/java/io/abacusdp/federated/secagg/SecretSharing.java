package io.abacusdp.federated.secagg;

import com.codahale.shamir.Scheme;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shamir shares of secrets of 32 bytes, byte by byte over GF(256).
 *
 * <p>Limits: at most 255 holders and a threshold of at least 2. The library draws polynomials whose highest coefficient is
 * not zero; so threshold − 1 shares exclude one of the 256 values of each byte, and of the 256 bits of a secret at least
 * 255.8 stay unknown. Secrets are used in one session only, so that this does not add up. Its arithmetic uses tables, and
 * is not of constant time.
 */
final class SecretSharing {
    static final int SECRET_BYTES = 32;
    static final int MAX_HOLDERS = 255;

    private SecretSharing() {}

    /** One share for each holder, in the order of holders. */
    static List<byte[]> split(byte[] secret, int holders, int threshold, SecureRandom random) {
        return List.copyOf(new TreeMap<>(new Scheme(random, holders, threshold).split(secret)).values());
    }

    /**
     * Puts a secret together; the caller checks the result.
     *
     * @param shares by the holder's position in the list of holders, exactly as many as the threshold
     */
    static byte[] join(Map<Integer, Bytes> shares, int holders, int threshold) {
        if (shares.size() != threshold) {
            throw new IllegalArgumentException(
                    "a secret is put together from " + threshold + " shares, got " + shares.size());
        }
        // The library numbers shares from 1 on.
        Map<Integer, byte[]> parts = new HashMap<>();
        shares.forEach((position, share) -> parts.put(position + 1, share.toArray()));
        return new Scheme(new SecureRandom(), holders, threshold).join(parts);
    }
}
