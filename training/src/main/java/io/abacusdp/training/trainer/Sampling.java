package io.abacusdp.training.trainer;

import io.abacusdp.training.noise.NoiseSource;
import io.abacusdp.training.sampling.FixedSizeSampler;
import io.abacusdp.training.sampling.PoissonSampler;
import io.abacusdp.training.sampling.Sampler;
import io.abacusdp.training.sampling.ShuffledSampler;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** How the lots of a run are drawn. */
public enum Sampling {
    /** Each example with the same probability, independently. */
    POISSON,
    /** Sets of fixed size, without replacement. */
    FIXED_SIZE,
    /** All examples in a random order, cut into lots; each epoch is accounted without amplification. */
    SHUFFLED;

    /** Name in commands and reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A new sampler of this kind. */
    Sampler sampler(int examples, int lotSize, NoiseSource source) {
        return switch (this) {
            case POISSON -> new PoissonSampler(examples, lotSize, source);
            case FIXED_SIZE -> new FixedSizeSampler(examples, lotSize, source);
            case SHUFFLED -> new ShuffledSampler(examples, lotSize, source);
        };
    }

    /** How many lots are paid for at once: those of an epoch if they are shuffled. */
    int lotsPerCharge(int examples, int lotSize) {
        return this == SHUFFLED ? (examples - 1) / lotSize + 1 : 1;
    }

    /** Steps of a number of epochs, rounded up. */
    public long steps(BigDecimal epochs, int examples, int lotSize) {
        BigDecimal steps = this == SHUFFLED
                ? epochs.multiply(BigDecimal.valueOf(lotsPerCharge(examples, lotSize)))
                        .setScale(0, RoundingMode.CEILING)
                : epochs.multiply(BigDecimal.valueOf(examples))
                        .divide(BigDecimal.valueOf(lotSize), 0, RoundingMode.CEILING);
        return steps.longValueExact();
    }

    /** The epoch, from 1, that the last of so many steps is in. */
    int epoch(long steps, int examples, int lotSize) {
        long lots = lotsPerCharge(examples, lotSize);
        long before = this == SHUFFLED ? (steps - 1) / lots : Math.multiplyExact(steps - 1, lotSize) / examples;
        return Math.toIntExact(before + 1);
    }

    /** Whether an epoch ends after so many steps. */
    boolean endsEpoch(long steps, int examples, int lotSize) {
        return epoch(steps + 1, examples, lotSize) > epoch(steps, examples, lotSize);
    }
}
