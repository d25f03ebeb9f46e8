package io.abacusdp.accounting.event;

import java.util.List;

/**
 * Any mechanism whose outcomes on two neighbours are dominated by a pair of laws (P, Q) that is given by its privacy losses: P is of the
 * data with the record and Q of those without it, or, where no record is added or removed, P is of either of the two neighbours, in each run
 * of whichever. What dominates tells P and Q apart at least as well, by every test.
 *
 * @param losses log(P/Q) of the outcomes that both can have, finite, strictly increasing
 * @param masses under P, one for each loss, positive; under Q it is mass·e^{−loss}
 * @param infinityMass mass of P where Q has none
 * @param counterInfinityMass mass of Q where P has none
 */
public record GivenPair(List<Double> losses, List<Double> masses, double infinityMass, double counterInfinityMass)
        implements DpEvent {
    /** By how much the masses of a law may differ from 1 in all. */
    private static final double TOLERANCE = 1e-12;

    /** What sums of masses may lack to 1 by rounding alone. */
    private static final double ROUNDING = 1e-14;

    public GivenPair {
        losses = Require.list("losses", losses);
        masses = Require.list("masses", masses);
        Require.that(
                losses.size() == masses.size(),
                "masses",
                "must hold one mass for each of the %d losses, got %d".formatted(losses.size(), masses.size()));
        Require.probability("infinity_mass", infinityMass);
        Require.probability("counter_infinity_mass", counterInfinityMass);
        double sum = infinityMass;
        double counterSum = counterInfinityMass;
        for (int i = 0; i < losses.size(); i++) {
            double loss = losses.get(i);
            double mass = masses.get(i);
            Require.that(Double.isFinite(loss), "losses[" + i + "]", "must be finite, got " + loss);
            Require.that(
                    i == 0 || loss > losses.get(i - 1),
                    "losses[" + i + "]",
                    "must be above the loss before it, got " + loss);
            Require.that(mass > 0 && mass <= 1, "masses[" + i + "]", "must be in (0, 1], got " + mass);
            sum += mass;
            counterSum += Math.exp(Math.log(mass) - loss);
        }
        Require.that(
                Math.abs(sum - 1) <= TOLERANCE, "masses", "and infinity_mass must sum to 1 within 1e-12, got " + sum);
        Require.that(
                Math.abs(counterSum - 1) <= TOLERANCE,
                "counter_infinity_mass",
                "and the sum of mass·e^(−loss) must be 1 within 1e-12, got " + counterSum);
    }

    /** The infinite mass of P, and what its masses lack to 1 beyond rounding, which might be anywhere. */
    public double mostInfinity() {
        double lack = 1 - infinityMass;
        for (double mass : masses) {
            lack -= mass;
        }
        return infinityMass + (lack > ROUNDING ? lack : 0);
    }

    /** The same of Q. */
    public double mostCounterInfinity() {
        double lack = 1 - counterInfinityMass;
        for (int i = 0; i < losses.size(); i++) {
            lack -= Math.exp(Math.log(masses.get(i)) - losses.get(i));
        }
        return counterInfinityMass + (lack > ROUNDING ? lack : 0);
    }
}
