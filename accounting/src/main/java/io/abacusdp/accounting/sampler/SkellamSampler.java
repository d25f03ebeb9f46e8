package io.abacusdp.accounting.sampler;

import io.abacusdp.accounting.event.Skellam;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * The difference of two independent Poisson variables of half the variance, exactly: the noise of {@link Skellam}.
 *
 * <p>Formula: a Poisson variable of mean λ ≤ 1 by rejection: N with probability 2^{−N−1} from fair bits is kept with probability (2λ)^N/(2·N!), which is rational and at
 * most 1, as 2^N/N! is at most 2. What is kept has probabilities proportional to λ^N/N!. A larger mean is the sum of ones and a rest.
 *
 * <p>Assumes: a generator whose bits nobody can predict. The time of a draw depends on its value.
 *
 * <p>Limits: time goes with the variance: for millions of numbers of a large one, a table that is exact to 2^−99, with that charged as a failure probability, is
 * faster by far.
 *
 * <p>Example: {@code new SkellamSampler(100).next(new SecureRandom())} is noise of variance 100.
 */
public final class SkellamSampler {
    private static final double MAX_VARIANCE = 0x1p21;

    private final long ones;
    private final BigInteger restNumerator;
    private final BigInteger restDenominator;

    /**
     * A sampler.
     *
     * @param variance taken for the exact value of the double; from 2^−40 to 2^21
     */
    public SkellamSampler(double variance) {
        if (!(variance >= 0x1p-40 && variance <= MAX_VARIANCE)) {
            throw new IllegalArgumentException("variance must be from 2^-40 to 2^21, got " + variance);
        }
        BigInteger[] mean = Coins.fraction(variance / 2);
        BigInteger[] parts = mean[0].divideAndRemainder(mean[1]);
        ones = parts[0].longValueExact();
        restNumerator = parts[1];
        restDenominator = mean[1];
    }

    /** One number. */
    public long next(RandomGenerator random) {
        Coins coins = new Coins(random);
        long plus = poisson(coins);
        long minus = poisson(coins);
        return plus - minus;
    }

    private long poisson(Coins coins) {
        long sum = 0;
        for (long i = 0; i < ones; i++) {
            sum += upToOne(coins, BigInteger.ONE, BigInteger.ONE);
        }
        return restNumerator.signum() == 0 ? sum : sum + upToOne(coins, restNumerator, restDenominator);
    }

    private static long upToOne(Coins coins, BigInteger numerator, BigInteger denominator) {
        while (true) {
            long n = 0;
            BigInteger power = BigInteger.ONE;
            BigInteger bound = BigInteger.TWO;
            while (coins.fair()) {
                n++;
                power = power.multiply(numerator).shiftLeft(1);
                bound = bound.multiply(denominator).multiply(BigInteger.valueOf(n));
            }
            if (coins.rational(power, bound)) {
                return n;
            }
        }
    }
}
