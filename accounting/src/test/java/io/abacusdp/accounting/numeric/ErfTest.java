package io.abacusdp.accounting.numeric;

import static io.abacusdp.accounting.HighReal.divide;
import static io.abacusdp.accounting.HighReal.exp;
import static io.abacusdp.accounting.HighReal.multiply;
import static io.abacusdp.accounting.HighReal.real;
import static io.abacusdp.accounting.HighReal.survival;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The proof of what {@link Erf} says of its approximations.
 *
 * <p>With f the true function, E = f·B − A is analytic in an ellipse around the interval, with foci at its ends and the sum of its
 * half-axes ρ times half the interval. If |E| ≤ M there, interpolation at n + 1 Chebyshev points errs by at most 4Mρ^{−n}/(ρ − 1), and the
 * interpolant is at most Λ = 1 + (2/π)·log(n + 1) times its largest value at them (Trefethen 2013, Approximation Theory and Approximation
 * Practice, theorems 8.2 and 15.2). So the values at these points, in a hundred digits, bound E on all of the interval.
 */
class ErfTest {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final MathContext DIGITS = new MathContext(110);
    private static final BigDecimal ROOT_TWO = TWO.sqrt(DIGITS);

    /** 2/√(2π) = √(2/π) is twice the density at zero; 1/√π follows from erfc, by its derivative at zero. */
    private static final BigDecimal ROOT_PI = rootPi();

    @Test
    void central_allArguments_isWithinItsRemainder() {
        double end = Erf.CENTRE * Erf.CENTRE;
        double rho = 20;
        double most = end / 2 + end / 4 * (rho + 1 / rho);
        double bound = 1.13 * Math.exp(most) * value(Erf.B, most) + value(Erf.A, most);
        double error = remainder(0, end, 26, rho, bound, Erf.A, Erf.B, ErfTest::erfOverX);
        // B ≥ B(0), and erf(x)/x ≥ 1.05 up to 0.46875.
        assertThat(error / (Erf.B[4] * 1.05)).isLessThan(4e-16);
    }

    @Test
    void scaledTail_upToFour_isWithinItsRemainder() {
        double rho = 4;
        double half = (4 - Erf.CENTRE) / 2;
        double middle = (4 + Erf.CENTRE) / 2;
        double axis = half * (rho + 1 / rho) / 2;
        // |erfcx(z)| ≤ erfcx(Re z) ≤ 2·exp((Re z)²) for negative Re z, as erfcx(z) = (2/√π)·∫ exp(−t² − 2zt) dt.
        double bound = 2 * Math.exp((axis - middle) * (axis - middle)) * value(Erf.D, middle + axis)
                + value(Erf.C, middle + axis);
        // In parts, as D·erfcx rises by orders of magnitude; their ellipses are inside of the whole one.
        double from = Erf.CENTRE;
        for (double to : new double[] {.7, 1, 1.5, 2.2, 3, 4}) {
            double error = remainder(from, to, 48, rho, bound, Erf.C, Erf.D, ErfTest::erfcx);
            double least = value(Erf.D, from) * Normal.erfcx(to) * .999;
            assertThat(error / least).as("from %s to %s", from, to).isLessThan(5e-16);
            from = to;
        }
    }

    /** erfcx(x) = (1/√π − z·h(z))/x with z = 1/x² and h(z) = (1/π)·∫ e^{−t}·√t/(1 + zt) dt, of modulus below 0.2821 where Re z ≥ 0. */
    @Test
    void scaledTail_beyondFour_isWithinItsRemainder() {
        double rho = 5;
        for (double to = 1.0 / 16; to > 0x1p-28; to /= 2) {
            double from = to / 2;
            double most = 0.75 * to + 0.25 * to * (rho + 1 / rho) / 2;
            double bound = 0.2821 * value(Erf.Q, most) + value(Erf.P, most);
            int degree = Math.max(2, (int) Math.ceil((40 + Math.log(to)) / Math.log(rho)) + 1);
            double error = remainder(from, to, degree, rho, bound, Erf.P, Erf.Q, ErfTest::h);
            // Relative to erfcx·x ≥ 1/√π − 0.2821/16 > 0.54.
            assertThat(to * error / (Erf.Q[5] * .54)).as("up to %s", to).isLessThan(1e-16);
        }
        // Nearer to zero both are nearly constant: |h'| ≤ (1/π)·Γ(5/2) < 0.43, and P/Q by less than 20 times its
        // argument.
        double apart = Math.abs(Erf.P[5] / Erf.Q[5] - 0.5 / ROOT_PI.doubleValue());
        assertThat((Erf.P[4] + Erf.P[5] / Erf.Q[5] * Erf.Q[4]) / Erf.Q[5]).isLessThan(20);
        assertThat(0x1p-28 * (apart + 0x1p-28 * 22) / .54).isLessThan(6e-16);
    }

