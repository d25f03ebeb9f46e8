package io.abacusdp.training.trainer;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.filter.FixedPlan;
import java.util.ArrayList;
import java.util.List;

/** Charges one after the other, equal ones in a row as one phase. Not safe for use by several threads. */
final class ChargePhases {
    private final List<Repeated> phases = new ArrayList<>();

    void add(DpEvent charge) {
        int last = phases.size() - 1;
        if (last >= 0 && phases.get(last).event().equals(charge)) {
            phases.set(last, new Repeated(phases.get(last).count() + 1, charge));
        } else {
            phases.add(new Repeated(1, charge));
        }
    }

    FixedPlan toPlan() {
        return new FixedPlan(phases);
    }
}
