package io.abacusdp.accounting.rdp;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SampledRdpTest {
    /** A pair of laws on a few outcomes, ordered by their loss. */
    private record Pair(List<Double> losses, List<Double> masses) {
        /** log E_Q[(1 − q + qX)^power], X = dP/dQ. */
        double logMoment(double rate, double power) {
            double sum = 0;
            for (int i = 0; i < losses.size(); i++) {
                double ratio = 1 + rate * Math.expm1(losses.get(i));
                sum += masses.get(i) * Math.exp(-losses.get(i)) * Math.expm1(power * Math.log(ratio));
            }
            return Math.log1p(sum);
        }
    }

    private static Pair pair(SplittableRandom random) {
        int outcomes = 2 + random.nextInt(3);
        double width = Math.exp(random.nextDouble(-3, 2));
        List<double[]> laws = new ArrayList<>();
        double p = 0;
        double q = 0;
        for (int i = 0; i < outcomes; i++) {
            double mass = Math.exp(random.nextDouble(-6, 0));
            double other = mass * Math.exp(random.nextDouble(-width, width));
            laws.add(new double[] {mass, other});
            p += mass;
            q += other;
        }
        List<Double> losses = new ArrayList<>();
        List<Double> masses = new ArrayList<>();
        double total = p;
        double ratio = q / p;
        laws.sort((one, other) -> Double.compare(one[0] / one[1], other[0] / other[1]));
        for (double[] law : laws) {
            losses.add(Math.log(law[0] / law[1] * ratio));
            masses.add(law[0] / total);
        }
        return new Pair(losses, masses);
    }

    /** Both orders of a sampled pair against the bound that knows only the divergences of the pair itself. */
    @Test
    void poisson_ofAnyPair_isNotBelowTheDivergenceOfEitherOrder() {
        SplittableRandom random = new SplittableRandom(3);
        double closest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 300; i++) {
            Pair pair = pair(random);
            double rate = Math.exp(random.nextDouble(-7, -.01));
            DpEvent event = new PoissonSampled(rate, new GivenPair(pair.losses(), pair.masses(), 0, 0));
            RdpCurve curve = new RdpAccountant().curve(event, ADD_OR_REMOVE_ONE);
            for (int order : new int[] {2, 3, 4, 7, 20, 60}) {
                double removed = pair.logMoment(rate, order) / (order - 1);
                double added = pair.logMoment(rate, 1 - order) / (order - 1);
                double bound = curve.at(order);
                String what = pair + " at rate " + rate + ", order " + order;
                assertThat(bound).as(what).isGreaterThanOrEqualTo(Math.max(removed, added) * (1 - 1e-9) - 1e-14);
                closest = Math.min(closest, bound / Math.max(removed, added));
            }
        }
        assertThat(closest).isLessThan(1 + 1e-6);
    }

    /** A Gaussian is one of the mechanisms that the bound is for; by the bound with a factor of 3, these were 3.627 and 2.450. */
    @Test
    void epsilon_ofSampledZcdp_isWithinAPercentOfTheGaussians() {
        for (double[] row : new double[][] {{.1, .1, 100}, {.01, .5, 1000}, {.02, .125, 1000}}) {
            DpEvent gaussian = new PoissonSampled(row[0], new Gaussian(Math.sqrt(.5 / row[1])));
            DpEvent any = new PoissonSampled(row[0], new ZeroConcentratedDp(0, row[1]));
            double least = epsilon(new Repeated((long) row[2], gaussian));
            assertThat(epsilon(new Repeated((long) row[2], any))).isBetween(least, 1.01 * least);
        }
    }

    private static double epsilon(DpEvent event) {
        return new RdpAccountant().epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
    }

    /** The step of the proof that carries it: the second derivative of what adding costs is not above that of its bound. */
    @Test
    void poisson_secondDerivatives_areOrderedAsTheProofSays() {
        List<Double> violations = new ArrayList<>();
        for (double q = .001; q < 1; q += .0337) {
            for (double order = 2; order < 200; order *= 1.3) {
                double weight = 3 * (1 - q) / (2 * (order - 2) * q + 3);
                for (double t = -12; t <= 12; t += .05) {
                    double a = Math.log(1 - q + q * Math.exp(t));
                    double r = Math.log(1 - q + q * Math.exp(-t));
                    double one = Math.log(weight) + (order - 2) * a;
                    double other = Math.log1p(-weight) + (order - 2) * r - 3 * t;
                    double greater = Math.max(one, other);
                    double sum = greater + Math.log1p(Math.exp(Math.min(one, other) - greater));
                    violations.add(-(order + 1) * a - sum);
                }
            }
        }
        assertThat(Collections.max(violations)).isLessThan(1e-9);
    }
}
