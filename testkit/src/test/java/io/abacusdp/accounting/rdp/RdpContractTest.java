package io.abacusdp.accounting.rdp;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.testkit.AccountantContract;
import io.abacusdp.testkit.RandomEvents;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class RdpContractTest extends AccountantContract {
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
        types.remove(ShuffledEpoch.class);
        return types;
    }

    @Override
    protected double monotonicityTolerance() {
        return 1e-8;
    }

    /** Each event is a search over orders, each of them an integral. */
    @Override
    protected int events() {
        return Integer.getInteger("contract.events", 100);
    }
}
