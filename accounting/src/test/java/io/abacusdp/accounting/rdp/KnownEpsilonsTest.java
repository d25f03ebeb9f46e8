package io.abacusdp.accounting.rdp;

import static io.abacusdp.accounting.event.DpEvent.sampledGaussian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.Repeated;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Epsilons that libraries and papers publish, and those that they get wrong (known-values.md). */
class KnownEpsilonsTest {
    private static final Adjacency ADD = Adjacency.ADD_OR_REMOVE_ONE;
    private static final RdpAccountant CLASSIC = new RdpAccountant(Orders.classicGrid(), Conversion.BALLE);
    private static final RdpAccountant TIGHTEST = new RdpAccountant();

    @Test
    void epsilon_onGridsAndConversionsOfOthers_isTheirs() {
        double[] integers = IntStream.rangeClosed(2, 32).asDoubleStream().toArray();
        DpEvent phases = new Composed(List.of(sampledGaussian(1e-5, 1, 10), sampledGaussian(1e-4, 3, 4)));
        Guarantee two = new RdpAccountant(Orders.of(integers), Conversion.BALLE).epsilon(phases, ADD, 1e-5);
        assertThat(two.epsilon()).isCloseTo(0.336, offset(5e-4));
        assertThat(two.order()).hasValue(23);

        Guarantee gaussian = new RdpAccountant(Orders.classicGrid(), Conversion.MIRONOV)
                .epsilon(new Repeated(50, new Gaussian(4)), ADD, 1e-5);
        assertThat(gaussian.epsilon()).isCloseTo(10.045296468507, offset(1e-12));
        assertThat(gaussian.order()).hasValue(3.7);

        assertThat(CLASSIC.epsilon(sampledGaussian(.04, 1.5, 2250), ADD, 1e-5).epsilon())
                .isCloseTo(7.32911117143, offset(1e-10));
        Guarantee mnist = CLASSIC.epsilon(sampledGaussian(150 / 60000.0, 1.3, 6000), ADD, 1e-5);
        assertThat(mnist.epsilon()).isCloseTo(.7242234026, offset(1e-10));
        assertThat(mnist.order()).hasValue(19);
        assertThat(CLASSIC.epsilon(sampledGaussian(1e-3, 1, 30_000), ADD, 1e-7).epsilon())
                .isCloseTo(1.4154988495, offset(1e-9));
        assertThat(CLASSIC.epsilon(new Repeated(2, new Gaussian(.7)), ADD, 1e-5).epsilon())
                .isCloseTo(10.8602036, offset(1e-7));
        // A record moves a sum by twice the clip under micro-batching: noise 2 counts as 1.
        assertThat(CLASSIC.epsilon(new Repeated(5, new Gaussian(1)), ADD, 1e-6).epsilon())
                .isCloseTo(13.376, offset(5e-4));
        assertThat(CLASSIC.epsilon(sampledGaussian(.0064, 1, 782), ADD, 1e-6).epsilon())
                .isCloseTo(1.616, offset(5e-4));
    }

    @Test
    void epsilon_wherePublishedFractionalOrdersAreTooHigh_isBelowAndAboveTheExactOne() {
        double epsilon =
                CLASSIC.epsilon(sampledGaussian(.01, .7, 120), ADD, 1e-5).epsilon();
        assertThat(epsilon).isBetween(2.4612381, 3.2392676);
    }

    @Test
    void epsilon_byTheDefaults_isNotAboveAnyGrid() {
        DpEvent training = sampledGaussian(.1, 1, 100);
        double grid = CLASSIC.epsilon(training, ADD, 1e-5).epsilon();
        double tightest = TIGHTEST.epsilon(training, ADD, 1e-5).epsilon();
        // 7.05 is exact, 7.90 is RDP; the α·q²/2σ² of DP-FedMed would say 5.3.
        assertThat(tightest).isLessThanOrEqualTo(grid).isBetween(7.05, 7.905);
        assertThat(TIGHTEST.epsilon(sampledGaussian(.1, 1, 300), ADD, 1e-5).epsilon())
                .isBetween(12.40, 13.605);
        assertThat(TIGHTEST.epsilon(sampledGaussian(.1, 1, 1000), ADD, 1e-5).epsilon())
                .isBetween(25.20, 27.165);
    }

    @Test
    void epsilon_ofRepeatedSelections_growsWithTheCount() {
        DpEvent response = new RandomizedResponse(.5, 2);
        double hundred = TIGHTEST.epsilon(new Repeated(100, response), Adjacency.REPLACE_ONE, 1e-6)
                .epsilon();
        assertThat(hundred).isBetween(94.28987, 98.0);
        double once = TIGHTEST.epsilon(new Exponential(.5), ADD, 1e-6).epsilon();
        double many = TIGHTEST.epsilon(new Repeated(100, new Exponential(.5)), ADD, 1e-6)
                .epsilon();
        assertThat(once).isLessThanOrEqualTo(.5);
        assertThat(many).isBetween(10.0, 33.3198);
    }

