package io.abacusdp.training.trainer;

import io.abacusdp.training.optimise.Adam;
import io.abacusdp.training.optimise.Momentum;
import io.abacusdp.training.optimise.Optimiser;
import io.abacusdp.training.optimise.Sgd;

/** Which optimiser a run takes. */
public sealed interface OptimiserChoice {
    /** A new one for so many parameters. */
    Optimiser create(int parameters);

    /** Plain gradient descent. */
    record PlainSgd() implements OptimiserChoice {
        @Override
        public Optimiser create(int parameters) {
            return new Sgd(parameters);
        }
    }

    /**
     * Gradient descent with momentum.
     *
     * @param momentum in [0, 1)
     */
    record WithMomentum(double momentum) implements OptimiserChoice {
        public WithMomentum {
            if (!(momentum >= 0 && momentum < 1)) {
                throw new IllegalArgumentException("momentum must be in [0, 1), got " + momentum);
            }
        }

        @Override
        public Optimiser create(int parameters) {
            return new Momentum(parameters, momentum);
        }
    }

    /** Adam with the values of its paper. */
    record WithAdam() implements OptimiserChoice {
        @Override
        public Optimiser create(int parameters) {
            return new Adam(parameters);
        }
    }
}
