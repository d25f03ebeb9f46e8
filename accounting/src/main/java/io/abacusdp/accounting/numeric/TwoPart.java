package io.abacusdp.accounting.numeric;

/**
 * A number as the sum of its nearest double and what that rounding left out, for exponents that are small differences of
 * large numbers.
 *
 * <p>Sums and products by Dekker and Knuth's error-free transformations (Dekker 1971; Ogita, Rump, Oishi 2005). Relative
 * accuracy of arithmetic about 2^−100; logarithms are within about 2e-16 absolute, whatever their magnitude.
 *
 * @param high the value rounded to double
 * @param low the rest, at most half an ulp of high
 */
public record TwoPart(double high, double low) {
    public static final TwoPart ZERO = new TwoPart(0, 0);

    /** Exactly the double. */
    public static TwoPart of(double value) {
        return new TwoPart(value, 0);
    }

    /** Exactly a·b. */
    public static TwoPart product(double a, double b) {
        double high = a * b;
        return new TwoPart(high, Math.fma(a, b, -high));
    }

    /** log(x): the tail is what is left of x once the exponential of the rounded logarithm is divided out. */
    public static TwoPart log(double x) {
        double high = Math.log(x);
        if (!(high > -700 && high < 700)) {
            return of(high);
        }
        return normalised(high, Math.log1p(x * Math.exp(-high) - 1));
    }

    /** log(1 + x), x &gt; −1. */
    public static TwoPart log1p(double x) {
        return Math.abs(x) < 0.5 ? of(Math.log1p(x)) : log(1 + x);
    }

    public double value() {
        return high + low;
    }

    public TwoPart plus(double other) {
        return plus(of(other));
    }

    public TwoPart plus(TwoPart other) {
        double sum = high + other.high;
        double part = sum - high;
        double tail = (high - (sum - part)) + (other.high - part);
        return normalised(sum, tail + low + other.low);
    }

    public TwoPart times(double factor) {
        TwoPart product = product(high, factor);
        return normalised(product.high, product.low + low * factor);
    }

    public TwoPart dividedBy(TwoPart divisor) {
        double quotient = high / divisor.high;
        double rest = Math.fma(-quotient, divisor.high, high) + low - quotient * divisor.low;
        return normalised(quotient, rest / divisor.high);
    }

    private static TwoPart normalised(double high, double low) {
        double sum = high + low;
        return new TwoPart(sum, low - (sum - high));
    }
}
