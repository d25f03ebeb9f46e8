package io.abacusdp.accounting.event;

import java.util.List;
import java.util.Objects;

/**
 * Repeats the event a random number of times and releases only the best outcome: hyper-parameter search.
 *
 * <p>Source: Papernot, Steinke 2022, arXiv:2110.03620.
 *
 * @param mean expected number of repetitions: at least 1, or positive for the Poisson distribution
 * @param shape of the distribution of that number: 0 logarithmic, 1 geometric, other finite values truncated negative
 *     binomial, +∞ Poisson (in which case there may be no repetition, and no outcome)
 * @param event one run and the release of its outcome
 */
public record RepeatAndSelect(double mean, double shape, DpEvent event) implements DpEvent {
    public RepeatAndSelect {
        Require.that(shape >= 0, "shape", "must be at least 0, got " + shape);
        Require.positive("mean", mean, "use no_op for no repetition");
        Require.that(
                mean >= 1 || shape == Double.POSITIVE_INFINITY,
                "mean",
                "must be at least 1 unless the shape is Poisson, got " + mean);
        Objects.requireNonNull(event, "event");
    }

    /** Whether there is exactly one run: a mean of 1 of a number that is at least 1. */
    boolean isOneRun() {
        return mean == 1 && shape < Double.POSITIVE_INFINITY;
    }

    @Override
    public List<DpEvent> parts() {
        return List.of(event);
    }
}
