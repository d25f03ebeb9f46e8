package io.abacusdp.accounting.exact;

import java.math.BigDecimal;
import java.math.MathContext;

/** A complex number in sixty digits. */
record HighPrecision(BigDecimal real, BigDecimal imaginary) {
    private static final MathContext DIGITS = new MathContext(60);
    private static final int TERMS = 60;

    /** The exponential is the 2^10th power of that of a number as many times smaller. */
    private static final int HALVINGS = 10;

    static final HighPrecision ZERO = of(0, 0);
    static final HighPrecision ONE = of(1, 0);

    static HighPrecision of(double real, double imaginary) {
        return new HighPrecision(new BigDecimal(real), new BigDecimal(imaginary));
    }

    HighPrecision plus(HighPrecision other) {
        return new HighPrecision(real.add(other.real, DIGITS), imaginary.add(other.imaginary, DIGITS));
    }

    HighPrecision minus(HighPrecision other) {
        return new HighPrecision(real.subtract(other.real, DIGITS), imaginary.subtract(other.imaginary, DIGITS));
    }

    HighPrecision times(HighPrecision other) {
        return new HighPrecision(
                real.multiply(other.real).subtract(imaginary.multiply(other.imaginary), DIGITS),
                real.multiply(other.imaginary).add(imaginary.multiply(other.real), DIGITS));
    }

    HighPrecision over(HighPrecision other) {
        BigDecimal square = other.real.multiply(other.real).add(other.imaginary.multiply(other.imaginary), DIGITS);
        HighPrecision product = times(new HighPrecision(other.real, other.imaginary.negate()));
        return new HighPrecision(product.real.divide(square, DIGITS), product.imaginary.divide(square, DIGITS));
    }

    HighPrecision exp() {
        HighPrecision small = over(of(1 << HALVINGS, 0));
        HighPrecision term = ONE;
        HighPrecision sum = ONE;
        for (int k = 1; k < TERMS; k++) {
            term = term.times(small).over(of(k, 0));
            sum = sum.plus(term);
        }
        for (int i = 0; i < HALVINGS; i++) {
            sum = sum.times(sum);
        }
        return sum;
    }

    double modulus() {
        return Math.hypot(real.doubleValue(), imaginary.doubleValue());
    }
}
