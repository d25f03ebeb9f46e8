package io.abacusdp.training.sampling;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.training.noise.NoiseSource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * How lots are taken from data of a public size, and what releases from them cost. How a lot is drawn decides what it costs: only
 * the sampler that lots make themselves may draw what they price. Immutable.
 *
 * <p>Releases are given as a function of the step's number, from 0: what is released of the lot of that step, as if the lot
 * were the whole data. For DP-SGD this is a Gaussian of noise multiplier σ/C, C the bound on one example's norm; the factor
 * between adjacencies is the accountant's, and not settled here.
 */
public sealed interface Lots permits PoissonLots, GroupedLots, FixedSizeLots, EpochLots {
    /** Public number of examples, from which rate and steps are taken. */
    int examples();

    /** The public number to divide a lot's sum by, whatever number of examples the lot has. */
    int size();

    /** The adjacencies under which the events hold; the usual one first. */
    List<Adjacency> adjacencies();

    /** What is promised about the steps of one example, counted from a sampler's first. */
    default Participation participation() {
        return Participation.ANY;
    }

    /** How many lots are paid for at once. */
    default int lotsPerCharge() {
        return 1;
    }

    /** What the lots that are paid for at once cost, the first of them at this step. */
    DpEvent chargeFrom(long firstStep, LongFunction<DpEvent> releases);

    /**
     * What the lot of a step costs beyond those before it. To be paid before it is drawn.
     *
     * @param begun the step of the sampler's first lot: a resumed run has a new sampler, and begins to pay anew
     */
    default DpEvent charge(long step, long begun, LongFunction<DpEvent> releases) {
        if (!(step >= begun)) {
            throw new IllegalArgumentException(
                    "step must be at least the sampler's first, %d, got %d".formatted(begun, step));
        }
        return (step - begun) % lotsPerCharge() == 0 ? chargeFrom(step, releases) : new NoOp();
    }

    /** What steps 0 to steps − 1 cost in all if one sampler draws them: their charges together, equal ones counted. */
    default DpEvent plan(long steps, LongFunction<DpEvent> releases) {
        if (!(steps >= 0)) {
            throw new IllegalArgumentException("steps must be at least 0, got " + steps);
        }
        Map<DpEvent, Long> counts = new LinkedHashMap<>();
        for (long step = 0; step < steps; step += lotsPerCharge()) {
            counts.merge(chargeFrom(step, releases), 1L, Long::sum);
        }
        List<DpEvent> events = new ArrayList<>();
        counts.forEach((event, count) -> events.add(new Repeated(count, event)));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }

    /** Steps of a number of epochs, rounded up. */
    default long steps(BigDecimal epochs) {
        return epochs.multiply(BigDecimal.valueOf(examples()))
                .divide(BigDecimal.valueOf(size()), 0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** The epoch, from 1, that the last of so many steps is in. */
    default int epoch(long steps) {
        return Math.toIntExact(Math.multiplyExact(steps - 1, size()) / examples() + 1);
    }

    /** Whether an epoch ends after so many steps. */
    default boolean endsEpoch(long steps) {
        return epoch(steps + 1) > epoch(steps);
    }

    /** A new sampler that draws these lots from as many examples as the public number says. */
    default Sampler sampler(NoiseSource source) {
        return sampler(source, examples());
    }

    /**
     * A new sampler that draws these lots.
     *
     * @param actual number of examples in the data
     * @throws IllegalArgumentException if it must be the public number, and is not
     */
    Sampler sampler(NoiseSource source, int actual);
}