    /** In units of 2^−53, a polynomial with positive coefficients errs by (2k + 1) of its k-th term; the mean of k grows with x. */
    @Test
    void horner_positiveTerms_errByFewRoundings() {
        double square = Erf.CENTRE * Erf.CENTRE;
        // The square is itself rounded, once for each power.
        assertThat(roundings(Erf.A, square, 3) + roundings(Erf.B, square, 3) + 2)
                .isLessThan(5);
        assertThat(roundings(Erf.C, 4, 2) + roundings(Erf.D, 4, 2) + 1).isLessThan(23);
        assertThat(roundings(Erf.P, 1.0 / 16, 2) + roundings(Erf.Q, 1.0 / 16, 2))
                .isLessThan(8);
    }

    /** Every function that rests on the tables, against a hundred digits: what was proven, seen. */
    @Test
    void millsRatio_denseArguments_errsByLessThanProven() {
        for (double x = -1; x < 60; x += x < 6 ? 0.0173 : 0.713) {
            BigDecimal truth = mills(real(x));
            BigDecimal error = divide(real(Normal.millsRatio(x)).subtract(truth), truth);
            assertThat(error.abs().doubleValue()).as("at %s", x).isLessThan(Normal.MILLS_ERROR);
        }
    }

    static BigDecimal mills(BigDecimal x) {
        BigDecimal growth = exp(multiply(x, x).divide(TWO));
        return multiply(multiply(survival(x), growth), multiply(ROOT_PI, ROOT_TWO));
    }

    private static double roundings(double[] coefficients, double x, int each) {
        double sum = 0;
        double weighted = 0;
        for (int i = 0; i < coefficients.length; i++) {
            int power = coefficients.length - 1 - i;
            double term = coefficients[i] * Math.pow(x, power);
            assertThat(coefficients[i]).isPositive();
            sum += term;
            weighted += (each * power + 1) * term;
        }
        return weighted / sum;
    }

    private static double remainder(
            double from,
            double to,
            int degree,
            double rho,
            double bound,
            double[] above,
            double[] below,
            UnaryOperator<BigDecimal> truth) {
        double largest = 0;
        for (int k = 0; k <= degree; k++) {
            BigDecimal x = real((from + to) / 2 + (to - from) / 2 * Math.cos((k + 0.5) * Math.PI / (degree + 1)));
            BigDecimal error = multiply(truth.apply(x), value(below, x)).subtract(value(above, x));
            largest = Math.max(largest, error.abs().doubleValue());
        }
        double constant = 1 + 2 / Math.PI * Math.log(degree + 1);
        // The points are doubles, not quite Chebyshev's: that changes Λ by a part in 10^9.
        return 1.01 * constant * largest + 4 * bound * Math.pow(rho, -degree) / (rho - 1);
    }

    private static BigDecimal erfOverX(BigDecimal square) {
        BigDecimal x = square.signum() == 0 ? new BigDecimal("1e-40") : square.sqrt(DIGITS);
        BigDecimal erf = BigDecimal.ONE.subtract(multiply(TWO, survival(multiply(x, ROOT_TWO))));
        return divide(erf, x);
    }

    private static BigDecimal erfcx(BigDecimal x) {
        return multiply(multiply(TWO, survival(multiply(x, ROOT_TWO))), exp(multiply(x, x)));
    }

    private static BigDecimal h(BigDecimal z) {
        BigDecimal x = divide(BigDecimal.ONE, z).sqrt(DIGITS);
        BigDecimal rest = divide(BigDecimal.ONE, ROOT_PI).subtract(multiply(x, erfcx(x)));
        return divide(rest, z);
    }

    private static BigDecimal value(double[] coefficients, BigDecimal x) {
        BigDecimal sum = BigDecimal.ZERO;
        for (double coefficient : coefficients) {
            sum = multiply(sum, x).add(real(coefficient));
        }
        return sum;
    }

    private static double value(double[] coefficients, double x) {
        return value(coefficients, real(x)).doubleValue() * (1 + 1e-12);
    }

    /** √π = Γ(1/2), to a hundred digits as the limit of the series for erf: erf(x)/x → 2/√π. */
    private static BigDecimal rootPi() {
        BigDecimal x = new BigDecimal("1e-55");
        BigDecimal erf = BigDecimal.ONE.subtract(multiply(TWO, survival(multiply(x, ROOT_TWO))));
        return divide(multiply(TWO, x), erf);
    }
}
