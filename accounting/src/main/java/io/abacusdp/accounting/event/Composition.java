package io.abacusdp.accounting.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A history in canonical form: each elementary event once, with the number of times it was run.
 *
 * <p>This is the only place where repetition and composition are interpreted; an accountant's rule for an elementary
 * event never sees a count. The canonical form also settles what needs no accountant:
 *
 * <ul>
 *   <li>no-ops, repetition zero times, sampling at rate 0 and selection among nothing vanish; sampling at rate 1 and groups of one are what they
 *       hold;
 *   <li>Gaussians run on one and the same sample are one Gaussian of noise multiplier (Σ 1/z²)^(−1/2), as only the sum of
 *       the squared distances matters;
 *   <li>whatever else is run on a sample that is shown is a function of it, and costs nothing more;
 *   <li>a sparse vector is what is known of it, a pure ε;
 *   <li>correlated noise is one Gaussian, and an allocation to all batches that many runs;
 *   <li>a sample of a sample is a sample at the product of the rates;
 *   <li>a group is pushed down to the elementary events, and into them where that loses nothing ({@link GroupRules}).
 * </ul>
 *
 * <p>Roundings made on the way go to the side of more privacy loss. Not safe for use by several threads.
 */
public final class Composition {
    private final Map<DpEvent, Long> counts = new LinkedHashMap<>();

    /** The canonical form of one event. */
    public static Composition of(DpEvent event) {
        return new Composition().add(event);
    }

    /** The canonical form of what is run on one and the same batch: Gaussians are one Gaussian. */
    public static Composition onOneSample(DpEvent event) {
        return mergeGaussians(of(event));
    }

    /** Adds the event to the history; if it is refused, the history stays as it was. */
    public Composition add(DpEvent event) {
        Objects.requireNonNull(event, "event");
        Map<DpEvent, Long> added = new LinkedHashMap<>();
        expand(event, 1, added);
        added = ofOneRecord(added);
        added.replaceAll((term, count) -> checkedSum(counts.getOrDefault(term, 0L), count));
        counts.putAll(added);
        return this;
    }

    /** Elementary events and how often each was run, in the order of their first occurrence. */
    public Map<DpEvent, Long> terms() {
        return Collections.unmodifiableMap(counts);
    }

