package io.abacusdp.federated.secagg;

import java.util.BitSet;
import java.util.stream.IntStream;

/** A set of participants, by their index in {@link Session#participants()}. */
public final class Members {
    private final BitSet bits;

    private Members(BitSet bits) {
        this.bits = bits;
    }

    public static Members of(int... members) {
        BitSet bits = new BitSet();
        for (int member : members) {
            bits.set(member);
        }
        return new Members(bits);
    }

    static Members of(IntStream members) {
        return of(members.toArray());
    }

    /** Reads what {@link #toBytes} gives. */
    static Members ofBits(byte[] bytes) {
        return new Members(BitSet.valueOf(bytes));
    }

    public boolean contains(int member) {
        return bits.get(member);
    }

    public boolean isWithin(Members others) {
        BitSet beyond = (BitSet) bits.clone();
        beyond.andNot(others.bits);
        return beyond.isEmpty();
    }

    public int size() {
        return bits.cardinality();
    }

    /** The members in ascending order. */
    public IntStream stream() {
        return bits.stream();
    }

    /** One bit for each participant, without zero bytes at the end. */
    byte[] toBytes() {
        return bits.toByteArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Members members && bits.equals(members.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    @Override
    public String toString() {
        return bits.toString();
    }
}
