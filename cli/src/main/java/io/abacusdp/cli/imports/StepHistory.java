package io.abacusdp.cli.imports;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ShuffledEpoch;
import java.util.List;

/**
 * Steps of noisy sums as several libraries keep them: noise multiplier, sampling rate, number. The file never says how
 * batches were really made, so that there is more than one reading.
 *
 * <p>Formula: as Poisson samples, each step is a sampled Gaussian. If instead every epoch is a random order cut into batches, a
 * record is in one batch of every ⌊1/q⌋ steps, and no gain by the order is proven: S steps cost no more than ⌈S/⌊1/q⌋⌉ releases
 * without sampling. Where noise differs between steps, the least counts for all of them; where the rate differs, an epoch may
 * begin within an entry, which adds one release to each.
 *
 * <p>Source: Chua et al. 2024, arXiv:2403.17673, for what shuffling costs at least.
 *
 * @param entries in the order in which they ran, at least one
 */
record StepHistory(List<Entry> entries) {
    private static final long MOST = 1L << 53;

    /**
     * Equal steps.
     *
     * @param noise noise multiplier, finite and at least 0; 0 is no privacy
     * @param rate in (0, 1]
     * @param steps at least 1
     */
    record Entry(double noise, double rate, long steps) {
        Entry {
            if (!(noise >= 0 && noise < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("a noise multiplier must be finite and at least 0, got " + noise);
            }
            if (!(rate > 0 && rate <= 1)) {
                throw new IllegalArgumentException("a sampling rate must be in (0, 1], got " + rate);
            }
            if (!(steps >= 1 && steps <= MOST)) {
                throw new IllegalArgumentException("steps must be from 1 to 2^53, got " + steps);
            }
        }

        DpEvent poisson() {
            return new Repeated(steps, rate == 1 ? release(noise) : new PoissonSampled(rate, release(noise)));
        }

        /** Batches of an epoch, rather too few: fewer batches are more epochs. */
        private long batches() {
            return (long) (isWhole() ? Math.rint(1 / rate) : Math.floor(1 / rate));
        }

        /** Whether an epoch is a whole number of batches. */
        private boolean isWhole() {
            double batches = 1 / rate;
            return Math.abs(batches - Math.rint(batches)) <= 1e-9 * batches;
        }
    }

    StepHistory {
        entries = List.copyOf(entries);
        double steps = entries.stream().mapToDouble(Entry::steps).sum();
        if (entries.isEmpty() || !(steps <= MOST)) {
            throw new IllegalArgumentException("a history must have from 1 to 2^53 steps, got " + steps);
        }
    }

    long steps() {
        return entries.stream().mapToLong(Entry::steps).sum();
    }

    /** Each step on a Poisson sample of its own. */
    DpEvent poisson() {
        return entries.size() == 1
                ? entries.get(0).poisson()
                : new Composed(entries.stream().map(Entry::poisson).toList());
    }

    /** Every record once an epoch, in a random order; a record is zeroed out in place, or replaced. */
    Reading shuffled(String id, String condition, Adjacency adjacency) {
        Entry first = entries.get(0);
        long batches = first.batches();
        if (entries.size() == 1 && first.noise > 0 && first.isWhole() && first.steps % batches == 0) {
            return Reading.asRun(
                    id,
                    condition,
                    new Repeated(first.steps / batches, new ShuffledEpoch(batches, release(first.noise))),
                    adjacency);
        }
        double least = entries.stream().mapToDouble(Entry::noise).min().orElse(0);
        return Reading.atMost(id, condition, new Repeated(participations(), release(least)), adjacency);
    }

    /** How often one record can have been used, if it is once an epoch. */
    private long participations() {
        Entry first = entries.get(0);
        if (entries.stream().allMatch(entry -> entry.rate == first.rate)) {
            return (steps() - 1) / first.batches() + 1;
        }
        return Math.min(
                steps(),
                entries.stream()
                        .mapToLong(entry -> Math.min(entry.steps, (entry.steps - 1) / entry.batches() + 2))
                        .sum());
    }

    static DpEvent release(double noise) {
        return noise > 0 ? new Gaussian(noise) : new NonPrivate();
    }
}
