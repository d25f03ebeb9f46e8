package io.abacusdp.training.trainer;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.numeric.RepetitionLaw;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How many runs are made of which the best alone is released: a random number K, truncated negative binomial.
 *
 * <p>Formula: P(K = 1) = η(1 − γ)γ^η/(1 − γ^η), or (1 − γ)/log(1/γ) for η = 0, and P(K = k + 1) = P(K = k)·(1 − γ)(k + η)/(k + 1);
 * γ as the accountant has it for the mean ({@link RepetitionLaw#successProbability}).
 * <p>Source: Papernot, Steinke 2022, arXiv:2110.03620, definition 1.
 * <p>Accuracy: drawn by its cumulative probabilities in doubles, whose sum is off by less than 1e-12.
 *
 * @param mean E K, from 1 to 1000
 * @param shape η, from 0 (logarithmic) over 1 (geometric) to 100
 */
public record TuningLaw(double mean, double shape) {
    private static final double MOST = 1000;
    private static final double MOST_SHAPE = 100;
    private static final double NEGLIGIBLE = 0x1p-60;

    public TuningLaw {
        if (!(mean >= 1 && mean <= MOST)) {
            throw new IllegalArgumentException("expected runs must be from 1 to 1000, got " + mean);
        }
        if (!(shape >= 0 && shape <= MOST_SHAPE)) {
            throw new IllegalArgumentException("shape must be from 0 to 100, got " + shape);
        }
    }

    /** The release of the best of so many runs. */
    DpEvent best(DpEvent run) {
        return new RepeatAndSelect(mean, shape, run);
    }

    /**
     * The release of the best of so many runs, beside others that count as if they had been released too.
     *
     * @param discarded runs that were begun and thrown away
     */
    DpEvent best(DpEvent run, List<DpEvent> discarded) {
        if (discarded.isEmpty()) {
            return best(run);
        }
        List<DpEvent> all = new ArrayList<>();
        all.add(best(run));
        all.addAll(discarded);
        return new Composed(all);
    }

    /** Draws K. It is private: only what is selected may be told. */
    public int draw(RandomGenerator secret) {
        double gamma = new RepetitionLaw(mean, shape).successProbability();
        double uniform = (secret.nextLong() >>> 11) * 0x1p-53;
        double probability = gamma == 1
                ? 1
                : shape == 0
                        ? (1 - gamma) / -Math.log(gamma)
                        : shape * (1 - gamma) / Math.expm1(-shape * Math.log(gamma));
        int runs = 1;
        double sum = probability;
        while (uniform >= sum && probability > NEGLIGIBLE) {
            probability *= (1 - gamma) * (runs + shape) / (runs + 1);
            sum += probability;
            runs++;
        }
        return runs;
    }
}
