package io.abacusdp.accounting.auto;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.testkit.AccountantContract;
import io.abacusdp.testkit.RandomEvents;
import java.util.Set;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class AutoContractTest extends AccountantContract {
    @Override
    protected Accountant accountant() {
        return AutoAccountant.best();
    }

    @Override
    protected Adjacency adjacency() {
        return Adjacency.ADD_OR_REMOVE_ONE;
    }

    @Override
    protected Set<Class<? extends DpEvent>> types() {
        return RandomEvents.allTypes();
    }

    /**
     * Epsilon and delta may come from two accountants, of which each has a bound of its own; and an interval is as wide as the
     * lattice, or the class of mechanisms that an event names, makes it.
     */
    @Override
    protected double deltaTolerance() {
        return Double.POSITIVE_INFINITY;
    }

    /** Parameters beyond practice are refused by one and not by the other of two events that are compared. */
    @Override
    protected double answeredShare() {
        return 0.9;
    }

    /** It costs what the dearest of those costs that it asks. */
    @Override
    protected int events() {
        return Integer.getInteger("contract.dear.events", 10);
    }
}