    @Test
    void epsilon_afterAnEventOfNoLoss_keepsTheHistory() {
        DpEvent both = new Composed(List.of(new Gaussian(.1), new Exponential(0)));
        assertThat(TIGHTEST.epsilon(both, ADD, 1e-6).epsilon())
                .isGreaterThanOrEqualTo(96.717)
                .isEqualTo(TIGHTEST.epsilon(new Gaussian(.1), ADD, 1e-6).epsilon());
    }

    @Test
    void epsilon_underReplaceOne_takesTwiceTheSensitivity() {
        assertThat(TIGHTEST.epsilon(new Gaussian(2), Adjacency.REPLACE_ONE, 1e-6)
                        .epsilon())
                .isGreaterThanOrEqualTo(4.88655);
    }

    @Test
    void epsilon_ofNearlyNoLoss_hasNoFloorAndIsNeverNegative() {
        assertThat(TIGHTEST.epsilon(sampledGaussian(.001, 100, 1), ADD, .5).epsilon())
                .isZero();
        assertThat(TIGHTEST.epsilon(sampledGaussian(1e-9, 1, 1), ADD, 1e-5).epsilon())
                .isZero();
        assertThat(TIGHTEST.epsilon(new Gaussian(1e4), ADD, 1e-5).epsilon()).isLessThan(.0005);
        assertThat(TIGHTEST.epsilon(new Gaussian(1e6), ADD, 1e-9).epsilon()).isLessThan(1e-5);
        // The classic grid ends at 63, and so does its epsilon.
        Guarantee floor = CLASSIC.epsilon(new Gaussian(1e6), ADD, 1e-5);
        assertThat(floor.epsilon()).isCloseTo(.103, offset(5e-4));
        assertThat(floor.notes()).singleElement().asString().contains("63.0", "edge of the given grid");
    }

    @Test
    void epsilon_ofExtremeCounts_isFiniteAndAbove() {
        assertThat(TIGHTEST.epsilon(sampledGaussian(1e-4, 50, 100_000_000), ADD, 1e-30)
                        .epsilon())
                .isBetween(.1, .3);
        assertThat(TIGHTEST.epsilon(sampledGaussian(.1, .3, 1000), ADD, 1e-5).epsilon())
                .isBetween(100.0, 1e4);
        assertThat(TIGHTEST.epsilon(sampledGaussian(.1, 1e-3, 10), ADD, 1e-5).epsilon())
                .isBetween(5e6, 5.1e6);
    }

    @Test
    void epsilon_withADeltaApart_needsMoreThanThatDelta() {
        DpEvent event = new Repeated(10, new ApproximateDp(.1, 1e-6));
        assertThat(TIGHTEST.epsilon(event, ADD, 9.9e-6).epsilon()).isInfinite();
        double rest = (2e-5 + Math.expm1(10 * Math.log1p(-1e-6))) / Math.exp(10 * Math.log1p(-1e-6));
        double expected = TIGHTEST.epsilon(new Repeated(10, new ApproximateDp(.1, 0)), ADD, rest)
                .epsilon();
        assertThat(TIGHTEST.epsilon(event, ADD, 2e-5).epsilon()).isCloseTo(expected, offset(1e-9));
        assertThat(TIGHTEST.delta(event, ADD, 1).delta()).isGreaterThanOrEqualTo(-Math.expm1(10 * Math.log1p(-1e-6)));
    }

    /** The two outcomes of a zeroed report are the worst pair of the order next to 1, so that nothing is left for rounding. */
    @Test
    void delta_ofAResponseWhoseBestOrderIsNextToOne_isNotBelowTheTruth() {
        double p = 0.21847644249981724;
        double epsilon = 0.40978977734734073;
        double truth = 1 - p + p / 6 - Math.exp(epsilon) / 6;
        assertThat(new RdpAccountant()
                        .delta(new RandomizedResponse(p, 6), Adjacency.ZERO_OUT, epsilon)
                        .delta())
                .isBetween(truth, truth * (1 + 1e-7));
    }

    /** a(1 − r) + r(aℓ + a²ℓ²/2 + …), a = 2^-30. */
    @Test
    void excessBelow_nextToOrderOne_isRelativelyExact() {
        double a = 0x1p-30;
        double r = Math.exp(-1.5);
        double expected = a * (1 - r) + r * (-1.5 * a + 1.125 * a * a);
        assertThat(RenyiSum.excessBelow(1 + a, -1.5)).isCloseTo(expected, offset(1e-15 * expected));
    }
}
