package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.testkit.AccountantContract;
import java.util.Set;

/** The laws of accountants for those that compose (epsilon, delta). */
abstract class ClassicContract extends AccountantContract {
    @Override
    protected Adjacency adjacency() {
        return Adjacency.REPLACE_ONE;
    }

    @Override
    protected Set<Class<? extends DpEvent>> types() {
        return Set.of(
                PureDp.class,
                ApproximateDp.class,
                Exponential.class,
                PermuteAndFlip.class,
                Laplace.class,
                DiscreteLaplace.class,
                RandomizedResponse.class,
                NoOp.class,
                PoissonSampled.class,
                SampledWithoutReplacement.class,
                Repeated.class,
                Composed.class,
                Group.class);
    }

    @Override
    protected double monotonicityTolerance() {
        return 1e-4;
    }
}
