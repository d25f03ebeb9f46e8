package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.pair.DominatingPair.Allocated;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import java.util.List;

/**
 * The pairs of a shuffled epoch of T batches with Gaussian noise.
 *
 * <p>From above, given the order: N(s, σ²) against N(0, σ²) with s = 1 for a record that is zeroed out, and 2 for one that is replaced.
 *
 * <p>From below, replaced: where the record turns from +1 to −1 and all others are −1, exactly the pair of a random allocation with shift 2. Zeroed out: all
 * others are −1 and the record is +1 or nothing; of the outcomes, measured from what all others give, it is only seen whether the largest is above C: with
 * p_s = 1 − Φ((C − s)/σ)·Φ(C/σ)^{T−1}, p_2 against p_1. C is where one epoch alone is told apart best.
 *
 * <p>Source: Chua et al. 2024, arXiv:2403.17673 and arXiv:2411.04205.
 */
final class ShuffledBatches {
    private static final int STEPS = 200;

    private ShuffledBatches() {}

    static List<DominatedEvent> of(DpEvent event, double deviation, long batches, Adjacency adjacency) {
        double shift = adjacency == Adjacency.REPLACE_ONE ? 2 : 1;
        GaussianShift above = new GaussianShift(deviation, shift);
        if (batches == 1) {
            return List.of(DominatedEvent.of(event, above, true));
        }
        DominatingPair below = adjacency == Adjacency.REPLACE_ONE
                ? new Allocated(above, batches)
                : seen(deviation, batches, bestThreshold(deviation, batches, 1 / (deviation * deviation)));
        return List.of(DominatedEvent.between(event, below, above, false));
    }

    /**
     * A lower bound on δ(ε) of one epoch, for a record that is zeroed out: the largest over C, less what may be rounding.
     *
     * @param deviation σ
     */
    public static double deltaBelow(double deviation, long batches, double epsilon) {
        double c = bestThreshold(deviation, batches, epsilon);
        return Math.max(0, gain(deviation, batches, epsilon, c) - 1e-13 * (1 + Math.exp(epsilon)));
    }

    private static Atoms seen(double deviation, long batches, double c) {
        double with = above(deviation, batches, c, 2);
        double without = above(deviation, batches, c, 1);
        double yes = Math.log(with / without);
        double no = Math.log1p(-with) - Math.log1p(-without);
        boolean told = with > without && without > 1e-12 && with < 1 - 1e-12 && yes > 1e-3;
        // Relative errors of the masses are those of the losses, and are taken off them.
        return told ? Atoms.twoPoint(no * (1 - 1e-9), yes * (1 - 1e-9)) : Atoms.none();
    }

    private static double bestThreshold(double deviation, long batches, double epsilon) {
        double low = 0;
        double high = 2 + 40 * deviation;
        double best = low;
        for (int round = 0; round < 4; round++) {
            double step = (high - low) / STEPS;
            double most = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= STEPS; i++) {
                double gain = gain(deviation, batches, epsilon, low + i * step);
                if (gain > most) {
                    most = gain;
                    best = low + i * step;
                }
            }
            low = Math.max(0, best - 2 * step);
            high = best + 2 * step;
        }
        return best;
    }

    private static double gain(double deviation, long batches, double epsilon, double c) {
        return above(deviation, batches, c, 2) - Math.exp(epsilon) * above(deviation, batches, c, 1);
    }

    /** 1 − Φ((C − s)/σ)·Φ(C/σ)^{T−1}. */
    private static double above(double deviation, long batches, double c, double shift) {
        return -Math.expm1(Normal.logCdf((c - shift) / deviation) + (batches - 1) * Normal.logCdf(c / deviation));
    }
}
