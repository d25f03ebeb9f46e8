package io.abacusdp.accounting.sampler;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.random.RandomGenerator;

/**
 * Coins with rational probabilities and with probabilities e^{−γ}, γ rational, from fair bits alone.
 *
 * <p>Formula: with A_k independent of probability γ/k, the first k at which A_k fails is odd with probability 1 − γ + γ²/2! − … = e^{−γ}, for γ ≤ 1; a larger γ is
 * the conjunction of whole ones and a rest.
 *
 * <p>Source: Canonne, Kamath, Steinke 2020, arXiv:2004.00010, algorithm 1.
 */
final class Coins {
    private final RandomGenerator random;

    Coins(RandomGenerator random) {
        this.random = random;
    }

    /** The exact value of a double as a fraction in lowest terms: numerator and denominator. */
    static BigInteger[] fraction(double value) {
        BigDecimal decimal = new BigDecimal(value);
        BigInteger denominator = BigInteger.TEN.pow(Math.max(0, decimal.scale()));
        BigInteger numerator = decimal.multiply(new BigDecimal(denominator)).toBigIntegerExact();
        BigInteger common = numerator.gcd(denominator);
        return new BigInteger[] {numerator.divide(common), denominator.divide(common)};
    }

    /** Uniform from 0 to bound − 1: as many bits as the bound has, drawn anew until they are below it. */
    BigInteger below(BigInteger bound) {
        int bits = bound.subtract(BigInteger.ONE).bitLength();
        while (true) {
            BigInteger drawn = BigInteger.ZERO;
            for (int left = bits; left > 0; left -= 32) {
                int some = Math.min(32, left);
                long word = random.nextInt() & 0xffffffffL;
                drawn = drawn.shiftLeft(some).or(BigInteger.valueOf(word >>> (32 - some)));
            }
            if (drawn.compareTo(bound) < 0) {
                return drawn;
            }
        }
    }

    boolean fair() {
        return random.nextInt() < 0;
    }

    /** True with probability numerator/denominator, from 0 to 1. */
    boolean rational(BigInteger numerator, BigInteger denominator) {
        return below(denominator).compareTo(numerator) < 0;
    }

    /** True with probability e^{−numerator/denominator}, at least 0. */
    boolean exponential(BigInteger numerator, BigInteger denominator) {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        for (BigInteger whole = parts[0]; whole.signum() > 0; whole = whole.subtract(BigInteger.ONE)) {
            if (!upToOne(BigInteger.ONE, BigInteger.ONE)) {
                return false;
            }
        }
        return upToOne(parts[1], denominator);
    }

    private boolean upToOne(BigInteger numerator, BigInteger denominator) {
        long k = 1;
        while (rational(numerator, denominator.multiply(BigInteger.valueOf(k)))) {
            k++;
        }
        return k % 2 == 1;
    }
}
