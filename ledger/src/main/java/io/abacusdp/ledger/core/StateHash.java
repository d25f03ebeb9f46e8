package io.abacusdp.ledger.core;

import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A hash of a set of rows that is kept up to date row by row: what a change costs does not depend on how many rows there are.
 * Mutable, for use by one thread.
 *
 * <p>Formula: Σ H(row) in (Z/2^16)^1024, where H(row) is 2,048 bytes of AES-256 in counter mode, from counter 0 on, under the
 * key SHA-256(row). A row that is taken out is subtracted.
 *
 * <p>Source: LtHash with n = 1024, d = 16 (Lewi, Kim, Maykov, Weis 2019, eprint 2019/227), after Bellare and Micciancio 1997.
 * Two different sets with the same sum are a short solution of a random lattice problem (SIS); the authors put its cost above
 * 2^200 for these parameters. A plain sum modulo 2^256, or an exclusive or, would fall to the generalised birthday attack
 * (Wagner 2002).
 *
 * <p>Assumes: no row is there 2^16 times; rows have primary keys, so that each is there once. SHA-256 behaves as a random
 * function, and AES-256 under keys that are its results as an ideal cipher: then H is a random function but for its 128
 * blocks being different from each other, which tells it from one with probability below 2^-114. Known attacks on AES-256
 * with public keys choose differences of keys, which here would be to find preimages of SHA-256. Processors have
 * instructions for both, so that a row takes some 3 microseconds; a mask by SHA-256 alone takes five times as long.
 */
public final class StateHash {
    /** Bytes of a sum. */
    public static final int LENGTH = 2048;

    private static final byte[] ZEROS = new byte[LENGTH];
    private static final IvParameterSpec FROM_ZERO = new IvParameterSpec(new byte[16]);

    private final short[] lanes = new short[LENGTH / Short.BYTES];
    private final MessageDigest digest;
    private final Cipher cipher;
    private final byte[] mask = new byte[LENGTH];
    private final ShortBuffer maskLanes = ByteBuffer.wrap(mask).asShortBuffer();

    /** The hash of no rows. */
    public StateHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks SHA-256 or AES", e);
        }
    }

    /** The hash whose {@link #bytes()} these were. */
    public static StateHash of(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("the hash of a state must have 2048 bytes, got " + bytes.length);
        }
        StateHash hash = new StateHash();
        ByteBuffer.wrap(bytes).asShortBuffer().get(hash.lanes);
        return hash;
    }

    /** Adds a row, by its bytes. */
    public void add(byte[] bytes) {
        add(expand(bytes));
    }

    /** Takes a row out that was added. */
    public void remove(byte[] bytes) {
        remove(expand(bytes));
    }

    /** Adds a row, by its hash. */
    void add(short[] row) {
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] += row[i];
        }
    }

    /** Takes a row out, by its hash. */
    void remove(short[] row) {
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] -= row[i];
        }
    }

    /** Adds all rows of another hash. */
    public void addAll(StateHash other) {
        add(other.lanes);
    }

    /** The sum itself, which is needed to go on. */
    public byte[] bytes() {
        byte[] bytes = new byte[LENGTH];
        ByteBuffer.wrap(bytes).asShortBuffer().put(lanes);
        return bytes;
    }

    /** The hash of a row, whatever the sum is. */
    short[] expand(byte[] bytes) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(digest.digest(bytes), "AES"), FROM_ZERO);
            cipher.doFinal(ZEROS, 0, LENGTH, mask, 0);
            short[] row = new short[lanes.length];
            maskLanes.rewind().get(row);
            return row;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-256 takes any key of 32 bytes", e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateHash hash && Arrays.equals(lanes, hash.lanes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(lanes);
    }
}
