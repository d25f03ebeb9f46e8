package io.abacusdp.training.noise;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.OptionalLong;

/**
 * The streams of random numbers of a run: each under a fresh key of its own, or, for tests, each from one seed and what it is for.
 * The only place where streams are insecure. Immutable.
 */
public final class RandomStreams {
    private final OptionalLong insecureSeed;

    private RandomStreams(OptionalLong insecureSeed) {
        this.insecureSeed = insecureSeed;
    }

    public static RandomStreams secure() {
        return new RandomStreams(OptionalLong.empty());
    }

    /** Streams that anybody can repeat who knows the seed: <b>nothing is private</b>, and a report must say so. */
    public static RandomStreams insecureForTests(long seed) {
        return new RandomStreams(OptionalLong.of(seed));
    }

    public boolean isSecure() {
        return insecureSeed.isEmpty();
    }

    /** What a report says of the randomness. */
    public String describe() {
        return isSecure() ? "secure" : "INSECURE, from the seed " + insecureSeed.getAsLong();
    }

    /**
     * A stream of its own.
     *
     * @param purpose what it is for, and for whom
     * @param numbers that tell this use from all others: round, attempt, number of charges so far
     */
    public NoiseSource source(String purpose, int... numbers) {
        return insecureSeed.isEmpty() ? NoiseSource.secure() : NoiseSource.insecureForTests(derived(purpose, numbers));
    }

    private long derived(String purpose, int[] numbers) {
        byte[] text = purpose.getBytes(StandardCharsets.UTF_8);
        ByteBuffer input = ByteBuffer.allocate(Long.BYTES + Integer.BYTES * (numbers.length + 1) + text.length)
                .putLong(insecureSeed.getAsLong())
                .putInt(numbers.length);
        for (int number : numbers) {
            input.putInt(number);
        }
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256")
                            .digest(input.put(text).array()))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
