package io.abacusdp.accounting.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.event.ApproximateDp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmplificationTest {
    /** log(1 + q(e^ε − 1)) with mpmath at 500 digits. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 1.0, 0.0170368632361765501, 1e-14",
        "1e-12, 2.0, 6.38905609891024008e-12, 1e-14",
        "1e-300, 1.0, 1.71828182845904528e-300, 1e-14",
        "0.5, 1e-10, 5.00000000012500018e-11, 1e-14",
        "0.1, 50.0, 47.6974149070059544, 1e-14",
        "1e-09, 699.0, 678.276734163053589, 1e-14",
        "1e-09, 701.0, 680.276734163053589, 1e-12",
        "1e-300, 690.0, 0.378751893135239387, 1e-12",
        "1e-305, 702.0, 0.5592853076054222, 1e-12",
        "1e-310, 705.0, 0.000150514055497543437, 1e-12",
        "0.3, 800.0, 798.796027195674064, 1e-12",
        "0.3, 1000000.0, 999998.796027195674, 1e-12"
    })
    void epsilon_anySize_isTheFormulaRoundedUp(double rate, double epsilon, double expected, double accuracy) {
        assertThat(Amplification.epsilon(rate, epsilon))
                .isGreaterThanOrEqualTo(expected)
                .isLessThanOrEqualTo(expected * (1 + accuracy));
    }

    @Test
    void epsilon_anyRate_isNeverAboveThatWithoutSampling() {
        for (double rate = 1; rate > 1e-300; rate /= 17) {
            double before = 0;
            for (double epsilon = 1e-12; epsilon < 1e6; epsilon *= 1.3) {
                double sampled = Amplification.epsilon(rate, epsilon);
                assertThat(sampled).isLessThanOrEqualTo(epsilon).isGreaterThanOrEqualTo(before);
                before = sampled;
            }
        }
        assertThat(Amplification.epsilon(1, 0.7)).isEqualTo(0.7);
        assertThat(Amplification.epsilon(0, 1e300)).isZero();
        assertThat(Amplification.epsilon(0.5, 0)).isZero();
    }

    @Test
    void on_approximateEvent_scalesDelta() {
        ApproximateDp sampled = Amplification.on(0.01, new ApproximateDp(1, 1e-6));
        assertThat(sampled.delta()).isGreaterThanOrEqualTo(1e-8).isCloseTo(1e-8, within(1e-23));
        assertThat(sampled.epsilon()).isCloseTo(0.0170368632361766, within(1e-15));
    }

    @Test
    void epsilon_outOfRange_isRefused() {
        assertThatThrownBy(() -> Amplification.epsilon(1.1, 1)).hasMessage("rate must be in [0, 1], got 1.1");
        assertThatThrownBy(() -> Amplification.epsilon(0.1, Double.POSITIVE_INFINITY))
                .hasMessage("epsilon must be finite and at least 0, got Infinity");
    }
}
