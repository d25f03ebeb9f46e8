package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.Enclosure;

/** Enclosures of probabilities: within [0, 1], whatever their errors are. */
final class Probability {
    private Probability() {}

    /**
     * The bounds as those of a probability.
     *
     * @throws SlowDecayException if the computation left the range of doubles
     */
    static Enclosure enclosed(double lower, double estimate, double upper) {
        if (Double.isNaN(lower + estimate + upper)) {
            throw new SlowDecayException("its terms leave the range of doubles");
        }
        return new Enclosure(clip(lower), clip(estimate), clip(upper));
    }

    /** One minus the probability. */
    static Enclosure complement(Enclosure probability) {
        return enclosed(
                Math.nextDown(1 - probability.upper()),
                1 - probability.estimate(),
                Math.nextUp(1 - probability.lower()));
    }

    private static double clip(double value) {
        return Math.min(Math.max(value, 0), 1);
    }
}
