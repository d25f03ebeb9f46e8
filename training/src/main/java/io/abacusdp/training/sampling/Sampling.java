package io.abacusdp.training.sampling;

import java.util.Locale;

/** How the lots of a run are drawn. */
public enum Sampling {
    /** Each example with the same probability, independently. */
    POISSON,
    /** Each example in one lot of every epoch, dealt by itself. */
    ALLOCATED,
    /** Each example in one lot of every epoch, always the same, dealt by itself; accounted without amplification. */
    CYCLIC,
    /** Sets of fixed size, without replacement. */
    FIXED_SIZE,
    /** All examples in a random order, cut into lots; each epoch is accounted without amplification. */
    SHUFFLED;

    /** Name in commands and reports. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Lots of this kind. */
    public Lots lots(int examples, int lotSize) {
        return switch (this) {
            case POISSON -> new PoissonLots(examples, lotSize);
            case ALLOCATED -> new AllocatedLots(examples, lotSize);
            case CYCLIC -> new CyclicLots(examples, lotSize);
            case FIXED_SIZE -> new FixedSizeLots(examples, lotSize);
            case SHUFFLED -> new ShuffledLots(examples, lotSize);
        };
    }

    /** Whether each example is drawn by itself, so that data may have more or fewer of them than the public number says. */
    public boolean drawsEachByItself() {
        return this == POISSON || this == ALLOCATED || this == CYCLIC;
    }
}
