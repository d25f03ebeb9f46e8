package io.abacusdp.training.noise;

/**
 * What is said of a run under a test seed, wherever an epsilon would stand: whoever has the seed takes the noise off, so that no
 * epsilon holds.
 */
public final class TestSeed {
    public static final String NOT_PRIVATE = "not private: made under a test seed";

    /** Name, in files, of what epsilon would have been. */
    public static final String WOULD_BE = "epsilon_with_secret_randomness";

    private TestSeed() {}

    /**
     * An epsilon for people.
     *
     * @param isSecure whether all randomness was secret
     * @param figure what holds then
     */
    public static String epsilon(boolean isSecure, String figure) {
        return isSecure ? figure : NOT_PRIVATE + " (would be " + figure + " with secret randomness)";
    }
}
