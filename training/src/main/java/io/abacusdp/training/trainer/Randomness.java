package io.abacusdp.training.trainer;

import io.abacusdp.training.noise.NoiseSource;
import java.util.OptionalLong;

/** Streams of random numbers for a run, all secure or, for tests, all from one seed. */
final class Randomness {
    private final OptionalLong insecureSeed;

    Randomness(OptionalLong insecureSeed) {
        this.insecureSeed = insecureSeed;
    }

    boolean isSecure() {
        return insecureSeed.isEmpty();
    }

    /**
     * A stream of its own.
     *
     * @param purpose a number below 10^6 that no other stream of the run has
     * @param charges number of charges so far, so that a resumed run does not repeat itself
     */
    NoiseSource source(int purpose, int charges) {
        return insecureSeed.isEmpty()
                ? NoiseSource.secure()
                : NoiseSource.insecureForTests((insecureSeed.getAsLong() * 1_000_003 + charges) * 1_000_000 + purpose);
    }
}
