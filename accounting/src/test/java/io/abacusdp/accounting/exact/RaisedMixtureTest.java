package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.numeric.RoundOff;
import org.junit.jupiter.api.Test;

/** Against the same logarithms in sixty digits. */
class RaisedMixtureTest {
    @Test
    void log_anyRateAndNoise_isWithinItsError() {
        for (double sigma : new double[] {.1, .3, 1, 100}) {
            for (double q : new double[] {1e-9, .01, .5, .99}) {
                assertWithin(sigma, new double[] {1}, new double[] {q});
            }
        }
    }

    @Test
    void log_severalShifts_isWithinItsError() {
        assertWithin(1, new double[] {1, 2}, new double[] {.1, .05});
        assertWithin(.7, new double[] {.5, 1, 3}, new double[] {.25, .5, .25});
    }

    private static void assertWithin(double sigma, double[] shifts, double[] probabilities) {
        double none = 1;
        for (double probability : probabilities) {
            none -= probability;
        }
        MixtureRatio mixture = new MixtureRatio(sigma, none, shifts, probabilities);
        double unit = sigma * sigma / mixture.reach();
        for (double height : new double[] {1e-6 * unit, .4 * unit, 1.3 * unit, 2.7 * unit}) {
            RaisedMixture raised = mixture.raised(height);
            for (double x = -13 * sigma; x < 13 * sigma + 2; x += .37 * sigma) {
                raised.moveTo(x);
                HighPrecision truth = ratio(sigma, shifts, probabilities, x, height);
                HighPrecision found =
                        HighPrecision.of(raised.logModulus, raised.argument).exp();
                assertThat(found.over(truth).minus(HighPrecision.ONE).modulus())
                        .as("%s at %s + i%s", mixture, x, height)
                        .isLessThanOrEqualTo(RoundOff.UNIT * raised.roundings);
                assertThat(raised.argument).isBetween(0.0, 2.71);
            }
            raised.moveTo(0);
            assertThat(raised.roundings).isLessThan(1000);
        }
    }

    /** 1 + Σ p·(e^{s(x + iy − s/2)/σ²} − 1). */
    private static HighPrecision ratio(double sigma, double[] shifts, double[] probabilities, double x, double y) {
        HighPrecision square = HighPrecision.of(sigma, 0).times(HighPrecision.of(sigma, 0));
        HighPrecision sum = HighPrecision.ONE;
        for (int i = 0; i < shifts.length; i++) {
            HighPrecision shift = HighPrecision.of(shifts[i], 0);
            HighPrecision moved = HighPrecision.of(x, y).minus(HighPrecision.of(0.5 * shifts[i], 0));
            HighPrecision term = shift.times(moved).over(square).exp().minus(HighPrecision.ONE);
            sum = sum.plus(HighPrecision.of(probabilities[i], 0).times(term));
        }
        return sum;
    }
}
