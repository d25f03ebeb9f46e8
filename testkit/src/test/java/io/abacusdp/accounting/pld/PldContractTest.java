package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.testkit.AccountantContract;
import io.abacusdp.testkit.RandomEvents;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class PldContractTest extends AccountantContract {
    @Override
    protected Accountant accountant() {
        return PldAccountant.withTolerance(1e-2);
    }

    @Override
    protected Adjacency adjacency() {
        return Adjacency.ADD_OR_REMOVE_ONE;
    }

    @Override
    protected Set<Class<? extends DpEvent>> types() {
        Set<Class<? extends DpEvent>> types = new LinkedHashSet<>(RandomEvents.allTypes());
        types.removeAll(List.of(
                GivenRdp.class,
                RandomAllocation.class,
                RepeatAndSelect.class,
                SampledWithReplacement.class,
                SampledWithoutReplacement.class,
                ShuffledEpoch.class,
                ZeroConcentratedDp.class));
        return types;
    }

    /** An interval is as wide as the lattice, or the class of mechanisms that an event names, makes it. */
    @Override
    protected double deltaTolerance() {
        return Double.POSITIVE_INFINITY;
    }

    /** Parameters beyond practice are refused by one and not by the other of two events that are compared. */
    @Override
    protected double answeredShare() {
        return 0.9;
    }

    /** One event is several Fourier transforms of up to four million points. */
    @Override
    protected int events() {
        return Integer.getInteger("contract.pld.events", 8);
    }
}
