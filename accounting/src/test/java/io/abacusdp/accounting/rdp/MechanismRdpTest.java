package io.abacusdp.accounting.rdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Curves of single mechanisms against values that were made without our code, and against each other. */
class MechanismRdpTest {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;

    @Test
    void at_everyReferenceRow_withinItsAccuracyAndNeverBelow() {
        int rows = 0;
        for (String[] row : ReferenceCsv.rows("rdp_mechanisms.csv")) {
            double[] f =
                    Arrays.stream(row).skip(1).mapToDouble(Double::parseDouble).toArray();
            switch (row[0]) {
                case "replaced" ->
                    check(
                            row,
                            at(new PoissonSampled(f[0], new Gaussian(f[1])), Adjacency.REPLACE_ONE, f[2]),
                            f[3],
                            3e-11);
                case "group_of_two" ->
                    check(row, at(new Group(2, new PoissonSampled(f[0], new Gaussian(f[1]))), ADD, f[2]), f[3], 3e-11);
                case "discrete_laplace" ->
                    check(row, at(new DiscreteLaplace(f[0], (long) f[1]), ADD, f[2]), f[3], 1e-12);
                case "bounded_range" -> check(row, at(new Exponential(f[0]), ADD, f[1]), f[2], 1e-6);
                case "pure" -> {
                    check(row, at(new PureDp(f[0]), ADD, f[1]), f[2], 1e-13);
                    check(row, at(new PermuteAndFlip(f[0]), ADD, f[1]), f[2], 1e-13);
                }
                case "poisson" ->
                    check(row, SampledRdp.poisson(f[0], gaussian(1 / f[1])).at(f[2]), f[3], 2e-12);
                case "without_replacement" -> {
                    check(
                            row,
                            SampledRdp.withoutReplacement(f[0], gaussian(2 / f[1]), INFINITE)
                                    .at(f[2]),
                            f[3],
                            2e-12);
                    double lower = RdpAccountant.withoutReplacementLower(f[0], gaussian(2 / f[1]), (int) f[2]);
                    assertThat(lower).isBetween(f[4] * (1 - 2e-12), f[4]);
                }
                case "gaussians" -> check(row, GaussianDivergence.renyi(f[0], f[1], f[2], f[3], f[4]), f[5], 1e-13);
                default -> throw new AssertionError(row[0]);
            }
            rows++;
        }
        assertThat(rows).isEqualTo(36);
    }

    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private static void check(String[] row, double value, double truth, double tolerance) {
        assertThat(value).as(String.join(",", row)).isBetween(truth * (1 - 1e-15), truth * (1 + tolerance));
    }

    private static RdpCurve gaussian(double ratio) {
        return ClosedFormRdp.gaussian(ratio);
    }

    private static double at(DpEvent event, Adjacency adjacency, double order) {
        return new RdpAccountant().curve(event, adjacency).at(order);
    }

    @Test
    void at_publishedLaplaceAndRandomizedResponse_agrees() {
        // known-values.md, [M] and library tests.
        assertThat(at(new Laplace(1), ADD, 2)).isBetween(.619123629998592, .61912362999861);
        assertThat(at(new Laplace(2), ADD, 16)).isBetween(.455906779446503, .45590677944652);
        assertThat(at(new Laplace(10), ADD, 1000)).isBetween(.0993066596040857, .09930665960409);
        assertThat(at(new Laplace(1e-3), ADD, 1000)).isBetween(999.99, 1000.0);
        RandomizedResponse response = new RandomizedResponse(.3, 10);
        assertThat(at(response, Adjacency.ZERO_OUT, 2.5)).isBetween(1.78011815, 1.78011825);
        assertThat(at(response, Adjacency.REPLACE_ONE, 2.5)).isBetween(2.98386535, 2.98386545);
    }

    @Test
    void at_replaceOne_doublesTheSensitivityOfSums() {
        assertThat(at(new Gaussian(2), Adjacency.REPLACE_ONE, 3)).isEqualTo(at(new Gaussian(1), ADD, 3));
        assertThat(at(new Laplace(2), Adjacency.REPLACE_ONE, 3)).isEqualTo(at(new Laplace(1), ADD, 3));
        assertThat(at(new DiscreteGaussian(2, 1), Adjacency.REPLACE_ONE, 3)).isEqualTo(at(new Gaussian(1), ADD, 3));
        assertThat(at(new DiscreteLaplace(.3, 1), Adjacency.REPLACE_ONE, 3))
                .isEqualTo(at(new DiscreteLaplace(.3, 2), ADD, 3));
        assertThat(at(new Skellam(9, 1, 1), Adjacency.REPLACE_ONE, 3)).isEqualTo(at(new Skellam(9, 2, 2), ADD, 3));
        assertThat(at(new TreeAggregation(2, 5), Adjacency.REPLACE_ONE, 3))
                .isEqualTo(at(new TreeAggregation(1, 5), ADD, 3));
        // What is stated for the adjacency of the query is left as it is.
        assertThat(at(new PureDp(1), Adjacency.REPLACE_ONE, 3)).isEqualTo(at(new PureDp(1), ADD, 3));
    }

