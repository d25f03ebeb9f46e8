package io.abacusdp.accounting.sampler;

import io.abacusdp.accounting.event.DiscreteLaplace;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Whole numbers k with probability tanh(a/2)·e^{−a|k|}, exactly: the noise of {@link DiscreteLaplace}.
 *
 * <p>Formula: with a = s/t, U uniform below t kept with probability e^{−U/t}, and V the number of successes of coins of probability e^{−1}, X = U + tV is geometric with
 * ratio e^{−1/t}, and ⌊X/s⌋ with ratio e^{−s/t}; a sign follows, where minus zero is drawn anew.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, arXiv:2004.00010, algorithm 2.
 *
 * <p>Assumes: a generator whose bits nobody can predict. The time of a draw depends on its value.
 *
 * <p>Example: {@code new DiscreteLaplaceSampler(0.5).next(new SecureRandom())} is noise of a = 0.5.
 */
public final class DiscreteLaplaceSampler {
    private final BigInteger s;
    private final BigInteger t;

    /**
     * A sampler.
     *
     * @param parameter a, taken for the exact value of the double; from 2^−60 to 2^10
     */
    public DiscreteLaplaceSampler(double parameter) {
        if (!(parameter >= 0x1p-60 && parameter <= 0x1p10)) {
            throw new IllegalArgumentException("parameter must be from 2^-60 to 2^10, got " + parameter);
        }
        BigInteger[] fraction = Coins.fraction(parameter);
        s = fraction[0];
        t = fraction[1];
    }

    private DiscreteLaplaceSampler(BigInteger s, BigInteger t) {
        this.s = s;
        this.t = t;
    }

    /** With the parameter 1/scale. */
    static DiscreteLaplaceSampler ofScale(BigInteger scale) {
        return new DiscreteLaplaceSampler(BigInteger.ONE, scale);
    }

    /** One number. */
    public BigInteger next(RandomGenerator random) {
        return next(new Coins(random));
    }

    BigInteger next(Coins coins) {
        while (true) {
            BigInteger u = coins.below(t);
            if (!coins.exponential(u, t)) {
                continue;
            }
            long v = 0;
            while (coins.exponential(BigInteger.ONE, BigInteger.ONE)) {
                v++;
            }
            BigInteger magnitude = u.add(t.multiply(BigInteger.valueOf(v))).divide(s);
            boolean negative = coins.fair();
            if (!(negative && magnitude.signum() == 0)) {
                return negative ? magnitude.negate() : magnitude;
            }
        }
    }
}
