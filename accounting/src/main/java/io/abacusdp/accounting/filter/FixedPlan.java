package io.abacusdp.accounting.filter;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Search;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps that are all known before the first is run, so that the tightest accountant may be used. To stop early is always
 * allowed: the guarantee of the whole plan holds, and that of the steps which ran if the decision to stop did not depend on
 * private data. Immutable.
 *
 * @param phases each a number of equal steps, in the order in which they are run
 */
public record FixedPlan(List<Repeated> phases) {
    public FixedPlan {
        phases = List.copyOf(phases);
        long steps = 0;
        for (Repeated phase : phases) {
            steps = Math.addExact(steps, phase.count());
        }
    }

    /** A plan of equal steps. */
    public static FixedPlan of(long steps, DpEvent step) {
        return new FixedPlan(List.of(new Repeated(steps, step)));
    }

    /** Number of steps of the whole plan. */
    public long steps() {
        return phases.stream().mapToLong(Repeated::count).sum();
    }

    /**
     * The event of one step.
     *
     * @param step from 0
     */
    public DpEvent step(long step) {
        long before = 0;
        for (Repeated phase : phases) {
            before += phase.count();
            if (step >= 0 && step < before) {
                return phase.event();
            }
        }
        throw new IndexOutOfBoundsException("the plan has steps 0 to " + (before - 1) + ", got " + step);
    }

    /**
     * The first steps, as one event.
     *
     * @param steps from 0 to all
     */
    public DpEvent first(long steps) {
        if (!(steps >= 0 && steps <= steps())) {
            throw new IllegalArgumentException("the plan has " + steps() + " steps, got " + steps);
        }
        List<DpEvent> events = new ArrayList<>();
        long left = steps;
        for (Repeated phase : phases) {
            long count = Math.min(left, phase.count());
            if (count > 0) {
                events.add(new Repeated(count, phase.event()));
            }
            left -= count;
        }
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }

    /** How many steps of the plan, from its start, stay within (epsilon, delta). */
    public long affordable(Accountant accountant, Adjacency adjacency, double epsilon, double delta) {
        return Search.greatest(
                1,
                Math.max(1, steps()),
                steps -> steps <= steps()
                        && accountant.epsilon(first(steps), adjacency, delta).epsilon() <= epsilon);
    }
}
