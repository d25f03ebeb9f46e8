package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.filter.FixedPlan;
import java.util.ArrayList;
import java.util.List;

/** The charges of a run, one a step, as its report has them: equal ones in a row as one phase. */
final class ChargedSteps {
    private final FixedPlan charges;

    /** @throws UnreadableException if the event is not that of a run */
    ChargedSteps(DpEvent event) throws UnreadableException {
        List<Repeated> phases = new ArrayList<>();
        for (DpEvent part : event instanceof Composed composed ? composed.events() : List.of(event)) {
            if (!(part instanceof Repeated phase)) {
                throw new UnreadableException("has an event that is not steps of a run, each so many times");
            }
            phases.add(phase);
        }
        try {
            this.charges = new FixedPlan(phases);
        } catch (ArithmeticException e) {
            throw new UnreadableException("has more steps than can be counted", e);
        }
    }

    long count() {
        return charges.steps();
    }

    /** What the first of them were, as one event. */
    DpEvent first(long steps) {
        return charges.first(steps);
    }

    /** Whether these are the charges, one after the other. */
    boolean are(List<DpEvent> others) {
        if (count() != others.size()) {
            return false;
        }
        int at = 0;
        for (Repeated phase : charges.phases()) {
            int end = at + (int) phase.count();
            if (!others.subList(at, end).stream().allMatch(phase.event()::equals)) {
                return false;
            }
            at = end;
        }
        return true;
    }

    /** Noise multipliers of all releases, in their order, 0 for none; a charge that is empty has no release. */
    List<Double> noise() throws UnreadableException {
        List<Double> noise = new ArrayList<>();
        for (Repeated phase : charges.phases()) {
            if (phase.event() instanceof NoOp) {
                continue;
            }
            DpEvent release = ofRecord(phase.event());
            if (release instanceof PoissonSampled sampled) {
                release = sampled.event();
            } else if (release instanceof SampledWithoutReplacement sampled) {
                release = sampled.event();
            } else if (release instanceof RandomAllocation allocated) {
                release = allocated.event();
            }
            if (release instanceof Gaussian gaussian) {
                noise.add(gaussian.noiseMultiplier());
            } else if (release instanceof NonPrivate) {
                noise.add(0.0);
            } else {
                // An empty release on a sample is none of ours: it would make steps look paid that are not.
                throw new UnreadableException("has a charge that is no step of DP-SGD: " + release);
            }
        }
        return noise;
    }

    /** The charge as it is for one record. */
    static DpEvent ofRecord(DpEvent charge) {
        return charge instanceof Group group ? group.event() : charge;
    }

    List<Repeated> phases() {
        return charges.phases();
    }
}
