package io.abacusdp.ledger.core;

import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A hash of a set of rows that is kept up to date row by row: what a change costs does not depend on how many rows there are.
 * Mutable, for use by one thread.
 *
 * <p>Formula: Σ H(row) in (Z/2^16)^1024, where H is MGF1 with SHA-256 of the row's digest, 2,048 bytes; the digest of the state
 * is SHA-256 of the sum. A row that is taken out is subtracted.
 *
 * <p>Source: LtHash with n = 1024, d = 16 (Lewi, Kim, Maykov, Weis 2019, eprint 2019/227), after Bellare and Micciancio 1997;
 * MGF1 is RFC 8017, appendix B.2.1. Two different sets with the same sum are a short solution of a random lattice problem
 * (SIS); the authors put its cost above 2^200 for these parameters. A plain sum modulo 2^256, or an exclusive or, would fall
 * to the generalised birthday attack (Wagner 2002).
 *
 * <p>Assumes: no row is there 2^16 times; rows have primary keys, so that each is there once. SHA-256 behaves as a random
 * function.
 */
public final class StateHash {
    /** Bytes of a sum. */
    public static final int LENGTH = 2048;

    private static final int BLOCK = 32;

    private final short[] lanes = new short[LENGTH / Short.BYTES];
    private final MessageDigest digest;
    private final byte[] seed = new byte[BLOCK + Integer.BYTES];
    private final byte[] mask = new byte[LENGTH];
    private final ShortBuffer maskLanes = ByteBuffer.wrap(mask).asShortBuffer();
    private final short[] row = new short[lanes.length];

    /** The hash of no rows. */
    public StateHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
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
        expand(bytes);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] += row[i];
        }
    }

    /** Takes a row out that was added. */
    public void remove(byte[] bytes) {
        expand(bytes);
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] -= row[i];
        }
    }

    /** Adds all rows of another hash. */
    public void addAll(StateHash other) {
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] += other.lanes[i];
        }
    }

    /** The sum itself, which is needed to go on. */
    public byte[] bytes() {
        byte[] bytes = new byte[LENGTH];
        ByteBuffer.wrap(bytes).asShortBuffer().put(lanes);
        return bytes;
    }

    /** SHA-256 of the sum in hexadecimal, which is what a journal's entry states. */
    public String digest() {
        return HexFormat.of().formatHex(digest.digest(bytes()));
    }

    private void expand(byte[] bytes) {
        try {
            digest.update(bytes);
            digest.digest(seed, 0, BLOCK);
            ByteBuffer counter = ByteBuffer.wrap(seed, BLOCK, Integer.BYTES).slice();
            for (int i = 0; i < LENGTH / BLOCK; i++) {
                counter.putInt(0, i);
                digest.update(seed);
                digest.digest(mask, i * BLOCK, BLOCK);
            }
            maskLanes.rewind().get(row);
        } catch (DigestException e) {
            throw new IllegalStateException("32 bytes are room enough for SHA-256", e);
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
