package io.abacusdp.ledger.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a signed head says about the state: the sum of all rows that decide about budgets, the sum of all that say who may
 * ask, and how many reservations are closed. Mutable, for use by one thread.
 *
 * <p>Closed reservations are history. There are as many as charges, so that they are not summed up: whoever reads one compares it
 * with the entries of the journal that made it what it is.
 */
public final class StateSums {
    private final StateHash rows;
    private StateHash access;
    private long closed;

    private StateSums(StateHash rows, StateHash access, long closed) {
        this.rows = rows;
        this.access = access;
        this.closed = closed;
    }

    /** Of no rows. */
    public static StateSums empty() {
        return of(new StateHash(), new StateHash(), 0);
    }

    /** Of rows with these sums, which are changed along with it. */
    public static StateSums of(StateHash rows, StateHash access, long closed) {
        return new StateSums(rows, access, closed);
    }

    /** Another that is changed by itself. */
    public StateSums copy() {
        return new StateSums(StateHash.of(rows.bytes()), access, closed);
    }

    /** The sum of the rows that decide about budgets. */
    public StateHash rows() {
        return rows;
    }

    /** The sum of the rows that say who may ask; it is replaced as a whole, and never changed. */
    public StateHash access() {
        return access;
    }

    void setAccess(StateHash sum) {
        access = sum;
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
            digest.update(access.bytes());
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(closed).array());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
