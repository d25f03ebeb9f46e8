package io.abacusdp.ledger.api;

import io.abacusdp.accounting.filter.CurveLimit;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.Limit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * What a budget with windows gives away in all: a limit per window is no limit over time.
 *
 * <p>Formula: n windows of (ε, δ) are (nε, nδ); of ρ, nρ; of a Rényi curve, n times its values.
 *
 * <p>Source: adaptive basic composition. Each charge counts in exactly one window, the one in which it is spent, and each
 * window's total stays within the limit at every stopping time.
 *
 * <p>Accuracy: rounded up.
 *
 * @param windows how many
 * @param limit of all of them together; empty if no bound that means something holds, as δ would be 1 or more
 */
public record OverTime(long windows, Optional<Limit> limit) {
    /** A year of 365 days. */
    public static final Duration YEAR = Duration.ofDays(365);

    /** So many windows of a budget. */
    public static OverTime of(Budget budget, long windows) {
        return new OverTime(windows, total(budget.limit(), windows));
    }

    /** All windows that a time of some length can meet, wherever it begins; empty if the budget has none. */
    public static Optional<OverTime> during(Budget budget, Duration time) {
        return Optional.ofNullable(budget.window())
                .map(length -> of(budget, 1 - Math.floorDiv(-time.toSeconds(), length.toSeconds())));
    }

    private static Optional<Limit> total(Limit limit, long windows) {
        if (limit instanceof EpsilonDeltaLimit own) {
            double delta = times(own.delta(), windows);
            return delta < 1
                    ? Optional.of(new EpsilonDeltaLimit(times(own.epsilon(), windows), delta))
                    : Optional.empty();
        }
        if (limit instanceof ZcdpLimit own) {
            return Optional.of(new ZcdpLimit(times(own.rho(), windows)));
        }
        CurveLimit own = (CurveLimit) limit;
        return Optional.of(new CurveLimit(
                own.orders(),
                own.values().stream().map(value -> times(value, windows)).toList()));
    }

    private static double times(double value, long count) {
        BigDecimal exact = new BigDecimal(value).multiply(BigDecimal.valueOf(count));
        double nearest = exact.doubleValue();
        return new BigDecimal(nearest).compareTo(exact) < 0 ? Math.nextUp(nearest) : nearest;
    }
}
