package io.abacusdp.accounting.filter;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.rdp.RdpAccountant;
import io.abacusdp.accounting.rdp.RdpCurve;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenyiCostTest {
    private static RenyiCost of(DpEvent event) {
        return RenyiCost.of(event, ADD_OR_REMOVE_ONE);
    }

    @Test
    void gaussian_isItsClosedFormRoundedUp() {
        double sigma = 1.37;
        long[] units = of(new Gaussian(sigma)).units();
        double[] orders = RenyiCost.orders();
        BigDecimal variance = new BigDecimal(sigma).pow(2);
        for (int i = 0; i < orders.length; i++) {
            BigDecimal exact = new BigDecimal(orders[i])
                    .multiply(BigDecimal.valueOf(1L << 40))
                    .divide(variance.multiply(BigDecimal.valueOf(2)), 40, RoundingMode.UP);
            long least = exact.setScale(0, RoundingMode.CEILING).longValueExact();
            assertThat(units[i]).isBetween(least, least + 1 + (long) (least * 1e-12));
        }
    }

    @Test
    void sums_doNotDependOnTheirOrder() {
        RenyiCost a = of(new Gaussian(3.3));
        RenyiCost b = of(DpEvent.sampledGaussian(0.01, 0.9, 17));
        RenyiCost c = of(new PureDp(0.3));

        assertThat(a.plus(b).plus(c))
                .isEqualTo(c.plus(a).plus(b))
                .hasSameHashCodeAs(c.plus(a).plus(b));
        assertThat(a.plus(a).plus(a)).isEqualTo(a.times(3));
        assertThat(a.plus(b).minus(b)).isEqualTo(a);
        assertThat(a.times(0)).isEqualTo(RenyiCost.ZERO).isEqualTo(of(new NoOp()));
        assertThat(RenyiCost.ofUnits(b.units())).isEqualTo(b).hasToString(b.toString());
        assertThat(a.isWithin(a.plus(b))).isTrue();
        assertThat(a.plus(b).isWithin(a)).isFalse();
    }

    @Test
    void manyTinyReleases_areNeverFree() {
        RenyiCost tiny = of(new Gaussian(1e12));

        for (long unit : tiny.units()) {
            assertThat(unit).isLessThanOrEqualTo(1);
        }
        assertThat(tiny.rdp(0)).isEqualTo(0x1p-40);
        assertThat(tiny.zcdp()).isEqualTo(0x1p-40);
    }

    @Test
    void infinite_staysInfinite() {
        RenyiCost everything = of(new NonPrivate());

        assertThat(everything.rdp(0)).isInfinite();
        assertThat(everything.plus(of(new Gaussian(1))).rdp(3)).isInfinite();
        assertThat(everything.minus(of(new Gaussian(1))).rdp(3)).isInfinite();
        assertThat(everything.times(2).rdp(5)).isInfinite();
        assertThat(everything.times(0)).isEqualTo(RenyiCost.ZERO);
        assertThat(of(new Gaussian(1e-3)).times(1L << 53).rdp(0)).isInfinite();
        assertThat(of(new Gaussian(1e-3))
                        .times(1L << 40)
                        .plus(of(new Gaussian(1e-3)).times(1L << 40))
                        .rdp(9))
                .isInfinite();
    }

    @Test
    void badNumbers_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RenyiCost.ofUnits(1, 2))
                .withMessageContaining("got 2");
        long[] negative = new long[RenyiCost.ZERO.units().length];
        negative[4] = -1;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RenyiCost.ofUnits(negative))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> RenyiCost.ZERO.times(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> RenyiCost.ZERO.minus(of(new Gaussian(1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(new NonPrivate()).minus(of(new NonPrivate())));
        assertThatIllegalArgumentException().isThrownBy(() -> RenyiCost.ZERO.rdpAt(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> RenyiCost.ZERO.rdpAt(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> RenyiCost.ZERO.rdpAt(1e5));
        assertThatExceptionOfType(UnsupportedEventException.class)
                .isThrownBy(() -> of(new SampledWithReplacement(100, 10, new Gaussian(1))));
    }

    @Test
    void ordersBetween_areBoundedFromAbove() {
        DpEvent event = DpEvent.sampledGaussian(0.02, 1.1, 1000);
        RdpCurve curve = new RdpAccountant().curve(event, ADD_OR_REMOVE_ONE);
        RenyiCost cost = of(event);
        for (double order = 1.07; order < 200; order *= 1.031) {
            double truth = curve.at(order);
            assertThat(cost.rdpAt(order)).isBetween(truth, curve.at(order * 1.25) + 1e-9);
        }
        assertThat(cost.rdpAt(8)).isCloseTo(curve.at(8), within(1e-9));
    }

    @Test
    void zcdp_ofEachKindOfEvent() {
        assertThat(of(new Gaussian(2)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(RenyiCost.of(new Gaussian(2), REPLACE_ONE).zcdp()).isCloseTo(0.5, within(1e-11));
        assertThat(of(new DiscreteGaussian(4, 2)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new TreeAggregation(2, 4)).zcdp()).isCloseTo(3.0 / 8, within(1e-11));
        assertThat(of(new PureDp(0.5)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new Exponential(0.5)).zcdp()).isCloseTo(1.0 / 32, within(1e-11));
        assertThat(of(new PermuteAndFlip(0.5)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new Laplace(2)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new DiscreteLaplace(0.25, 2)).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new ZeroConcentratedDp(0.25, 0.5)).zcdp()).isCloseTo(0.75, within(1e-11));
        assertThat(of(new PoissonSampled(0.01, new Gaussian(2))).zcdp()).isCloseTo(1.0 / 8, within(1e-11));
        assertThat(of(new Repeated(10, new Composed(List.of(new Gaussian(2), new PureDp(0.5)))))
                        .zcdp())
                .isCloseTo(2.5, within(1e-11));
        assertThat(of(new Skellam(100, 1, 1)).zcdp()).isInfinite();
    }

    @Test
    void approximateEvents_keepTheirDeltaApart() {
        RenyiCost cost = of(new Repeated(3, new ApproximateDp(0.1, 1e-7)));

        assertThat(cost.deltaApart()).isBetween(1 - Math.pow(1 - 1e-7, 3), 3.0000001e-7);
        assertThat(cost.zcdp()).isInfinite();
    }
}
