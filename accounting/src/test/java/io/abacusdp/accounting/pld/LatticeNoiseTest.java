package io.abacusdp.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.HighReal;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatticeNoiseTest {
    /** A loss is s(2k − s)/2σ², a small difference of large logarithms where the noise is wide. */
    @ParameterizedTest
    @CsvSource({"100, 1, 1e-18", "1000, 3, 1e-18", "7, 2, 1e-300", "0.7, 1, 1e-30"})
    void logRatio_discreteGaussian_isWithinItsError(double sigma, int shift, double tail) {
        LatticeNoise noise = LatticeNoise.gaussian(sigma, tail, 2 * shift);
        BigDecimal square = HighReal.real(sigma).multiply(HighReal.real(sigma)).multiply(BigDecimal.valueOf(2));
        for (int k = -noise.reach(); k <= noise.reach(); k += Math.max(1, noise.reach() / 200)) {
            BigDecimal truth = HighReal.divide(BigDecimal.valueOf((long) shift * (2L * k - shift)), square);
            double error = HighReal.real(noise.logRatio(k, shift))
                    .subtract(truth)
                    .abs()
                    .doubleValue();
            assertThat(error).isLessThanOrEqualTo(noise.logRatioError(shift));
            double mass = HighReal.exp(HighReal.divide(BigDecimal.valueOf(-(long) k * k), square))
                    .doubleValue();
            assertThat(noise.mass(k) / noise.mass(0) / mass).isBetween(1 - 2e-13, 1 + 2e-13);
        }
    }

    /** Each ratio I_{k+1}/I_k is a logarithm's difference; v = 2: I_1(2)/I_0(2) = 0.697774657964007982. */
    @ParameterizedTest
    @CsvSource({"2, 0.697774657964007982", "1, 0.446389965896534507"})
    void logRatio_skellam_isThatOfBesselFunctions(double variance, double ratio) {
        LatticeNoise noise = LatticeNoise.skellam(variance, 1e-18, 2);
        assertThat(Math.abs(noise.logRatio(0, 1) - Math.log(ratio))).isLessThan(noise.logRatioError(1) + 1e-15);
    }
}
