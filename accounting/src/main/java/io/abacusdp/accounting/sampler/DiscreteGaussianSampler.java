package io.abacusdp.accounting.sampler;

import io.abacusdp.accounting.event.DiscreteGaussian;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Whole numbers k with probability proportional to e^{−k²/2σ²}, exactly: the noise of {@link DiscreteGaussian}.
 *
 * <p>Formula: Y of the discrete Laplace law of scale t = ⌊σ⌋ + 1 is kept with probability e^{−(|Y| − σ²/t)²/2σ²}, as the product of the two is e^{−Y²/2σ²} times a
 * constant. At least about one in two is kept.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, arXiv:2004.00010, algorithm 3.
 *
 * <p>Assumes: a generator whose bits nobody can predict. The time of a draw depends on its value.
 *
 * <p>Example: {@code new DiscreteGaussianSampler(10).next(new SecureRandom())} is noise of σ = 10.
 */
public final class DiscreteGaussianSampler {
    private final BigInteger squareNumerator;
    private final BigInteger squareDenominator;
    private final BigInteger scale;
    private final DiscreteLaplaceSampler laplace;

    /**
     * A sampler.
     *
     * @param sigma taken for the exact value of the double; from 2^−10 to 2^40
     */
    public DiscreteGaussianSampler(double sigma) {
        if (!(sigma >= 0x1p-10 && sigma <= 0x1p40)) {
            throw new IllegalArgumentException("sigma must be from 2^-10 to 2^40, got " + sigma);
        }
        BigInteger[] fraction = Coins.fraction(sigma);
        squareNumerator = fraction[0].pow(2);
        squareDenominator = fraction[1].pow(2);
        scale = BigInteger.valueOf((long) Math.floor(sigma) + 1);
        laplace = DiscreteLaplaceSampler.ofScale(scale);
    }

    /** One number. */
    public BigInteger next(RandomGenerator random) {
        Coins coins = new Coins(random);
        // With σ² = n/d, (|Y| − n/(dt))²·d/(2n) = (|Y|·dt − n)²/(2n·d·t²).
        BigInteger denominator =
                squareNumerator.shiftLeft(1).multiply(squareDenominator).multiply(scale.pow(2));
        while (true) {
            BigInteger y = laplace.next(coins);
            BigInteger distance =
                    y.abs().multiply(squareDenominator).multiply(scale).subtract(squareNumerator);
            if (coins.exponential(distance.pow(2), denominator)) {
                return y;
            }
        }
    }
}
