package io.abacusdp.accounting.calibrate;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;

/**
 * The least noise, the most steps or the highest sampling rate that a target allows: (epsilon, delta) by any accountant, or a risk.
 *
 * <p>What is returned was itself accounted and does not exceed the target; it is within {@value #TOLERANCE} relative of
 * the best. That holds for every figure that falls with noise and rises with steps and rate.
 */
public final class Calibration {
    /** Relative distance to the best value at which a search stops. */
    public static final double TOLERANCE = 5e-7;

    private static final double MIN_NOISE = 1e-6;
    private static final double MAX_NOISE = 1e12;
    private static final double MIN_RATE = 1e-15;
    private static final long MAX_STEPS = 1L << 53;

    private final Target target;

    /** A search for what the target allows. */
    public Calibration(Target target) {
        this.target = Objects.requireNonNull(target, "target");
    }

    /**
     * A search for what an (epsilon, delta) allows.
     *
     * @param epsilon finite, not negative
     * @param delta in [0, 1)
     */
    public Calibration(Accountant accountant, Adjacency adjacency, double epsilon, double delta) {
        this(new EpsilonTarget(accountant, adjacency, epsilon, delta));
    }

    /**
     * The least noise multiplier.
     *
     * @param withNoise the event with a given noise multiplier
     * @throws UnreachableTargetException if no noise is enough
     */
    public Calibrated noiseMultiplier(DoubleFunction<? extends DpEvent> withNoise) {
        DoubleUnaryOperator cost = remembered(withNoise);
        // The answer is mostly between 0.1 and 100: widen from there rather than search the whole range.
        double high = 1;
        while (high < MAX_NOISE && !fits(cost, high)) {
            high *= 8;
        }
        if (!fits(cost, high)) {
            throw unreachable("no noise multiplier up to " + MAX_NOISE, withNoise.apply(high));
        }
        double low = high / 8;
        while (low > MIN_NOISE && fits(cost, low)) {
            high = low;
            low /= 8;
        }
        double noise = fits(cost, low) ? low : new CostSearch(cost, target.limit(), high, low).to(TOLERANCE);
        return found(noise, withNoise);
    }

    /**
     * The most steps.
     *
     * @param withSteps the event with a given number of steps
     * @throws UnreachableTargetException if not even one step fits
     */
    public Calibrated steps(LongFunction<? extends DpEvent> withSteps) {
        DoubleFunction<DpEvent> withCount = count -> withSteps.apply((long) count);
        DoubleUnaryOperator cost = remembered(withCount);
        if (!fits(cost, 1)) {
            throw unreachable("not even one step", withSteps.apply(1));
        }
        double low = 1;
        double high = 4;
        while (high < MAX_STEPS && fits(cost, high)) {
            low = high;
            high *= 4;
        }
        high = Math.min(high, MAX_STEPS);
        double steps = fits(cost, high) ? high : new CostSearch(cost, target.limit(), low, high).toInteger();
        return found(steps, withCount);
    }

    /**
     * The highest sampling rate.
     *
     * @param withRate the event with a given sampling rate
     * @throws UnreachableTargetException if no rate is low enough
     */
    public Calibrated samplingRate(DoubleFunction<? extends DpEvent> withRate) {
        DoubleUnaryOperator cost = remembered(withRate);
        if (fits(cost, 1)) {
            return found(1, withRate);
        }
        // Tiny rates are mostly of no interest, and slow to account: come down from above.
        double high = 1;
        double low = 0.125;
        while (low > MIN_RATE && !fits(cost, low)) {
            high = low;
            low = Math.max(MIN_RATE, low / 8);
        }
        if (!fits(cost, low)) {
            throw unreachable("no sampling rate down to " + MIN_RATE, withRate.apply(MIN_RATE));
        }
        return found(new CostSearch(cost, target.limit(), low, high).to(TOLERANCE), withRate);
    }

    /** The cost of the event with a parameter; what was asked before is not computed again. */
    private DoubleUnaryOperator remembered(DoubleFunction<? extends DpEvent> withValue) {
        Map<Double, Double> known = new HashMap<>();
        return value -> known.computeIfAbsent(value, at -> target.cost(withValue.apply(at)));
    }

    private boolean fits(DoubleUnaryOperator cost, double value) {
        return cost.applyAsDouble(value) <= target.limit();
    }

    private Calibrated found(double value, DoubleFunction<? extends DpEvent> withValue) {
        DpEvent event = withValue.apply(value);
        return new Calibrated(value, event, target.guarantee(event));
    }

    private UnreachableTargetException unreachable(String what, DpEvent nearest) {
        double reached = target.cost(nearest);
        String possible =
                reached < Double.POSITIVE_INFINITY ? target.describe(reached) + " would be possible" : target.remedy();
        return new UnreachableTargetException(
                "%s gives %s: %s".formatted(what, target.describe(target.limit()), possible));
    }
}