    /** The same in an order of their own: what is summed over them does not depend on how the history was ordered, to the last bit. */
    public Map<DpEvent, Long> sortedTerms() {
        Map<DpEvent, String> names = new HashMap<>();
        Map<DpEvent, Long> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Comparator.comparing(term -> names.computeIfAbsent(term.getKey(), DpEvent::toString)))
                .forEach(term -> sorted.put(term.getKey(), term.getValue()));
        return Collections.unmodifiableMap(sorted);
    }

    /** One event that stands for the whole history. */
    public DpEvent toEvent() {
        List<DpEvent> events = new ArrayList<>();
        counts.forEach((term, count) -> events.add(count == 1 ? term : new Repeated(count, term)));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }

    /** Turns of sampled groups are plain samples to one record; to a group they are not, which is why this is settled last. */
    private static Map<DpEvent, Long> ofOneRecord(Map<DpEvent, Long> terms) {
        Map<DpEvent, Long> settled = new LinkedHashMap<>();
        terms.forEach((term, count) -> {
            if (term instanceof SampledInTurn turn) {
                expandSampled(new PoissonSampled(turn.rate(), turn.event()), count, settled);
            } else {
                merge(term, count, settled);
            }
        });
        return settled;
    }

    /** What a group of records is told apart by: of turns of sampled groups, all of them together. */
    private static void expandGroup(Group group, long count, Map<DpEvent, Long> into) {
        Map<DpEvent, Long> terms = new LinkedHashMap<>();
        expand(group.event(), 1, terms);
        Composition turns = new Composition();
        terms.forEach((term, times) -> {
            if (term instanceof SampledInTurn) {
                turns.counts.put(term, times);
            } else {
                merge(GroupRules.push(group.size(), term), checkedProduct(count, times), into);
            }
        });
        if (!turns.counts.isEmpty()) {
            DpEvent together = turns.toEvent();
            if (group.size() == 1) {
                expand(together, count, into);
            } else {
                merge(new Group(group.size(), together), count, into);
            }
        }
    }

    private static void expand(DpEvent event, long count, Map<DpEvent, Long> into) {
        if (event instanceof Composed composed) {
            composed.events().forEach(part -> expand(part, count, into));
        } else if (event instanceof Repeated repeated) {
            if (repeated.count() > 0) {
                expand(repeated.event(), checkedProduct(count, repeated.count()), into);
            }
        } else if (event instanceof PoissonSampled sampled) {
            expandSampled(sampled, count, into);
        } else if (event instanceof SampledInTurn turn && (turn.rate() == 1 || SampledInTurn.isIn(turn.event()))) {
            expand(turn.event(), count, into);
        } else if (event instanceof SampledInTurn turn && turn.rate() == 0) {
            return;
        } else if (event instanceof RandomAllocation allocation
                && allocation.participations() == allocation.batches()) {
            expand(allocation.event(), checkedProduct(count, allocation.batches()), into);
        } else if (event instanceof CorrelatedNoise noise) {
            double multiplier = Math.nextDown(noise.noiseMultiplier() / noise.sensitivity());
            merge(multiplier > 0 ? new Gaussian(multiplier) : new NonPrivate(), count, into);
        } else if (event instanceof SparseVector sparse) {
            double epsilon = sparse.epsilon();
            merge(epsilon < Double.POSITIVE_INFINITY ? new PureDp(epsilon) : new NonPrivate(), count, into);
        } else if (event instanceof RepeatAndSelect select && select.isOneRun()) {
            expand(select.event(), count, into);
        } else if (event instanceof RepeatAndSelect select
                && of(select.event()).counts.keySet().stream().allMatch(Composition::losesNothing)) {
            // The best of runs that do not look at the data: neither they nor their number depend on it.
            return;
        } else if (event instanceof Group group) {
            expandGroup(group, count, into);
        } else {
            merge(event, count, into);
        }
    }

    /** Whether outcomes have the same law on all data. */
    private static boolean losesNothing(DpEvent event) {
        return (event instanceof PureDp pure && pure.epsilon() == 0)
                || (event instanceof ApproximateDp approximate
                        && approximate.epsilon() == 0
                        && approximate.delta() == 0)
                || (event instanceof ZeroConcentratedDp zero && zero.xi() == 0 && zero.rho() == 0)
                || (event instanceof Exponential exponential && exponential.epsilon() == 0)
                || (event instanceof PermuteAndFlip flip && flip.epsilon() == 0);
    }

    private static void expandSampled(PoissonSampled sampled, long count, Map<DpEvent, Long> into) {
        if (sampled.rate() == 0) {
            return;
        }
        if (sampled.rate() == 1 || SampledInTurn.isIn(sampled.event())) {
            expand(sampled.event(), count, into);
            return;
        }
        Composition onSample = mergeGaussians(of(sampled.event()));
        DpEvent shown = new NonPrivate();
        DpEvent inner = onSample.counts.containsKey(shown) ? shown : onSample.toEvent();
        if (inner instanceof Composed none && none.events().isEmpty()) {
            return;
        }
        if (inner instanceof PoissonSampled nested) {
            // Both rates are below 1, so that their product is below the greatest double that is.
            double rate = Math.min(Math.nextDown(1.0), Math.nextUp(sampled.rate() * nested.rate()));
            merge(new PoissonSampled(rate, nested.event()), count, into);
        } else {
            merge(new PoissonSampled(sampled.rate(), inner), count, into);
        }
    }

    /**
     * Gaussians on the same sample as one. Precisions are taken relative to the largest, as their own squares could leave
     * the range of a double, and are rounded up by more than the error of the sum.
     */
    private static Composition mergeGaussians(Composition composition) {
        Composition merged = new Composition();
        Map<Gaussian, Long> gaussians = new LinkedHashMap<>();
        composition.counts.forEach((term, count) -> {
            if (term instanceof Gaussian gaussian) {
                gaussians.put(gaussian, count);
            } else {
                merged.counts.put(term, count);
            }
        });
        if (gaussians.values().stream().mapToDouble(Long::doubleValue).sum() <= 1) {
            return composition;
        }
        double least = gaussians.keySet().stream()
                .mapToDouble(Gaussian::noiseMultiplier)
                .min()
                .orElseThrow();
        double precision = 0;
        for (Map.Entry<Gaussian, Long> term : gaussians.entrySet()) {
            double ratio = least / term.getKey().noiseMultiplier();
            precision += term.getValue() * (ratio * ratio);
        }
        double slack = 1 + (gaussians.size() + 8) * Math.ulp(1.0);
        double noiseMultiplier = Math.nextDown(least / Math.sqrt(precision * slack));
        merge(noiseMultiplier > 0 ? new Gaussian(noiseMultiplier) : new NonPrivate(), 1, merged.counts);
        return merged;
    }

    private static void merge(DpEvent term, long count, Map<DpEvent, Long> into) {
        if (!(term instanceof NoOp)) {
            into.merge(term, count, Composition::checkedSum);
        }
    }

    private static long checkedSum(long a, long b) {
        return checkedCount(a + b, a + " + " + b);
    }

    private static long checkedProduct(long a, long b) {
        return checkedCount(Math.multiplyHigh(a, b) == 0 ? a * b : -1, a + " × " + b);
    }

    private static long checkedCount(long count, String what) {
        if (count >= 0 && count <= Require.MAX_COUNT) {
            return count;
        }
        throw new IllegalArgumentException("an event must be repeated at most 2^53 times in all, got " + what);
    }
}
