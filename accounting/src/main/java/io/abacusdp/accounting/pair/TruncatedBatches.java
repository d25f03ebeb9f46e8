package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import java.util.ArrayList;
import java.util.List;

/**
 * The pairs of Gaussian noise on the sum over a sample that is cut.
 *
 * <p>Let s be the number of the other records that were drawn, which does not depend on the record in question. If s is
 * below the largest size B, nothing is cut, and the outcome is that of a plain sample. Otherwise the batch without the
 * record is a uniform subset of B others, and with it, with probability at most q, the same but for one other record, in
 * whose place it is: the sum moves by the difference of two contributions, hence by 2 at most. Showing s costs no less
 * than not showing it, so that the pair of a sample at rate q with shift 1 and, with probability Pr[s ≥ B], one with shift 2
 * dominates ({@link #cutPairs}); there are at most as many others as the data set is stated to have. A replacement takes the same place;
 * so does a record that is zeroed out, and both sums then lie within 2 of the batch without it.
 *
 * <p>Attained: where all others contribute nothing, the record is in the batch with a probability of at least q·Pr[s &lt; B],
 * and the outcome is that of a plain sample at that rate.
 */
final class TruncatedBatches {
    private TruncatedBatches() {}

    static List<DominatedEvent> of(TruncatedPoisson event, double deviation, Scheme scheme) {
        double cut = Truncation.probability(event.rate(), event.maxBatchSize() - 1, event.datasetSize());
        boolean replaced = scheme.replaced();
        DominatingPair usually = unitMixture(deviation, event.rate(), 1, replaced);
        DominatingPair attained =
                unitMixture(deviation, Math.max(0, Math.nextDown(event.rate() * (1 - cut))), 1, replaced);
        DominatingPair above = cut == 0 ? usually : cutPairs(event, usually, cut, deviation, scheme);
        return List.of(DominatedEvent.between(event, cut < 1 ? attained : Atoms.none(), above, replaced));
    }

    /**
     * With s ≥ B others drawn, the record is kept with probability qB/(s + 1): one pair for each of some ranges of s, by their least
     * s. What of the probabilities may be rounding is given to the pair that dominates all of them, at rate q.
     */
    private static DominatingPair cutPairs(
            TruncatedPoisson event, DominatingPair usually, double cut, double deviation, Scheme scheme) {
        boolean bothMoved = scheme.adjacency() != Adjacency.ADD_OR_REMOVE_ONE;
        List<DominatingPair> pairs = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        double left = 1;
        double most = event.maxBatchSize();
        double above = cut;
        if (cut < 1) {
            pairs.add(usually);
            probabilities.add(1 - cut);
            left -= 1 - cut;
        }
        for (long from : new long[] {0, 1, 2, 4, 8, 16, 32}) {
            long next = from == 0 ? 1 : 2 * from;
            double beyond = Truncation.probability(event.rate(), event.maxBatchSize() - 1 + next, event.datasetSize());
            double certain = above / Truncation.slack(event.maxBatchSize() + from, event.datasetSize()) - beyond;
            // What is rarer than that is not worth a pair of its own.
            if (cut < 1 && certain > 0.02 * cut) {
                double kept = Math.min(event.rate(), event.rate() * (most / (most + from + 1)) * (1 + 1e-15));
                pairs.add(unitMixture(deviation, kept, 2, bothMoved));
                probabilities.add(certain);
                left -= certain;
            }
            above = beyond;
        }
        pairs.add(unitMixture(deviation, event.rate(), 2, bothMoved));
        probabilities.add(Math.max(left, 0) + 1e-15);
        return new OneOf(pairs, probabilities);
    }

    private static GaussianMixture unitMixture(double deviation, double rate, double shift, boolean mirrored) {
        return new GaussianMixture(deviation, rate, List.of(shift), List.of(1.0), mirrored);
    }
}
