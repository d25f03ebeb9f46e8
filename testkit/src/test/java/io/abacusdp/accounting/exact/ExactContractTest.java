package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.testkit.AccountantContract;
import java.util.Set;

class ExactContractTest extends AccountantContract {
    @Override
    protected Accountant accountant() {
        return new ExactAccountant();
    }

    @Override
    protected Adjacency adjacency() {
        return Adjacency.ADD_OR_REMOVE_ONE;
    }

    @Override
    protected Set<Class<? extends DpEvent>> types() {
        return Set.of(
                Gaussian.class,
                MixtureOfGaussians.class,
                NoOp.class,
                PoissonSampled.class,
                Repeated.class,
                Composed.class,
                Group.class);
    }

    /** Epsilon and delta each have a contour of their own, and each contour its own error, below a ten-millionth of delta. */
    @Override
    protected double deltaTolerance() {
        return 1e-7;
    }

    /** Random events are far from practice, and so is the loss of many of them from one that has a density. */
    @Override
    protected double answeredShare() {
        return 0.75;
    }
}
