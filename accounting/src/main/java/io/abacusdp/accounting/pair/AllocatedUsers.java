package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.RoundOff;
import io.abacusdp.accounting.pair.DominatingPair.AllAllocated;
import io.abacusdp.accounting.pair.DominatingPair.Allocated;
import io.abacusdp.accounting.pair.DominatingPair.GaussianShift;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import java.util.ArrayList;
import java.util.List;

/**
 * The pairs of an allocation whose batches are sums with Gaussian noise, for a user whose k records are each dealt, independently, into one
 * of t batches; all of them are there, or none is.
 *
 * <p>Formula: which records fall into the same batch is a partition of them into m blobs of n_1, …, n_m records, drawn without regard to the
 * data; its sizes have the probability t·(t − 1)⋯(t − m + 1)/t^k · k!/(Π n_j!·Π c_i!), c_i the number of blobs of i records. Given
 * the partition, the blobs are in m different batches, all choices of which are equally likely. So are they if the batches
 * are first cut into m blocks of ⌈t/m⌉ or ⌊t/m⌋, uniformly, and then one batch of each block is drawn. By joint convexity it costs no more if
 * partition and blocks are shown. Then, in block j, one batch, drawn uniformly, has a blob whose gradients sum to a norm of at most n_j, in
 * whatever directions, and others have none of the user's: this is dominated by one of ⌈t/m⌉ or ⌊t/m⌋ runs of N(n_j, σ²) against N(0, σ²),
 * by the channels of {@link AllocatedBatches}, and blocks by their composition. Fewer than k records are k of which some have no gradient.
 *
 * <p>From below, the better at first sight of two: the sum of all outcomes, which is N(k, tσ²) against N(0, tσ²) if all gradients are one
 * unit vector; and one record alone, the others having no gradient.
 *
 * <p>Accuracy: probabilities are rounded down; what they lack of 1, and whatever is rarer than {@value #RARE}, goes to N(k, σ²) against
 * N(0, σ²), which dominates all of them: the squares of the n_j sum to k² at most.
 *
 * <p>Limits: t = 1 is the Gaussian of k records and k = 1 the record's own pair, both exactly. Otherwise the bound is not attained: to show
 * the partition is worth something.
 */
final class AllocatedUsers {
    /** More records have too many partitions. */
    static final long MAX_RECORDS = 8;

    private static final double RARE = 1e-15;

    private final double sigma;
    private final int records;
    private final long batches;
    private final List<DominatingPair> pairs = new ArrayList<>();
    private final List<Double> probabilities = new ArrayList<>();

    private AllocatedUsers(double sigma, int records, long batches) {
        this.sigma = sigma;
        this.records = records;
        this.batches = batches;
    }

    /** @param event the group, for refusals */
    static DominatedEvent of(DpEvent event, double sigma, int records, long batches) {
        AllocatedUsers users = new AllocatedUsers(sigma, records, batches);
        users.partitions(new ArrayList<>(), records, records);
        double known = 0;
        for (double probability : users.probabilities) {
            known += probability;
        }
        users.pairs.add(new GaussianShift(sigma, records));
        users.probabilities.add(Math.max(0, 1 - known) + 4 * users.pairs.size() * RoundOff.UNIT);
        double sum = records / Math.sqrt(batches);
        DominatingPair below = (double) records * records >= Math.expm1(1 / (sigma * sigma))
                ? new GaussianShift(sigma, Math.nextDown(sum))
                : new Allocated(new GaussianShift(sigma, 1), batches);
        return DominatedEvent.between(event, below, new OneOf(users.pairs, users.probabilities), false);
    }

    /** All ways to go on from these sizes with others that are no larger. */
    private void partitions(List<Integer> sizes, int left, int largest) {
        if (left == 0) {
            double probability = probability(sizes);
            if (probability >= RARE) {
                pairs.add(blocks(sizes));
                probabilities.add(probability);
            }
            return;
        }
        for (int size = Math.min(left, largest); size > 0 && sizes.size() < batches; size--) {
            sizes.add(size);
            partitions(sizes, left - size, size);
            sizes.remove(sizes.size() - 1);
        }
    }

    /** At most the probability of these sizes, by less than 16k roundings. */
    private double probability(List<Integer> sizes) {
        double ways = 1;
        int placed = 0;
        int alike = 0;
        for (int j = 0; j < sizes.size(); j++) {
            int size = sizes.get(j);
            alike = j > 0 && sizes.get(j - 1) == size ? alike + 1 : 1;
            // One batch for the blob, each other record of it in the same; which records, among those that are left.
            ways *= (batches - j) / (double) batches / alike;
            for (int i = 1; i <= size; i++) {
                placed++;
                ways *= placed / (double) i / (i == 1 ? 1 : batches);
            }
        }
        return ways * (1 - 16 * records * RoundOff.UNIT);
    }

    /** The largest blobs have the largest blocks. */
    private DominatingPair blocks(List<Integer> sizes) {
        int blobs = sizes.size();
        List<Allocated> parts = new ArrayList<>();
        for (int j = 0; j < blobs; j++) {
            long block = batches / blobs + (j < batches % blobs ? 1 : 0);
            parts.add(new Allocated(new GaussianShift(sigma, sizes.get(j)), block));
        }
        return new AllAllocated(parts);
    }
}
