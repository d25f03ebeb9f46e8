package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.numeric.ExactSum;
import io.abacusdp.accounting.numeric.RoundedUp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The (ε, δ) statements that are composed, counted and sorted, so that no result depends on their order. */
final class ApproximateParts {
    /** Mechanisms of the same epsilon. */
    record EpsilonCount(double epsilon, long count) {}

    /** Enough digits that nothing is rounded where few mechanisms have ordinary deltas; tiny deltas are summed instead. */
    private static final MathContext DOWN = new MathContext(120, RoundingMode.DOWN);

    /** A chance below 10^-400 of no failure is none: 1 less that is 1 as a double, and its zeros need not be written out. */
    private static final int LEAST_EXPONENT = -400;

    private final List<EpsilonCount> groups;
    private final double epsilonSum;
    private final double deltaSum;
    private final double deltaUnion;

    private ApproximateParts(List<EpsilonCount> groups, double deltaSum, double deltaUnion) {
        this.groups = List.copyOf(groups);
        ExactSum epsilons = new ExactSum();
        groups.forEach(group -> epsilons.add(group.count(), group.epsilon()));
        this.epsilonSum = epsilons.roundedUp();
        this.deltaSum = deltaSum;
        this.deltaUnion = deltaUnion;
    }

    static ApproximateParts of(Map<ApproximateDp, Long> counts) {
        TreeMap<Double, Long> epsilons = new TreeMap<>();
        List<Double> deltas = new ArrayList<>();
        BigDecimal none = BigDecimal.ONE;
        for (Map.Entry<ApproximateDp, Long> entry : counts.entrySet()) {
            ApproximateDp part = entry.getKey();
            long count = entry.getValue();
            Arguments.count("count", count);
            if (part.epsilon() > 0 && count > 0) {
                epsilons.merge(part.epsilon(), count, Math::addExact);
            }
            if (part.delta() > 0 && count > 0) {
                deltas.add(RoundedUp.product(part.delta(), (double) count));
                none = product(none, power(BigDecimal.ONE.subtract(new BigDecimal(part.delta())), count));
            }
        }
        List<EpsilonCount> groups = new ArrayList<>();
        epsilons.forEach((epsilon, count) -> groups.add(new EpsilonCount(epsilon, count)));
        double sum = Math.min(1, sum(deltas));
        double union = ExactSum.roundedUp(BigDecimal.ONE.subtract(none));
        return new ApproximateParts(groups, sum, Math.min(sum, union));
    }

    /** The power, rounded down. */
    private static BigDecimal power(BigDecimal base, long exponent) {
        BigDecimal result = BigDecimal.ONE;
        BigDecimal square = base.round(DOWN);
        for (long rest = exponent; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                result = product(result, square);
            }
            square = product(square, square);
        }
        return result;
    }

    /** The product of two chances, rounded down, and to 0 where it is negligible: powers of it would be out of range. */
    private static BigDecimal product(BigDecimal a, BigDecimal b) {
        BigDecimal product = a.multiply(b, DOWN);
        return product.precision() - product.scale() < LEAST_EXPONENT ? BigDecimal.ZERO : product;
    }

    /** One group for each epsilon above 0, the smallest first. */
    List<EpsilonCount> groups() {
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
