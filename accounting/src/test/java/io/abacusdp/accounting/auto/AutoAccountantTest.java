package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.calibrate.Calibration;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.List;
import org.junit.jupiter.api.Test;

class AutoAccountantTest {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    @Test
    void epsilon_ofSampledGaussians_isExact() {
        Guarantee guarantee = AutoAccountant.best().epsilon(sampledGaussian(.01, 1, 1000), ADD, 1e-5);
        assertThat(guarantee.accountant()).isEqualTo("exact");
        assertThat(guarantee.epsilon()).isCloseTo(1.8282366665, offset(1e-9));
        assertThat(guarantee.notes()).isEmpty();
        // The published figures of rounds 1, 3 and 10 of a federation.
        assertThat(epsilon(sampledGaussian(.1, 1, 100))).isCloseTo(7.05, offset(.005));
        assertThat(epsilon(sampledGaussian(.1, 1, 300))).isCloseTo(12.40, offset(.005));
        assertThat(epsilon(sampledGaussian(.1, 1, 1000))).isCloseTo(25.20, offset(.005));
    }

    @Test
    void epsilon_ofOtherNoise_isByPldAndSaysWhy() {
        Guarantee guarantee = AutoAccountant.best().epsilon(new Repeated(20, new Laplace(13.6)), ADD, 1e-4);
        assertThat(guarantee.accountant()).isEqualTo("pld");
        assertThat(guarantee.epsilon()).isCloseTo(1, offset(.02));
        assertThat(guarantee.notes()).first().asString().contains("exact accountant cannot account Laplace");
    }

    @Test
    void epsilon_ofPublishedIntervals_isBelowTheirUpperEndsAndClose() {
        // Opacus' PRV accountant states these as upper ends, delta 1e-6.
        double[][] rows = {
            {.8, .001, 100, .27040}, {1.5, .05, 100, 1.95385}, {3, .05, 1000, 2.52757}, {.8, .001, 20_000, 1.29601}
        };
        for (double[] row : rows) {
            double epsilon = AutoAccountant.best()
                    .epsilon(sampledGaussian(row[1], row[0], (long) row[2]), ADD, 1e-6)
                    .epsilon();
            assertThat(epsilon).isBetween(row[3] - .02, row[3]);
        }
        assertThat(epsilon(new Repeated(2, new Gaussian(.7)))).isCloseTo(10.1224946, offset(2e-4));
        assertThat(epsilon(sampledGaussian(.01, .7, 120))).isCloseTo(2.4612381, offset(2e-4));
    }

    @Test
    void noiseMultiplier_ofPublishedLaplaceQueries_isThePublishedScale() {
        Calibration target = new Calibration(AutoAccountant.best(), ADD, 1, 1e-4);
        assertThat(target.noiseMultiplier(noise -> new Repeated(20, new Laplace(noise)))
                        .value())
                .isCloseTo(13.6, offset(.1));
        assertThat(target.noiseMultiplier(noise -> new Repeated(500, new Laplace(noise)))
                        .value())
                .isCloseTo(71.0, offset(.1));
        // DP-FedMed pre-computes 1.0 for this; the truth is 2.05 with 100 steps in each of 10 rounds.
        assertThat(new Calibration(AutoAccountant.best(), ADD, 8, 1e-5)
                        .noiseMultiplier(noise -> sampledGaussian(.1, noise, 1000))
                        .value())
                .isCloseTo(2.05, offset(.005));
    }

    @Test
    void epsilon_whereTheContourConvergesSlowly_isHandedOver() {
        Guarantee guarantee = AutoAccountant.certified().epsilon(sampledGaussian(1e-6, 1, 5), ADD, 1e-9);
        assertThat(guarantee.epsilon()).isPositive();
        assertThat(guarantee.lower().getAsDouble()).isLessThanOrEqualTo(guarantee.epsilon());
    }

