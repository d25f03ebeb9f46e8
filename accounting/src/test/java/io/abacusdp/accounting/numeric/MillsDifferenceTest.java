package io.abacusdp.accounting.numeric;

import static io.abacusdp.accounting.HighReal.divide;
import static io.abacusdp.accounting.HighReal.exp;
import static io.abacusdp.accounting.HighReal.multiply;
import static io.abacusdp.accounting.HighReal.real;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the accuracy of {@link MillsDifference} rests on, and the accuracy itself. */
class MillsDifferenceTest {
    private static final int ARGUMENTS = Integer.getInteger("numeric.arguments", 150);
    private static final double LEAST = -Math.sqrt(.5) - 1e-4;

    /** The factor by which sums over a fine grid of X may miss the largest value between its points. */
    private static final double BETWEEN = 1.5;

    /** Nodes and weights as they are, against a hundred digits. Where all but 2/100 of the integrand is, within four roundings, weights five,
     * and within eight where all but 10^−5 is. */
    @Test
    void table_everyNode_isWhatTheProofSays() {
        for (int i = 0; i < MillsDifference.NODES; i++) {
            BigDecimal u = new BigDecimal("-3.1").add(new BigDecimal("0.1").multiply(BigDecimal.valueOf(i)));
            BigDecimal inner = exp(u.negate());
            BigDecimal node = exp(u.subtract(inner));
            BigDecimal weight = multiply(multiply(new BigDecimal("0.1"), node), BigDecimal.ONE.add(inner));
            double at = u.doubleValue();
            double most = (at > -.75 && at < 2.05 ? 4 : at > -1.6 && at < 3 ? 8 : 120) * RoundOff.UNIT;
            assertThat(relative(MillsDifference.NODE[i], node)).as("node %s", i).isLessThan(most);
            assertThat(relative(MillsDifference.WEIGHT[i], weight))
                    .as("weight %s", i)
                    .isLessThan(most + RoundOff.UNIT);
        }
    }

    /**
     * 2N/(e^{2πd/h} − 1) over the value, all over m. As |1 − e^{−mz}| ≤ m|z|·max(1, e^{−m·Re z}), N/m ≤ ∫ |v'||v|·|e^{−Xv − κv²/2}|·max(1,
     * e^{−2Re v}) du; and (1 − e^{−mv})/m ≥ (1 − e^{−2v})/2.
     */
    @Test
    void rule_everyArgument_errsByLessThanNineRoundings() {
        for (double x = LEAST; x <= 1; x += 0.01) {
            double value = integral(x, MillsDifferenceTest::least);
            double error = Double.POSITIVE_INFINITY;
            for (double d = .4; d < .8; d += .02) {
                error = Math.min(error, 2 * modulus(x, d) / Math.expm1(2 * Math.PI * d / MillsDifference.STEP));
            }
            assertThat(BETWEEN * error / value).as("X %s", x).isLessThan(9 * RoundOff.UNIT);
        }
    }

    /** Left of the first node the integrand over m is below v·v', right of the last one below v·v'·e^{−Xv − κv²/2}. */
    @Test
    void ends_everyArgument_leaveOutLessThanARounding() {
        double first = Math.exp(-3.2 - Math.exp(3.2));
        for (double x = LEAST; x <= 1; x += 0.01) {
            double value = integral(x, MillsDifferenceTest::least);
            double kappa = Math.max(0, 1 - x * x);
            // Each further node is less than half of the one before.
            double v = Math.exp(4.2 - Math.exp(-4.2));
            double last = v * v * 1.02 * Math.exp(-x * v - kappa * v * v / 2);
            double left = first * first * (1 + Math.exp(3.2)) * Math.exp(first);
            assertThat(BETWEEN * 2 * .1 * (left + last) / value).as("X %s", x).isLessThan(RoundOff.UNIT);
        }
    }

    /** The sum errs by one rounding for each node that follows a term: by 41 − 10·E[u] in the mean, and E[u] &gt; −0.5. */
    @Test
    void sum_everyArgument_hasItsMassInTheMiddle() {
        for (double x = LEAST; x <= 1; x += 0.01) {
            for (double m : new double[] {1e-9, .1, .5, 1, 2}) {
                double mean = integral(x, m, true) / integral(x, m, false);
                assertThat(41 - 10 * mean).as("X %s m %s", x, m).isLessThan(46 - 1);
            }
        }
    }

    @Test
    void value_randomArguments_errsByLessThanProven() {
        SplittableRandom random = new SplittableRandom(4);
        double worst = 0;
        for (int i = 0; i < ARGUMENTS; i++) {
            double x = i % 3 == 0 ? random.nextDouble(-1, 1) : Math.exp(random.nextDouble(-3, 5));
            double mu = Math.exp(random.nextDouble(-12, 3)) * Math.hypot(1, x);
            BigDecimal truth = ErfTest.mills(real(x)).subtract(ErfTest.mills(real(x).add(real(mu))));
            double error = relative(MillsDifference.value(x, mu), truth);
            assertThat(error).as("x %s mu %s", x, mu).isLessThan(MillsDifference.ERROR);
            worst = Math.max(worst, error);
        }
        assertThat(worst).isGreaterThan(4 * RoundOff.UNIT);
    }

    private static double relative(double value, BigDecimal truth) {
        return divide(real(value).subtract(truth), truth).abs().doubleValue();
    }

    private interface Factor {
        double at(double v);
    }

    private static double least(double v) {
        return -Math.expm1(-2 * v) / 2;
    }

    private static double integral(double x, Factor factor) {
        double sum = 0;
        for (double u = -3.5; u < 5; u += 0.05) {
            double v = Math.exp(u - Math.exp(-u));
            sum += 0.05 * v * (1 + Math.exp(-u)) * Math.exp(-x * v - Math.max(0, 1 - x * x) * v * v / 2) * factor.at(v);
        }
        return sum;
    }

    private static double integral(double x, double m, boolean timesU) {
        double sum = 0;
        for (double u = -3.5; u < 5; u += 0.05) {
            double v = Math.exp(u - Math.exp(-u));
            double term = v * (1 + Math.exp(-u)) * Math.exp(-x * v - Math.max(0, 1 - x * x) * v * v / 2);
            sum += (timesU ? u : 1) * term * -Math.expm1(-m * v);
        }
        return sum;
    }

    private static double modulus(double x, double d) {
        double kappa = Math.max(0, 1 - x * x);
        double sum = 0;
        for (double u = -6; u < 8; u += 0.01) {
            double size = Math.exp(u - Math.exp(-u) * Math.cos(d));
            double angle = d + Math.exp(-u) * Math.sin(d);
            double re = size * Math.cos(angle);
            double square = size * size * Math.cos(2 * angle);
            double slope = size * Math.hypot(1 + Math.exp(-u) * Math.cos(d), Math.exp(-u) * Math.sin(d));
            double exponent = -x * re - kappa * square / 2 + Math.max(0, -2 * re);
            sum += 0.01 * slope * size * Math.exp(exponent);
        }
        return sum;
    }
}
