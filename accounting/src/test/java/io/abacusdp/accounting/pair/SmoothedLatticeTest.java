package io.abacusdp.accounting.pair;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Accountant;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.pld.PldAccountant;
import org.junit.jupiter.api.Test;

/** Discrete Gaussian noise on vectors against the laws of the loss of many vectors, which are enumerated here. */
class SmoothedLatticeTest {
    private static final int[][] OF_NORM_3 = {{3}, {2, 2, 1}, {2, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}};
    private static final double[] SIGMAS = {1, 1.3, 2, 3, 10};

    /** The law of ⟨v, Z⟩ with Z of discrete Gaussians, added up over some runs: mass of −reach..reach. */
    private static final class Sum {
        private final double[] mass;
        private final int reach;
        private final double square;
        private final double sigma;

        private Sum(double[] mass, int reach, double square, double sigma) {
            this.mass = mass;
            this.reach = reach;
            this.square = square;
            this.sigma = sigma;
        }

        static Sum of(int[] vector, double sigma, int runs) {
            double[] mass = {1};
            double square = 0;
            int width = (int) Math.ceil(9 * sigma) + 6;
            for (int run = 0; run < runs; run++) {
                for (int coordinate : vector) {
                    mass = plus(mass, coordinate, sigma, width);
                    square += coordinate * coordinate;
                }
            }
            return new Sum(mass, (mass.length - 1) / 2, square, sigma);
        }

        private static double[] plus(double[] mass, int times, double sigma, int width) {
            double total = 0;
            for (int k = -width; k <= width; k++) {
                total += Math.exp(-k * k / (2 * sigma * sigma));
            }
            double[] sum = new double[mass.length + 2 * width * times];
            for (int k = -width; k <= width; k++) {
                double p = Math.exp(-k * k / (2 * sigma * sigma)) / total;
                for (int i = 0; i < mass.length; i++) {
                    sum[i + (k + width) * times] += p * mass[i];
                }
            }
            return sum;
        }

        /** E_Q[(1 − r + r·e^u − e^ε)₊] and E_Q[(1 − e^ε(1 − r + r·e^u))₊], whichever is more, with u the loss where Q is the noise alone. */
        double delta(double rate, double epsilon) {
            double removed = 0;
            double added = 0;
            for (int i = 0; i < mass.length; i++) {
                double u = (i - reach - square / 2) / (sigma * sigma);
                double ratio = 1 - rate + rate * Math.exp(u);
                removed += mass[i] * Math.max(0, ratio - Math.exp(epsilon));
                added += mass[i] * Math.max(0, 1 - Math.exp(epsilon) * ratio);
            }
            return Math.max(removed, added);
        }
    }

    @Test
    void delta_ofAnyVectorOfTheNorm_isNotAboveTheBound() {
        Accountant auto = AutoAccountant.best();
        for (double sigma : SIGMAS) {
            for (int[] vector : OF_NORM_3) {
                for (double rate : new double[] {1, .1}) {
                    Sum sum = Sum.of(vector, sigma, 1);
                    for (double epsilon : new double[] {0, .1, .5, 1, 2, 4}) {
                        Guarantee bound = auto.delta(
                                new PoissonSampled(rate, new DiscreteGaussian(sigma, 3)), ADD_OR_REMOVE_ONE, epsilon);
                        assertThat(bound.delta())
                                .as("σ %s, rate %s, ε %s", sigma, rate, epsilon)
                                .isGreaterThanOrEqualTo(sum.delta(rate, epsilon) * (1 - 1e-9));
                    }
                }
            }
        }
    }

    @Test
    void lowerBound_isNotAboveTheSingleCoordinate() {
        for (double sigma : new double[] {1.3, 2, 10}) {
            Sum sum = Sum.of(new int[] {3}, sigma, 4);
            for (double epsilon : new double[] {.1, 1, 4}) {
                Guarantee bound = new PldAccountant()
                        .delta(new Repeated(4, new DiscreteGaussian(sigma, 3)), ADD_OR_REMOVE_ONE, epsilon);
                assertThat(bound.lower().orElseThrow()).isLessThanOrEqualTo(sum.delta(1, epsilon) * (1 + 1e-9));
            }
        }
    }

    @Test
    void epsilon_ofWideNoise_isThatOfAGaussianWithinAPercent() {
        Guarantee guarantee =
                AutoAccountant.best().epsilon(new Repeated(10, new DiscreteGaussian(10, 10)), ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(guarantee.epsilon()).isLessThan(17.86 * 1.01);
        // One coordinate, and many: neither is above.
        assertThat(Sum.of(new int[] {10}, 10, 10).delta(1, guarantee.epsilon())).isLessThanOrEqualTo(1e-5);
        assertThat(Sum.of(new int[] {6, 8}, 10, 10).delta(1, guarantee.epsilon()))
                .isLessThanOrEqualTo(1e-5);
        assertThat(guarantee.epsilon() / guarantee.lower().orElseThrow()).isLessThan(1.01);
    }

    @Test
    void replacedRecord_movesTwiceAsFar() {
        Guarantee replaced = new PldAccountant().epsilon(new DiscreteGaussian(20, 5), REPLACE_ONE, 1e-5);
        Guarantee removed = new PldAccountant().epsilon(new DiscreteGaussian(20, 10), ADD_OR_REMOVE_ONE, 1e-5);
        assertThat(replaced.epsilon()).isEqualTo(removed.epsilon());
    }

    @Test
    void distance_isAboveThatOfTheContinuousGaussianByLittle() {
        assertThat(SmoothedLattice.distance(10, 10).orElseThrow()).isBetween(1.0, 1.0042);
        assertThat(SmoothedLattice.distance(1000, 10).orElseThrow()).isBetween(.01, .01 * 1.000002);
        assertThat(SmoothedLattice.distance(0.4, 2)).isEmpty();
    }
}
