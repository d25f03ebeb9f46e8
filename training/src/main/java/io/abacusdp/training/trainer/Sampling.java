package io.abacusdp.training.trainer;

import io.abacusdp.training.sampling.FixedSizeLots;
import io.abacusdp.training.sampling.Lots;
import io.abacusdp.training.sampling.PoissonLots;
import io.abacusdp.training.sampling.ShuffledLots;
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

    /** Lots of this kind. */
    public Lots lots(int examples, int lotSize) {
        return switch (this) {
            case POISSON -> new PoissonLots(examples, lotSize);
            case FIXED_SIZE -> new FixedSizeLots(examples, lotSize);
            case SHUFFLED -> new ShuffledLots(examples, lotSize);
        };
    }
}
