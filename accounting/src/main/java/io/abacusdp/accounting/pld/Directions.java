package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DpEvent;
import java.util.ArrayList;
import java.util.List;

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
    private static final long MOST_RUNS = 1L << 40;

    static Directions of(DpEvent event, Adjacency adjacency, int maxPoints) {
        List<Part> forward = new ArrayList<>();
        CompensatedSum precision = new CompensatedSum();
        CompensatedSum distance = new CompensatedSum();
        Composition.of(event).terms().forEach((term, count) -> {
            for (Mechanism mechanism : Mechanisms.of(term, adjacency)) {
                long copies = Math.multiplyExact(count, mechanism.copies());
                distance.add(count * mechanism.distance());
                if (mechanism.above() instanceof GaussianPair pair
                        && pair.plainShift().isPresent()) {
                    // Gaussians compose to one Gaussian: only the sum of the squared shifts matters.
                    double shift = pair.plainShift().getAsDouble();
                    precision.add(copies * (shift * shift));
                } else if (copies > MOST_RUNS) {
                    throw new UnsupportedEventException(
                            PldAccountant.NAME,
                            term,
                            "after more than " + MOST_RUNS + " runs round-off leaves no bound; use the rdp accountant");
                } else {
                    forward.add(new Part(mechanism.above(), mechanism.below(), mechanism.symmetric(), false, copies));
                }
            }
        });
        if (precision.value() > 0) {
            double[] shift = {Math.sqrt(precision.value())};
            LossPair pair = GaussianPair.of(new double[] {1}, shift);
            forward.add(new Part(pair, pair, true, false, 1));
        }
        List<Composite> composites = new ArrayList<>();
        composites.add(new Composite(forward, maxPoints));
        if (!forward.stream().allMatch(Part::symmetric)) {
            composites.add(new Composite(forward.stream().map(Part::backward).toList(), maxPoints));
        }
        return new Directions(composites, Math.min(1, distance.value() * (1 + 1e-12)));
    }
}
