package io.abacusdp.federated.secagg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Expands a key of 256 bits to a mask: AES-256 in counter mode, four bytes for each number. A key is used for one mask
 * only, so that the counter may start at 0.
 *
 * <p>Not safe for use by several threads: give each its own.
 */
final class MaskStream {
    private static final int BLOCK_BYTES = 8192;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final Cipher cipher;
    private final byte[] zeros = new byte[BLOCK_BYTES];
    private final byte[] block = new byte[BLOCK_BYTES];

    MaskStream() {
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** sum += mask(key). */
    void add(byte[] key, int[] sum) {
        start(key);
        for (int from = 0; from < sum.length; from += BLOCK_BYTES / 4) {
            int count = fill(sum.length - from);
            for (int i = 0; i < count; i++) {
                sum[from + i] += (int) INTS.get(block, 4 * i);
            }
        }
    }

    /** sum −= mask(key). */
    void subtract(byte[] key, int[] sum) {
        start(key);
        for (int from = 0; from < sum.length; from += BLOCK_BYTES / 4) {
            int count = fill(sum.length - from);
            for (int i = 0; i < count; i++) {
                sum[from + i] -= (int) INTS.get(block, 4 * i);
            }
        }
    }

    /** Little-endian numbers, as {@link ClientPayload.MaskedInput} has them. */
    static Bytes toBytes(int[] vector) {
        byte[] bytes = new byte[4 * vector.length];
        for (int i = 0; i < vector.length; i++) {
            INTS.set(bytes, 4 * i, vector[i]);
        }
        return Bytes.wrap(bytes);
    }

    static void add(Bytes vector, int[] sum) {
        byte[] bytes = vector.view();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += (int) INTS.get(bytes, 4 * i);
        }
    }

    private void start(byte[] key) {
        try {
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** Fills the block with the next numbers of the mask, and returns how many of them are wanted. */
    private int fill(int wanted) {
        int count = Math.min(wanted, BLOCK_BYTES / 4);
        try {
            cipher.update(zeros, 0, 4 * count, block);
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
        return count;
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("this JDK has no AES-256 in counter mode; use one that has", e);
    }
}
