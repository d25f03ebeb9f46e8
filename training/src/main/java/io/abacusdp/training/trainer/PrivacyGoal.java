package io.abacusdp.training.trainer;

import java.util.OptionalDouble;

/** What decides how much noise a run gets and when it ends. */
public sealed interface PrivacyGoal {
    /** Delta at which epsilon is stated. */
    double delta();

    /** Epsilon that is not exceeded, if there is a limit. */
    OptionalDouble limit();

    /** The least noise with which all planned steps stay within (epsilon, delta). */
    record Target(double epsilon, double delta) implements PrivacyGoal {
        public Target {
            requireEpsilon(epsilon);
            requireDelta(delta);
        }

        @Override
        public OptionalDouble limit() {
            return OptionalDouble.of(epsilon);
        }
    }

    /**
     * Given noise.
     *
     * @param noiseMultiplier noise over the bound on one example, finite and above 0
     * @param limit epsilon before which the run ends, if there is one
     */
    record Noise(double noiseMultiplier, double delta, OptionalDouble limit) implements PrivacyGoal {
        public Noise {
            if (!(noiseMultiplier > 0 && noiseMultiplier < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "noise multiplier must be finite and above 0, got " + noiseMultiplier);
            }
            requireDelta(delta);
            limit.ifPresent(PrivacyGoal::requireEpsilon);
        }
    }

    /** No noise at all, to see what privacy costs in accuracy. Every step is accounted as not private: epsilon is infinite. */
    record NotPrivate() implements PrivacyGoal {
        @Override
        public double delta() {
            return 0;
        }

        @Override
        public OptionalDouble limit() {
            return OptionalDouble.empty();
        }
    }

    private static void requireEpsilon(double epsilon) {
        if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("epsilon must be finite and above 0, got " + epsilon);
        }
    }

    private static void requireDelta(double delta) {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be in [0, 1), got " + delta);
        }
    }
}
