package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.pair.DominatingPair.Allocated;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pairs of a random allocation: each record is in k of t batches.
 *
 * <p>Formula: for k = 1 the pair of one of t runs ({@link Allocated}), which is attained. Otherwise a uniformly drawn partition of the
 * batches into k blocks of ⌈t/k⌉ or ⌊t/k⌋, with one batch drawn of each block, is a uniformly drawn set of k batches; by joint
 * convexity it costs no more if the blocks are known, which is the composition of allocations of one of each block.
 *
 * <p>From below for k &gt; 1 and Gaussian noise: the sum of all outcomes is N(k, tσ²) against N(0, tσ²).
 *
 * <p>Source: arXiv:2412.16802 and arXiv:2502.08202; the blocks sharpen a lemma of the latter, which has blocks of ⌊t/k⌋ only.
 *
 * <p>Limits: no pair is known for a record that is replaced: it may go from one batch to another.
 */
final class AllocatedBatches {
    private AllocatedBatches() {}

    /** Why there are no pairs, if there are none. */
    static Optional<String> refusal(
            RandomAllocation event, Adjacency adjacency, double rate, Map<DpEvent, Long> inner) {
        if (adjacency == Adjacency.REPLACE_ONE) {
            return Optional.of(
                    "no pair is known for an allocated record that is replaced; ask under add_or_remove_one");
        }
        if (rate < 1) {
            return Optional.of("its batches are dealt from all records, not from a sample of them");
        }
        if (inner.size() != 1 || inner.values().iterator().next() != 1) {
            return Optional.of("several mechanisms on one batch, other than Gaussians, have no known pair");
        }
        boolean sum = inner.keySet().iterator().next() instanceof Gaussian;
        return adjacency == Adjacency.ZERO_OUT && !sum
                ? Optional.of("what a zeroed record does outside of its batch is only stated for Gaussian noise")
                : Optional.empty();
    }

    /**
     * The pairs of an allocation whose batches are run by one mechanism.
     *
     * @param one that mechanism's pair
     */
    static List<DominatedEvent> of(RandomAllocation event, DpEvent batch, DominatedEvent one) {
        long blocks = event.participations();
        long batches = event.batches() / blocks;
        long larger = event.batches() % blocks;
        List<DominatedEvent> result = new ArrayList<>();
        if (blocks == 1) {
            result.add(DominatedEvent.between(
                    event, new Allocated(one.below(), batches), new Allocated(one.above(), batches), false));
            return result;
        }
        DominatingPair attained = batch instanceof Gaussian gaussian
                ? new GaussianShift(gaussian.noiseMultiplier(), Math.nextDown(blocks / Math.sqrt(event.batches())))
                : Atoms.none();
        result.add(block(event, one, batches, attained));
        if (blocks - larger > 1) {
            result.add(block(event, one, batches, Atoms.none()).times(blocks - larger - 1));
        }
        if (larger > 0) {
            result.add(block(event, one, batches + 1, Atoms.none()).times(larger));
        }
        return result;
    }

    private static DominatedEvent block(
            RandomAllocation event, DominatedEvent one, long batches, DominatingPair below) {
        DominatingPair above = batches == 1 ? one.above() : new Allocated(one.above(), batches);
        return DominatedEvent.between(event, below, above, false);
    }
}
