package io.abacusdp.accounting.rdp;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.filter.RenyiCost;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise at the ends of the range of doubles: every accountant answers with a bound or refuses by name, and nothing breaks. */
class ExtremeNoiseTest {
    @ParameterizedTest
    @ValueSource(
            doubles = {
                4.9e-324, 1e-300, 1e-160, 1e-100, 1e-10, 9e-7, 1.1e-6, 1e-5, 1e30, 1.1e30, 1e100, 1e154, 1e300, 1.7e308
            })
    void epsilon_ofSampledGaussians_isABoundOrRefused(double noise) {
        for (DpEvent event : List.of(
                new PoissonSampled(0.01, new Gaussian(noise)),
                new PoissonSampled(1e-9, new Gaussian(noise)),
                new SampledWithoutReplacement(1000, 10, new Gaussian(noise)))) {
            for (Adjacency adjacency : Adjacency.values()) {
                for (Accountant accountant : List.of(new RdpAccountant(), AutoAccountant.best())) {
                    try {
                        assertThat(accountant.epsilon(event, adjacency, 1e-5).epsilon())
                                .isGreaterThanOrEqualTo(0);
                        assertThat(RenyiCost.of(event, adjacency).rdpAt(2)).isGreaterThanOrEqualTo(0);
                    } catch (UnsupportedEventException refused) {
                        assertThat(refused).hasMessageContaining("cannot account");
                    }
                }
            }
        }
    }

    /** With noise of a millionth a sample at rate 0.01 is seen: ε(2) is 1/σ² but for log(0.01²). */
    @Test
    void divergence_ofNextToNoNoise_isThatWithoutSampling() {
        RdpCurve curve =
                new RdpAccountant().curve(new PoissonSampled(0.01, new Gaussian(9e-7)), Adjacency.ADD_OR_REMOVE_ONE);
        assertThat(curve.at(2)).isBetween(1 / (9e-7 * 9e-7) - 9.22, 1 / (9e-7 * 9e-7) * (1 + 1e-15));
        assertThat(curve.at(2.5)).isGreaterThan(curve.at(2));
    }
}
