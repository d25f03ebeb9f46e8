package io.abacusdp.accounting;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Real functions in sixty digits, for truths that owe nothing to the code under test: series and a continued fraction in
 * decimal arithmetic, whose exponents do not underflow. {@code HighRealTest} has their values from elsewhere.
 */
public final class HighReal {
    /** Twice the sixty digits that are kept, as alternating series lose some. */
    private static final MathContext DIGITS = new MathContext(130, RoundingMode.HALF_EVEN);

    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal SMALL = BigDecimal.ONE.movePointLeft(130);

    /** π by Machin's formula. */
    private static final BigDecimal PI = arctanInverse(5)
            .multiply(BigDecimal.valueOf(16))
            .subtract(arctanInverse(239).multiply(BigDecimal.valueOf(4)));

    private static final BigDecimal LN_TWO = artanhInverse(3).multiply(TWO);

    private HighReal() {}

    public static BigDecimal real(double value) {
        return new BigDecimal(value);
    }

    public static BigDecimal divide(BigDecimal a, BigDecimal b) {
        return a.divide(b, DIGITS);
    }

    public static BigDecimal multiply(BigDecimal a, BigDecimal b) {
        return a.multiply(b, DIGITS);
    }

    /** e^x: the power of two nearest is split off, the rest halved ten times. */
    public static BigDecimal exp(BigDecimal x) {
        BigDecimal powers = x.divide(LN_TWO, DIGITS).setScale(0, RoundingMode.HALF_EVEN);
        BigDecimal small = x.subtract(powers.multiply(LN_TWO)).divide(BigDecimal.valueOf(1024), DIGITS);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = 1; term.abs().compareTo(SMALL) > 0; k++) {
            term = term.multiply(small).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum.pow(1024, DIGITS).multiply(powerOfTwo(powers.intValueExact()), DIGITS);
    }

    private static BigDecimal powerOfTwo(int exponent) {
        BigDecimal power = TWO.pow(Math.abs(exponent), DIGITS);
        return exponent >= 0 ? power : BigDecimal.ONE.divide(power, DIGITS);
    }

    /** log x by Newton's method on the exponential, from the logarithm of a double. */
    public static BigDecimal log(BigDecimal x) {
        int decade = x.precision() - x.scale();
        double start = Math.log(x.movePointLeft(decade).doubleValue()) + decade * Math.log(10);
        BigDecimal y = new BigDecimal(start);
        for (int i = 0; i < 4; i++) {
            BigDecimal ratio = x.divide(exp(y), DIGITS).subtract(BigDecimal.ONE);
            // log(1 + r) to third order: each round triples the digits.
            BigDecimal square = ratio.multiply(ratio, DIGITS);
            y = y.add(
                    ratio.subtract(square.divide(TWO, DIGITS))
                            .add(square.multiply(ratio).divide(BigDecimal.valueOf(3), DIGITS)),
                    DIGITS);
        }
        return y;
    }

    /** 1 − Φ(z): below 9 by the series of Φ − 1/2, above by the continued fraction of Mills' ratio. */
    public static BigDecimal survival(BigDecimal z) {
        if (z.signum() < 0) {
            return BigDecimal.ONE.subtract(survival(z.negate()));
        }
        BigDecimal square = z.multiply(z, DIGITS);
        BigDecimal density =
                exp(square.divide(TWO).negate()).divide(PI.multiply(TWO).sqrt(DIGITS), DIGITS);
        if (z.compareTo(BigDecimal.valueOf(9)) < 0) {
            BigDecimal term = z;
            BigDecimal sum = z;
            for (int k = 3; term.compareTo(SMALL) > 0; k += 2) {
                term = term.multiply(square).divide(BigDecimal.valueOf(k), DIGITS);
                sum = sum.add(term, DIGITS);
            }
            return new BigDecimal("0.5").subtract(density.multiply(sum, DIGITS));
        }
        BigDecimal fraction = z;
        for (int k = 400; k >= 1; k--) {
            fraction = z.add(BigDecimal.valueOf(k).divide(fraction, DIGITS), DIGITS);
        }
        return density.divide(fraction, DIGITS);
    }

    /** δ of N(μ, 1) against N(0, 1) at ε, exactly: Φ(−x) − e^ε·Φ(−x − μ) with x = ε/μ − μ/2. */
    public static BigDecimal gaussianDelta(BigDecimal mu, BigDecimal epsilon) {
        BigDecimal x = epsilon.divide(mu, DIGITS).subtract(mu.divide(TWO));
        return survival(x).subtract(exp(epsilon).multiply(survival(x.add(mu)), DIGITS));
    }

    /** log10 of the number, as a double. */
    public static double log10(BigDecimal x) {
        int decade = x.precision() - x.scale();
        return Math.log10(x.movePointLeft(decade).doubleValue()) + decade;
    }

    private static BigDecimal arctanInverse(int n) {
        return inverseSeries(n, -1);
    }

    private static BigDecimal artanhInverse(int n) {
        return inverseSeries(n, 1);
    }

    /** Σ s^k/((2k + 1)·n^{2k+1}). */
    private static BigDecimal inverseSeries(int n, int s) {
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), DIGITS);
        BigDecimal sum = power;
        for (int k = 1; power.compareTo(SMALL) > 0; k++) {
            power = power.divide(BigDecimal.valueOf((long) n * n), DIGITS);
            BigDecimal term = power.divide(BigDecimal.valueOf(2L * k + 1), DIGITS);
            sum = s < 0 && k % 2 == 1 ? sum.subtract(term) : sum.add(term);
        }
        return sum;
    }
}
