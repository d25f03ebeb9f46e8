package io.abacusdp.training.noise;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A cryptographic stream of random numbers: AES-256 in counter mode under a key that is drawn for it and known to nobody.
 *
 * <p>Whoever can predict the noise can take it off. The key comes from the operating system through {@link SecureRandom},
 * so that no two streams share anything, and a stream cannot be told from true randomness by anyone who cannot break AES.
 *
 * <p>Neither key nor position can be read or stored, on purpose. A run that is resumed from a checkpoint takes a fresh
 * stream: if it took up the old one where the checkpoint left it, steps that are run a second time, on other samples, would
 * get the noise of the first time again, and the difference of both outputs would have none.
 *
 * <p>Gaussians are made by the JDK's default {@link RandomGenerator#nextGaussian()}, McFarland's modified ziggurat
 * (J. Stat. Comput. Simul. 86, 2016, arXiv:1403.6870): its tables hold 64-bit probabilities and its tail has no cut. Early
 * updates of JDK 17 had it wrong (JDK-8273056); on those, no source can be made.
 *
 * <p>Limits: the time of a draw depends on its value; somebody who can time single draws is not defended against. Not safe
 * for use by several threads: give each its own.
 */
public final class NoiseSource implements RandomGenerator {
    private static final int BLOCK_BYTES = 8192;
    private static final byte[] ZEROS = new byte[BLOCK_BYTES];
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Cipher cipher;
    private final boolean secure;
    private final byte[] block = new byte[BLOCK_BYTES];
    private int position = BLOCK_BYTES;

    private NoiseSource(byte[] key, boolean secure) {
        Ziggurat.requireCorrect(RandomGenerator::nextGaussian);
        try {
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            // A key serves one stream only, so that the counter may start at 0.
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES-256 in counter mode; use one that has", e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
        this.secure = secure;
    }

    /** A stream under a fresh key. */
    public static NoiseSource secure() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return new NoiseSource(key, true);
    }

    /**
     * A stream that anybody can repeat who knows or guesses the seed: {@link RandomStreams} gives it to tests, and says of it
     * that nothing is private.
     */
    static NoiseSource insecureForTests(long seed) {
        return new NoiseSource(ByteBuffer.allocate(32).putLong(seed).array(), false);
    }

    /** Whether nobody can repeat the stream. */
    public boolean isSecure() {
        return secure;
    }

    @Override
    public long nextLong() {
        if (position == BLOCK_BYTES) {
            refill();
        }
        long value = (long) LONGS.get(block, position);
        position += Long.BYTES;
        return value;
    }

    private void refill() {
        try {
            int written = cipher.update(ZEROS, 0, BLOCK_BYTES, block, 0);
            if (written != BLOCK_BYTES) {
                throw new IllegalStateException("expected " + BLOCK_BYTES + " bytes of the stream, got " + written);
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the cipher refused to go on", e);
        }
        position = 0;
    }

    /** Says whether it is secure, and never its state. */
    @Override
    public String toString() {
        return secure ? "AES-256-CTR under a fresh key" : "INSECURE: AES-256-CTR under a key for tests";
    }
}