    @Test
    void epsilon_ofACurveOnly_isByRenyi() {
        Guarantee guarantee = AutoAccountant.best().epsilon(new ZeroConcentratedDp(0, .1), ADD, 1e-5);
        assertThat(guarantee.accountant()).isEqualTo("rdp");
        assertThat(guarantee.order()).isPresent();
        // As a Gaussian of ρ = 0.1, exactly 1.79; a curve cannot say as much.
        assertThat(guarantee.epsilon()).isGreaterThan(1.79);
    }

    @Test
    void epsilon_whereAnIntervalIsWide_isTheLeastOfTheBounds() {
        // Of all mechanisms of bounded range the worst is known to Rényi accounting better than to the PLD.
        Guarantee guarantee = AutoAccountant.best().epsilon(new Repeated(100, new Exponential(.5)), ADD, 1e-6);
        assertThat(guarantee.epsilon()).isLessThan(15.2);
    }

    @Test
    void epsilon_whereAnIntervalSaysNothing_isByTheNext() {
        Guarantee many = AutoAccountant.best().epsilon(sampledGaussian(1e-9, 1, 1L << 53), ADD, 1e-5);
        assertThat(many.accountant()).isEqualTo("rdp");
        assertThat(many.epsilon()).isLessThan(.5);
        Guarantee more = AutoAccountant.best().epsilon(sampledGaussian(.01, 1, 1L << 53), ADD, 1e-5);
        assertThat(more.accountant()).isEqualTo("exact");
        // What the central limit makes of it: half of T·q²(e − 1).
        assertThat(more.epsilon() / (0x1p53 * 1e-4 * (Math.E - 1) / 2)).isBetween(.9, 1.2);
        Guarantee noNoise = AutoAccountant.best().epsilon(sampledGaussian(.5, 1e-5, 1), ADD, 1e-5);
        assertThat(noNoise.epsilon()).isBetween(5e9, 5.1e9);
    }

    @Test
    void epsilon_ofNonPrivate_isInfinite() {
        // Any noise, however large, has some delta at every epsilon.
        assertThat(AutoAccountant.best().epsilon(new Gaussian(1e300), ADD, 0).epsilon())
                .isInfinite();
        assertThat(epsilon(new Composed(List.of(new Gaussian(1), new NonPrivate()))))
                .isInfinite();
        assertThat(AutoAccountant.best()
                        .epsilon(new Composed(List.of()), ADD, 0)
                        .epsilon())
                .isZero();
    }

    @Test
    void profile_ofWhatNobodyAccounts_isRefusedWithEveryReason() {
        DpEvent event = new RandomAllocation(10, 1, new Gaussian(1));
        assertThatThrownBy(() -> AutoAccountant.best().profile(event, Adjacency.REPLACE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("exact", "pld", "rdp");
    }

    @Test
    void delta_atTheEpsilonOfADelta_isThatDelta() {
        for (DpEvent event : List.of(sampledGaussian(.01, 1, 1000), new Laplace(2), new ZeroConcentratedDp(0, .1))) {
            double epsilon = AutoAccountant.best().epsilon(event, ADD, 1e-5).epsilon();
            assertThat(AutoAccountant.best().delta(event, ADD, epsilon).delta()).isCloseTo(1e-5, offset(1e-8));
        }
    }

    private static double epsilon(DpEvent event) {
        return AutoAccountant.best().epsilon(event, ADD, 1e-5).epsilon();
    }

    @Test
    void epsilon_ofAMixtureThatNeverMoves_isZeroAtDeltaZero() {
        DpEvent still = new MixtureOfGaussians(1, List.of(0.0), List.of(1.0));
        Guarantee guarantee = AutoAccountant.best().epsilon(still, Adjacency.ADD_OR_REMOVE_ONE, 0);
        assertThat(guarantee.epsilon()).isZero();
        assertThat(guarantee.lower().orElse(0)).isZero();
    }
}
