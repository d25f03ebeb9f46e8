package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.numeric.RoundedUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The (ε, δ) statements that are composed, counted and sorted, so that no result depends on their order. */
final class Parts {
    /** Mechanisms of the same epsilon. */
    record Group(double epsilon, long count) {}

    private final List<Group> groups;
    private final double epsilonSum;
    private final double deltaSum;
    private final double deltaUnion;

    private Parts(List<Group> groups, double deltaSum, double deltaUnion) {
        this.groups = List.copyOf(groups);
        this.epsilonSum = RoundedUp.sum(groups.stream()
                .mapToDouble(group -> RoundedUp.product(group.epsilon(), (double) group.count()))
                .toArray());
        this.deltaSum = deltaSum;
        this.deltaUnion = deltaUnion;
    }

    static Parts of(Map<ApproximateDp, Long> counts) {
        TreeMap<Double, Long> epsilons = new TreeMap<>();
        List<Double> deltas = new ArrayList<>();
        List<Double> exponents = new ArrayList<>();
        counts.forEach((part, count) -> {
            Check.count("count", count);
            if (part.epsilon() > 0 && count > 0) {
                epsilons.merge(part.epsilon(), count, Math::addExact);
            }
            if (part.delta() > 0 && count > 0) {
                deltas.add(RoundedUp.product(part.delta(), (double) count));
                exponents.add(RoundedUp.product(Math.nextUp(-Math.log1p(-part.delta())), (double) count));
            }
        });
        List<Group> groups = new ArrayList<>();
        epsilons.forEach((epsilon, count) -> groups.add(new Group(epsilon, count)));
        double sum = Math.min(1, sum(deltas));
        double union = -Math.expm1(-sum(exponents));
        return new Parts(groups, sum, union == 0 ? 0 : Math.min(sum, Math.nextUp(union)));
    }

    /** One group for each epsilon above 0, the smallest first. */
    List<Group> groups() {
        return groups;
    }

    /** Σ ε_i, rounded up, possibly infinite. */
    double epsilonSum() {
        return epsilonSum;
    }

    /** Σ δ_i, rounded up, at most 1. */
    double deltaSum() {
        return deltaSum;
    }

    /** 1 − Π (1 − δ_i), rounded up: the probability that any of the mechanisms fails altogether. */
    double deltaUnion() {
        return deltaUnion;
    }

    private static double sum(List<Double> values) {
        return RoundedUp.sum(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
