package io.abacusdp.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpsilonOracleTest {
    /** By mpmath, of the formula in Balle and Wang 2018. */
    @ParameterizedTest
    @CsvSource({"1, 1, 4.3771781", "2, 1, 1.9930914", "2, 4, 4.3771781"})
    void gaussian_isTheClosedForm(double noise, long count, double epsilon) {
        assertThat(EpsilonOracle.gaussian(noise, count, 1e-5)).isCloseTo(epsilon, within(1e-7));
    }

    /** Values of public accountants (prv_accountant, dp_accounting's PLD) to the digits that they agree on. */
    @ParameterizedTest
    @CsvSource({"0.1, 1, 100, 7.05", "0.1, 1, 300, 12.40", "0.1, 2.05074, 1000, 8.00"})
    void sampledGaussian_isWhatOthersCompute(double rate, double noise, long count, double epsilon) {
        assertThat(EpsilonOracle.sampledGaussian(rate, noise, count, 1e-5)).isCloseTo(epsilon, within(0.006));
    }

    /** Where the noise is fine, Skellam's is little more than a Gaussian's with Rényi accounting. */
    @Test
    void skellam_ofFineNoise_isAboveTheGaussian() {
        double bound = EpsilonOracle.skellam(25, 1, 1 << 20, 1, 1e-5);

        assertThat(bound).isBetween(EpsilonOracle.gaussian(1, 1, 1e-5), 1.1 * EpsilonOracle.gaussian(1, 1, 1e-5));
    }
}
