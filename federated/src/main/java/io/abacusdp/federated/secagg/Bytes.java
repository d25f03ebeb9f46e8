package io.abacusdp.federated.secagg;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that nobody can change. They are compared in a time that does not depend on where they differ. */
public final class Bytes {
    private final byte[] value;

    private Bytes(byte[] value) {
        this.value = value;
    }

    /** A copy of the bytes. */
    public static Bytes of(byte... value) {
        return new Bytes(value.clone());
    }

    /** The array itself, which the caller must not use again. */
    static Bytes wrap(byte[] value) {
        return new Bytes(value);
    }

    public int length() {
        return value.length;
    }

    /** A copy of the bytes. */
    public byte[] toArray() {
        return value.clone();
    }

    /** The bytes themselves, for reading only. */
    byte[] view() {
        return value;
    }

    Bytes requireLength(String name, int length) {
        if (value.length != length) {
            throw new IllegalArgumentException(name + " must have " + length + " bytes, got " + value.length);
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && MessageDigest.isEqual(value, bytes.value);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(value);
    }

    /** The first bytes in hexadecimal, and how many there are. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(value, 0, Math.min(8, value.length)) + "… (" + value.length + " bytes)";
    }
}
