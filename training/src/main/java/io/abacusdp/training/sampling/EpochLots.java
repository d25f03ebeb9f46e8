package io.abacusdp.training.sampling;

import io.abacusdp.accounting.event.DpEvent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.LongFunction;

/**
 * Lots of which an example is in one an epoch. An epoch is paid for in full before its first lot: a run that ends, or is cut off,
 * within one has paid for all of it, and a new sampler begins with a new epoch.
 */
sealed interface EpochLots extends Lots permits AllocatedLots, CyclicLots, ShuffledLots {
    /** Those of an epoch. */
    @Override
    default int lotsPerCharge() {
        return (examples() - 1) / size() + 1;
    }

    /**
     * The release of an epoch that reveals most.
     *
     * @throws IllegalArgumentException if releases that are not Gaussian change within the epoch: which of them reveals most
     *     is not known
     */
    default DpEvent mostRevealing(long firstStep, LongFunction<DpEvent> releases) {
        DpEvent most = releases.apply(firstStep);
        for (long step = firstStep + 1; step < firstStep + lotsPerCharge(); step++) {
            most = MostRevealing.of(most, releases.apply(step));
        }
        return most;
    }

    @Override
    default long steps(BigDecimal epochs) {
        return epochs.multiply(BigDecimal.valueOf(lotsPerCharge()))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    @Override
    default int epoch(long steps) {
        return Math.toIntExact((steps - 1) / lotsPerCharge() + 1);
    }
}
