package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.AccountantContractTest;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomEvents;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.TruncatedPoisson;
import java.util.LinkedHashSet;
import java.util.Set;

class RdpAccountantTest extends AccountantContractTest {
    @Override
    protected Accountant accountant() {
        return new RdpAccountant();
    }

    @Override
    protected Adjacency adjacency() {
        return Adjacency.ADD_OR_REMOVE_ONE;
    }

    @Override
    protected Set<Class<? extends DpEvent>> types() {
        Set<Class<? extends DpEvent>> types = new LinkedHashSet<>(RandomEvents.allTypes());
        types.remove(SampledWithReplacement.class);
        types.remove(TruncatedPoisson.class);
        types.remove(RandomAllocation.class);
        return types;
    }

    @Override
    protected double monotonicityTolerance() {
        return 1e-8;
    }
}
