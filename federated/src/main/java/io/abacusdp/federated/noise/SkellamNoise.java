package io.abacusdp.federated.noise;

import java.util.random.RandomGenerator;

/**
 * Skellam variables of a fixed variance: the difference of two independent Poisson variables of half that mean.
 *
 * <p>Source: Agarwal, Kairouz, Liu 2021, arXiv:2110.04995. Sums of independent Skellam variables are Skellam, and their
 * variances add up: that is why clients can make the noise of a sum in parts.
 *
 * <p>Accuracy: total variation to the Skellam law at most {@link #TOTAL_VARIATION} a variable. It is not zero, and belongs
 * into the delta of what is released; {@link DistributedSkellam#event} does so.
 *
 * <p>Assumes: a generator that nobody can predict, such as AES in counter mode under a secret key. Whoever can predict the
 * noise can take it off.
 *
 * <p>Limits: variances from 2^-39 to 2^31. The time of a draw depends on its value; somebody who can time single draws is
 * not defended against. Safe for use by several threads, if each has its own generator.
 */
public final class SkellamNoise {
    /** Bound on the distance of one variable from its law. */
    public static final double TOTAL_VARIATION = 0x1p-99;

    private final PoissonTable poisson;

    public SkellamNoise(double variance) {
        if (!(variance >= 2 * PoissonTable.MIN_MEAN && variance <= 2 * PoissonTable.MAX_MEAN)) {
            throw new IllegalArgumentException("variance must be from 2^-39 to 2^31, got " + variance);
        }
        poisson = new PoissonTable(variance / 2);
    }

    public int next(RandomGenerator random) {
        int plus = poisson.next(random);
        int minus = poisson.next(random);
        return plus - minus;
    }

    /** Adds noise to every number, modulo 2^32. */
    public void addTo(int[] vector, RandomGenerator random) {
        for (int i = 0; i < vector.length; i++) {
            vector[i] += next(random);
        }
    }
}
