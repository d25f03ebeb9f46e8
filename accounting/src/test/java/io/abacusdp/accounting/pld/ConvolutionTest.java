package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.numeric.RealFft;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvolutionTest {
    /** A walk of steps −1 and +1: the law is binomial, and its far tail needs the tilt. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 1.1})
    void of_walk_isBinomialWithinItsError(double theta) {
        int steps = 200;
        double up = 0.375;
        PrivacyLossDistribution step = new PrivacyLossDistribution(0, 1, -1, new double[] {1 - up, 0, up}, 0, 0);
        PrivacyLossDistribution stay = new PrivacyLossDistribution(0.5, 1, 0, new double[] {1}, 0, 0);
        Convolution convolution = new Convolution(RealFft.ofSize(512), theta);
        TiltedWindow law = convolution.of(List.of(new RepeatedLaw(step, steps), new RepeatedLaw(stay, 7)), -steps);
        BigDecimal mass = new BigDecimal(1 - up).pow(steps);
        MathContext digits = new MathContext(40);
        for (int k = 0; k <= steps; k++) {
            double exact = Math.exp(Math.log(mass.doubleValue()) + theta * (2.0 * k - steps) - law.logMoment());
            assertThat(law.at(2 * k)).isCloseTo(exact, within(law.error() + 1e-11 * exact));
            assertThat(law.at(2 * k + 1)).isCloseTo(0, within(law.error()));
            mass = mass.multiply(new BigDecimal((steps - k) * up), digits)
                    .divide(new BigDecimal((k + 1) * (1 - up)), digits);
        }
        assertThat(law.error()).isLessThan(1e-12);
    }
}
