package io.abacusdp.accounting.exact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sums above the real line against sums on it. */
class RaisedTiltedTest {
    private static final double ACCURACY = 38;
    private static final double ERROR = Math.exp(-ACCURACY);
    private static final double[] SIGMAS = {.3, .8, 1, 5, 100};
    private static final double[] RATES = {1e-9, 1e-4, .01, .5, .99};
    private static final double[] TILTS = {-3, -.4, .3, 5};

    @Test
    void characteristic_presence_agreesWithThatOnTheRealLine() {
        for (double sigma : SIGMAS) {
            for (double q : RATES) {
                for (double t : TILTS) {
                    for (int sign : new int[] {1, -1}) {
                        assertAgrees(new Presence(mixture(sigma, q)), sign, t, 60, 4);
                    }
                }
            }
        }
    }

    @Test
    void characteristic_replacement_agreesWithThatOnTheRealLine() {
        for (double sigma : SIGMAS) {
            for (double q : RATES) {
                for (double t : TILTS) {
                    assertAgrees(new Replacement(mixture(sigma, q)), 1, t, 40, 4);
                }
            }
        }
    }

    @Test
    void characteristic_severalShifts_agreesWithThatOnTheRealLine() {
        MixtureRatio mixture = new MixtureRatio(.9, .7, new double[] {.5, 1, 2}, new double[] {.1, .15, .05});
        for (double t : TILTS) {
            assertAgrees(new Presence(mixture), 1, t, 60, 4);
        }
    }

    @Test
    void characteristic_nearerToTheRealLine_agreesAsWell() {
        for (double sigma : SIGMAS) {
            assertAgrees(new Presence(mixture(sigma, .01)), 1, 5, 60, 1);
            assertAgrees(new Presence(mixture(sigma, .01)), 1, 5, 60, .1);
        }
    }

    @Test
    void raised_fastTurningIntegrand_needsFewerNodes() {
        Quadrature quadrature = new Quadrature(new Presence(mixture(1, .01)));
        assertThat(quadrature.isBetterRaised(6.4, 114, ACCURACY, 4)).isTrue();
        assertThat(quadrature.isBetterRaised(1, 1, ACCURACY, 4)).isFalse();
        assertThat(quadrature.raised(6.4, ACCURACY, 4).size()).isLessThan(quadrature.fine(6.4, 114, ACCURACY).size / 3);
    }

    private static MixtureRatio mixture(double sigma, double rate) {
        return new MixtureRatio(sigma, 1 - rate, new double[] {1}, new double[] {rate});
    }

    private static void assertAgrees(Ratio ratio, int sign, double t, double omega, double mostGrowth) {
        double a = sign > 0 ? t + 1 : -t;
        Quadrature quadrature = new Quadrature(ratio);
        QuadratureTilted real = new QuadratureTilted(quadrature.fine(a, omega, ACCURACY), a, sign, ERROR);
        QuadratureTilted norm = new QuadratureTilted(quadrature.fine(a, 0, ACCURACY), a, sign, ERROR);
        RaisedTilted raised = new RaisedTilted(norm, ratio, quadrature.raised(a, ACCURACY, mostGrowth), a, sign, ERROR);
        assertThat(raised.log()).isEqualTo(norm.log());
        assertThat(raised.size()).isPositive();
        int n = 50;
        double[][] one = new double[3][n + 1];
        double[][] other = new double[3][n + 1];
        real.addLogCharacteristic(1, omega / n, n, one[0], one[1], one[2]);
        raised.addLogCharacteristic(1, omega / n, n, other[0], other[1], other[2]);
        for (int k = 0; k <= n; k++) {
            double w = k * omega / n;
            double turn = one[1][k] - other[1][k] + w * (real.mean() - raised.mean());
            double modulus = Math.exp(other[0][k]);
            double distance = Math.hypot(Math.exp(one[0][k]) - modulus * Math.cos(turn), modulus * Math.sin(turn));
            double allowed = Math.exp(one[0][k]) * one[2][k] + modulus * other[2][k];
            assertThat(distance).as("%s t %s w %s", ratio, t, w).isLessThanOrEqualTo(allowed + 4e-16);
            // Good for something.
            assertThat(modulus * other[2][k])
                    .as("%s t %s w %s", ratio, t, w)
                    .isLessThan(3e-15 + 50 * Math.exp(one[0][k]) * one[2][k]);
        }
    }
}
