package io.abacusdp.cli.check;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.filter.FixedPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The charges of a run, one a step, as its report has them: equal ones in a row as one phase. */
final class ChargedSteps {
    private final FixedPlan charges;
    private final UnaryOperator<DpEvent> released;

    /** @throws UnreadableException if the event is not that of a run, or of the best of a tuning */
    ChargedSteps(DpEvent event) throws UnreadableException {
        Optional<RepeatAndSelect> tuned = tuned(event);
        DpEvent run = tuned.map(RepeatAndSelect::event).orElse(event);
        released = tuned.isEmpty() ? charged -> charged : charged -> best(event, tuned.get(), charged);
        List<Repeated> phases = new ArrayList<>();
        for (DpEvent part : run instanceof Composed composed ? composed.events() : List.of(run)) {
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

    /** The tuning whose best was released, if it was; runs that were thrown away may be beside it. */
    private static Optional<RepeatAndSelect> tuned(DpEvent event) {
        DpEvent first = event instanceof Composed composed && !composed.events().isEmpty()
                ? composed.events().get(0)
                : event;
        return first instanceof RepeatAndSelect select ? Optional.of(select) : Optional.empty();
    }

    /** The same release, had its runs been charged otherwise. */
    private static DpEvent best(DpEvent event, RepeatAndSelect select, DpEvent charged) {
        DpEvent best = new RepeatAndSelect(select.mean(), select.shape(), charged);
        if (!(event instanceof Composed composed)) {
            return best;
        }
        List<DpEvent> all = new ArrayList<>(composed.events());
        all.set(0, best);
        return new Composed(all);
    }

    long count() {
        return charges.steps();
    }

    /** What would have been released after the first of them, as one event. */
    DpEvent first(long steps) {
        return released.apply(charges.first(steps));
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

    /** Noise multipliers of the centres that charges of first steps pay for beside their lots. */
    List<Double> centres() {
        return charges.phases().stream()
                .flatMap(phase -> centre(phase.event()).stream())
                .map(Gaussian::noiseMultiplier)
                .toList();
    }

    /** Whether the first charge pays for a centre. */
    boolean isCentreFirst() {
        return !charges.phases().isEmpty()
                && centre(charges.phases().get(0).event()).isPresent();
    }

    private static Optional<Gaussian> centre(DpEvent charge) {
        return charge instanceof Composed both
                        && both.events().size() == 2
                        && both.events().get(0) instanceof Gaussian gaussian
                ? Optional.of(gaussian)
                : Optional.empty();
    }

    /** Noise multipliers of all releases, in their order, 0 for none; a charge that is empty has no release. */
    List<Double> noise() throws UnreadableException {
        List<Double> noise = new ArrayList<>();
        for (Repeated phase : phases()) {
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

    /** All charges, in their order. */
    FixedPlan plan() {
        return charges;
    }

    /** What is charged for the lots of steps, without centres. */
    List<Repeated> phases() {
        return charges.phases().stream()
                .map(phase -> centre(phase.event()).isPresent()
                        ? new Repeated(
                                phase.count(),
                                ((Composed) phase.event()).events().get(1))
                        : phase)
                .toList();
    }
}
