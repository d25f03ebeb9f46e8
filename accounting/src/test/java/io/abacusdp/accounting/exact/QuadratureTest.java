package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.numeric.Cumulants;
import org.junit.jupiter.api.Test;

class QuadratureTest {
    private static final double[] SIGMAS = {.1, .3, .7, 1, 3, 30};
    private static final double[] RATES = {1e-6, 1e-3, .05, .5, .99};
    private static final double[] TILTS = {-3, -1.7, -.4, .3, 2, 9};

    private static Presence presence(double sigma, double rate) {
        return new Presence(new MixtureRatio(sigma, 1 - rate, new double[] {1}, new double[] {rate}));
    }

    @Test
    void log_secondAndThirdMoments_agreeWithTheirClosedForms() {
        for (double sigma : new double[] {.5, 1, 4}) {
            for (double q : new double[] {1e-9, 1e-3, .3}) {
                double e = Math.expm1(1 / (sigma * sigma));
                double third = Math.exp(3 / (sigma * sigma)) - 1 - 3 * e;
                QuadratureLoss factor = new QuadratureLoss(new Quadrature(presence(sigma, q)), 1, 1);
                // E r² = 1 + q²(e^{1/σ²} − 1); E r³ = 1 + 3q²(e^{1/σ²} − 1) + q³(e^{3/σ²} − 3e^{1/σ²} + 2).
                assertThat(factor.tilt(1, 1, 36).log() / Math.log1p(q * q * e) - 1)
                        .isCloseTo(0, within(1e-14));
                double cubic = 3 * q * q * e + q * q * q * third;
                assertThat(factor.tilt(2, 1, 36).log() / Math.log1p(cubic) - 1).isCloseTo(0, within(4e-14));
            }
        }
    }

    @Test
    void characteristic_finerLattice_agreesWithinTheErrors() {
        for (double sigma : SIGMAS) {
            for (double q : RATES) {
                for (double t : TILTS) {
                    for (int sign : new int[] {1, -1}) {
                        assertAgrees(presence(sigma, q), sign, t);
                    }
                    assertAgrees(new Replacement(presence(sigma, q).mixture()), 1, t);
                }
            }
        }
    }

    private static void assertAgrees(Ratio ratio, int sign, double t) {
        QuadratureLoss factor = new QuadratureLoss(new Quadrature(ratio), sign, 10);
        QuadratureLoss finer = new QuadratureLoss(new Quadrature(ratio), sign, 10);
        Cumulants cumulants = factor.cumulants(t);
        double omega = Math.min(40, 6 / Math.sqrt(cumulants.variance()));
        TiltedLaw one = factor.tilt(t, omega, 36);
        TiltedLaw other = finer.tilt(t, 2.3 * omega + 5, 50);
        assertThat(one.log()).isCloseTo(other.log(), within(one.logError() + other.logError()));
        assertThat(one.log()).isCloseTo(cumulants.value(), within(1e-9 * (1 + Math.abs(cumulants.value()))));
        assertThat(one.mean()).isCloseTo(cumulants.mean(), within(1e-7 * (1 + Math.abs(cumulants.mean()))));
        int n = 40;
        double[][] a = new double[3][n + 1];
        double[][] b = new double[3][n + 1];
        one.addLogCharacteristic(1, omega / n, n, a[0], a[1], a[2]);
        other.addLogCharacteristic(1, omega / n, n, b[0], b[1], b[2]);
        Modulus modulus = factor.modulus(t, 3);
        double logFall = modulus.logFall();
        for (int k = 0; k <= n; k++) {
            double w = k * omega / n;
            double turn = a[1][k] - b[1][k] + w * (one.mean() - other.mean());
            double distance = Math.hypot(
                    Math.exp(a[0][k]) - Math.exp(b[0][k]) * Math.cos(turn), Math.exp(b[0][k]) * Math.sin(turn));
            double allowed = Math.exp(a[0][k]) * a[2][k] + Math.exp(b[0][k]) * b[2][k];
            assertThat(distance).as("%s t %s w %s", ratio, t, w).isLessThanOrEqualTo(allowed + 4e-16);
            Modulus.Rung known = modulus.at(w);
            double least = a[0][k] - a[2][k];
            assertThat(known.log()).as("%s t %s w %s", ratio, t, w).isGreaterThanOrEqualTo(least);
            assertThat(known.logBeyond()).as("%s t %s w %s", ratio, t, w).isGreaterThanOrEqualTo(least);
            assertThat(logFall - Math.log(w)).as("%s t %s w %s", ratio, t, w).isGreaterThanOrEqualTo(least);
        }
    }

    @Test
    void lattice_absurdNoise_isHandedOver() {
        QuadratureLoss factor = new QuadratureLoss(new Quadrature(presence(1e-5, .5)), 1, 10);
        assertThatThrownBy(() -> factor.cumulants(3)).isInstanceOf(SlowDecayException.class);
    }
}