    @Test
    void at_publishedForms_areReproduced() {
        assertThat(at(new TreeAggregation(4, 1), ADD, 8)).isCloseTo(8 / 32.0, within());
        assertThat(at(new TreeAggregation(4, 4), ADD, 8)).isCloseTo(3 * 8 / 32.0, within());
        assertThat(at(new TreeAggregation(4, 7), ADD, 8)).isCloseTo(3 * 8 / 32.0, within());
        assertThat(at(new TreeAggregation(4, 8), ADD, 8)).isCloseTo(4 * 8 / 32.0, within());
        assertThat(at(new ZeroConcentratedDp(.5, .25), ADD, 8)).isCloseTo(2.5, within());
        // αΔ₂²/2μ + min(((2α − 1)Δ₂² + 6Δ₁)/4μ², 3Δ₁/2μ), the first and the second of the minimum.
        assertThat(at(new Skellam(16, 3, 2), ADD, 4)).isCloseTo(.5 + (7 * 4 + 18) / 1024.0, within());
        assertThat(at(new Skellam(.5, 1, 1), ADD, 4)).isCloseTo(4 + 3, within());
        assertThat(at(new Skellam(16, 3, 2), ADD, 1.5)).isEqualTo(at(new Skellam(16, 3, 2), ADD, 2));
    }

    @Test
    void at_randomizedResponseWithoutOrWithAllNoise_isInfiniteOrNothing() {
        assertThat(at(new RandomizedResponse(0, 4), Adjacency.REPLACE_ONE, 2)).isInfinite();
        assertThat(at(new RandomizedResponse(0, 4), Adjacency.ZERO_OUT, 2)).isInfinite();
        assertThat(at(new RandomizedResponse(1, 4), Adjacency.REPLACE_ONE, 2)).isLessThan(1e-300);
        // Close to all noise, the loss is k(1 − p) and D₂ = 2·loss²/k to leading order.
        double p = 1 - 0x1p-40;
        assertThat(at(new RandomizedResponse(p, 4), Adjacency.REPLACE_ONE, 2))
                .isCloseTo(8 * 0x1p-80, withinRelative(8 * 0x1p-80));
    }

    @Test
    void at_givenCurve_isTheChordBetweenAndInfiniteBeyond() {
        GivenRdp given = new GivenRdp(List.of(2.0, 4.0), List.of(0.5, 1.5));
        assertThat(at(given, ADD, 1.2)).isEqualTo(0.5);
        assertThat(at(given, ADD, 2)).isEqualTo(0.5);
        // (α − 1)ε is 0.5 at 2 and 4.5 at 4, hence 2.5 at 3.
        assertThat(at(given, ADD, 3)).isCloseTo(1.25, within());
        assertThat(at(given, ADD, 4)).isEqualTo(1.5);
        assertThat(at(given, ADD, 4.01)).isInfinite();
    }

    @Test
    void at_generalPoissonBound_isAboveTheExactOneAndBelowNoSampling() {
        for (double order : new double[] {1.5, 2, 3, 4.5, 20, 100, 255, 300}) {
            double exact = new SampledGaussianRdp(.02, 1.5).at(order);
            double general = SampledRdp.poisson(.02, gaussian(1 / 1.5)).at(order);
            assertThat(general).isBetween(exact, gaussian(1 / 1.5).at(order));
        }
    }

    @Test
    void at_sampledReports_isNotAmplified() {
        // A record outside the sample shows by its silence, so that the moment is (1 − q) + q·A and no less.
        double order = 3;
        double q = .1;
        double moment = Math.exp((order - 1) * at(new RandomizedResponse(.5, 2), Adjacency.ZERO_OUT, order));
        double truth = Math.log(1 - q + q * moment) / (order - 1);
        DpEvent response = new RandomizedResponse(.5, 2);
        assertThat(at(new PoissonSampled(q, response), Adjacency.ZERO_OUT, order))
                .isBetween(truth * (1 - 1e-13), truth * (1 + 1e-11));
        double replaced = Math.exp((order - 1) * at(response, Adjacency.REPLACE_ONE, order));
        assertThat(at(new SampledWithoutReplacement(10, 1, response), Adjacency.REPLACE_ONE, order))
                .isCloseTo(Math.log(1 - q + q * replaced) / (order - 1), withinRelative(1));
    }

    @Test
    void at_groupOfAnythingElse_isMironovs() {
        // ε'(α) ≤ 3^c·ε(2^c·α) for groups of 2^c.
        DpEvent given = new GivenRdp(List.of(2.0, 8.0, 32.0), List.of(0.1, 0.2, 0.3));
        assertThat(at(new Group(3, given), ADD, 2)).isCloseTo(9 * 0.2, within());
        assertThat(at(new Group(4, given), ADD, 8)).isCloseTo(9 * 0.3, within());
        assertThat(at(new Group(4, given), ADD, 9)).isInfinite();
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-13);
    }

    private static org.assertj.core.data.Offset<Double> withinRelative(double size) {
        return org.assertj.core.data.Offset.offset(1e-9 * size);
    }

    /** Kullback-Leibler: μ²/2 of a Gaussian, s + e^−s − 1 of Laplace noise; the largest loss of Laplace noise is s. */
    @Test
    void divergence_atTheLimitsOfOrders_isKullbackLeiblersAndTheLargestLoss() {
        RdpAccountant rdp = new RdpAccountant();
        assertThat(rdp.divergence(new Gaussian(2), ADD, 1)).isBetween(.125, .125 * (1 + 1e-6));
        double laplace = Math.exp(-.5) - .5;
        assertThat(rdp.divergence(new Laplace(2), ADD, 1)).isBetween(laplace, laplace * (1 + 1e-6));
        assertThat(rdp.divergence(new Laplace(2), ADD, Double.POSITIVE_INFINITY))
                .isBetween(.5, Math.nextUp(.5));
        assertThat(rdp.divergence(new Gaussian(2), ADD, Double.POSITIVE_INFINITY))
                .isInfinite();
        assertThatThrownBy(() -> rdp.divergence(new Gaussian(2), ADD, .5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1");
    }
}
