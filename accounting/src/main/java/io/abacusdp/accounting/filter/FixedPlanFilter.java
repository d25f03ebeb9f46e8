package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.event.DpEvent;
import java.util.Objects;

/** Grants the steps of a plan in their order, up to a number that was settled before the first. Safe for several threads. */
public final class FixedPlanFilter implements PrivacyFilter {
    private final FixedPlan plan;
    private final long granted;
    private long run;

    /**
     * A filter for the rest of a plan.
     *
     * @param granted how many steps of the plan may be run, such as {@link FixedPlan#affordable} says
     * @param run how many of them were run or begun before
     */
    public FixedPlanFilter(FixedPlan plan, long granted, long run) {
        this.plan = Objects.requireNonNull(plan, "plan");
        if (!(granted >= 0 && granted <= plan.steps() && run >= 0)) {
            throw new IllegalArgumentException("granted must be from 0 to the plan's " + plan.steps()
                    + " steps and run at least 0, got " + granted + " and " + run);
        }
        this.granted = granted;
        this.run = run;
    }

    @Override
    public synchronized Decision request(DpEvent event) {
        if (run >= granted) {
            return new Decision.Refused(
                    run >= plan.steps()
                            ? "all " + plan.steps() + " steps of the plan were run"
                            : "the budget allows " + granted + " of the plan's " + plan.steps() + " steps");
        }
        if (!event.equals(plan.step(run))) {
            return new Decision.Refused("step " + run + " of the plan is " + plan.step(run) + ", got " + event);
        }
        run++;
        return new Decision.Granted();
    }

    /** How many steps were granted so far, with those before. */
    public synchronized long run() {
        return run;
    }
}
