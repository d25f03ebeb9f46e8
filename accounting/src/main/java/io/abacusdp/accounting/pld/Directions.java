package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.numeric.CompensatedSum;
import io.abacusdp.accounting.pair.DominatedEvent;
import io.abacusdp.accounting.pair.DominatingPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A history as compositions of pairs, in the one or the two directions in which it has to be looked at.
 *
 * @param composites one, if all pairs are symmetric, or two: record removed, record added
 * @param distance total variation by which all runs together may differ from what the pairs describe
 */
record Directions(List<Composite> composites, double distance) {
    /**
     * Masses err by 2^−53 of themselves, and so does their product by as many times that as there are runs. Long before that
     * is everything, intervals are too wide to be of use.
     */
    private static final long MAX_RUNS = 1L << 40;

    private static final int ROUNDS = 4;

    /** Losses of Gaussians at a larger distance need a larger table than is of use. */
    private static final double MAX_SHIFT = 200;

    static Directions of(DpEvent event, Adjacency adjacency, int maxPoints) {
        List<RepeatedPair> forward = new ArrayList<>();
        CompensatedSum precision = new CompensatedSum();
        CompensatedSum distance = new CompensatedSum();
        Composition.of(event).sortedTerms().forEach((term, count) -> {
            Optional<RepeatedPair> whole = SampledWhole.of(term, adjacency, count);
            whole.ifPresent(forward::add);
            List<DominatedEvent> pairs =
                    whole.isPresent() ? List.of() : DominatingPairs.of(term, adjacency, PldAccountant.NAME);
            for (DominatedEvent dominated : pairs) {
                long copies = Math.multiplyExact(count, dominated.copies());
                distance.add(count * dominated.distance());
                LossPairs.part(dominated, adjacency, copies).ifPresent(part -> {
                    if (part.above() instanceof GaussianPair pair
                            && part.below() == pair
                            && pair.plainShift().isPresent()) {
                        // Gaussians compose to one Gaussian: only the sum of the squared shifts matters.
                        double shift = pair.plainShift().getAsDouble();
                        precision.add(copies * (shift * shift));
                    } else if (copies > MAX_RUNS) {
                        throw new UnsupportedEventException(
                                PldAccountant.NAME,
                                term,
                                "after more than " + MAX_RUNS
                                        + " runs round-off leaves no bound; use the rdp accountant");
                    } else {
                        forward.add(part);
                    }
                });
            }
        });
        if (precision.value() > 0) {
            double[] shift = {Math.sqrt(precision.value())};
            if (!(shift[0] <= MAX_SHIFT)) {
                throw new UnsupportedEventException(
                        PldAccountant.NAME, event, "its losses are too large for a lattice; use the exact accountant");
            }
            LossPair pair = GaussianPair.of(new double[] {1}, shift);
            forward.add(new RepeatedPair(pair, pair, true, false, 1));
        }
        // What is apart from its pairs is asked for several times.
        int points = distance.value() > 0 ? maxPoints / ROUNDS : maxPoints;
        List<Composite> composites = new ArrayList<>();
        composites.add(new Composite(forward, points));
        if (!forward.stream().allMatch(RepeatedPair::symmetric)) {
            composites.add(
                    new Composite(forward.stream().map(RepeatedPair::backward).toList(), points));
        }
        return new Directions(composites, Math.min(1, distance.value() * (1 + 1e-12)));
    }
}
