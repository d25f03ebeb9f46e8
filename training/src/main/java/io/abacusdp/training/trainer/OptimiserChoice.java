package io.abacusdp.training.trainer;

import io.abacusdp.training.optimise.Adam;
import io.abacusdp.training.optimise.Momentum;
import io.abacusdp.training.optimise.Optimiser;
import io.abacusdp.training.optimise.Sgd;
import io.abacusdp.training.optimise.WeightDecay;

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
            requireFraction("momentum", momentum);
        }

        @Override
        public Optimiser create(int parameters) {
            return new Momentum(parameters, momentum);
        }
    }

    /**
     * Adam.
     *
     * @param beta1 decay of the mean, in [0, 1)
     * @param beta2 decay of the mean square, in [0, 1)
     */
    record WithAdam(double beta1, double beta2) implements OptimiserChoice {
        private static final double EPSILON = 1e-8;

        public WithAdam {
            requireFraction("beta1", beta1);
            requireFraction("beta2", beta2);
        }

        /** With the values of its paper. */
        public static WithAdam usual() {
            return new WithAdam(0.9, 0.999);
        }

        @Override
        public Optimiser create(int parameters) {
            return new Adam(parameters, beta1, beta2, EPSILON);
        }
    }

    /**
     * Another choice with decoupled weight decay; with Adam this is AdamW.
     *
     * @param decay λ, finite and above 0
     */
    record Decaying(OptimiserChoice choice, double decay) implements OptimiserChoice {
        public Decaying {
            if (!(decay > 0 && decay < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("weight decay must be finite and above 0, got " + decay);
            }
        }

        @Override
        public Optimiser create(int parameters) {
            return new WeightDecay(choice.create(parameters), decay);
        }
    }

    private static void requireFraction(String name, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be in [0, 1), got " + value);
        }
    }
}
