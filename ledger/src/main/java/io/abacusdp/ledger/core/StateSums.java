package io.abacusdp.ledger.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a signed head says about the state: the sum of all rows that decide something, and how many reservations are closed. Mutable,
 * for use by one thread.
 *
 * <p>Closed reservations are history. There are as many as charges, so that they are not summed up: whoever reads one compares it
 * with the entries of the journal that made it what it is.
 */
public final class StateSums {
    private final StateHash rows;
    private long closed;

    private StateSums(StateHash rows, long closed) {
        this.rows = rows;
        this.closed = closed;
    }

    /** Of no rows. */
    public static StateSums empty() {
        return of(new StateHash(), 0);
    }

    /** Of rows with this sum, which is changed along with it. */
    public static StateSums of(StateHash rows, long closed) {
        return new StateSums(rows, closed);
    }

    /** Another that is changed by itself. */
    public StateSums copy() {
        return new StateSums(StateHash.of(rows.bytes()), closed);
    }

    /** The sum of the rows that decide something. */
    public StateHash rows() {
        return rows;
    }

    /** How many reservations are closed. */
    public long closed() {
        return closed;
    }

    void countClosed() {
        closed++;
    }

    /** SHA-256 of all of it in hexadecimal, which is what a journal's entry states. */
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(rows.bytes());
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(closed).array());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
