package io.abacusdp.accounting.filter;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Normal;
import io.abacusdp.accounting.rdp.Conversion;
import io.abacusdp.accounting.rdp.Orders;
import io.abacusdp.accounting.rdp.RdpAccountant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {
    private static RenyiCost of(DpEvent event) {
        return RenyiCost.of(event, ADD_OR_REMOVE_ONE);
    }

    /** Limits against the best single order in hindsight, which no adaptive filter may use. */
    @ParameterizedTest
    @CsvSource({"2,1e-5,50,1", "8,1e-5,.8,.004", "1,1e-6,20,1", ".1,1e-6,200,1", "30,1e-5,1,.1", "3,1e-5,2,.1"})
    void epsilonDelta_costsLessThanATenthMoreThanHindsight(double epsilon, double delta, double sigma, double rate) {
        Limit limit = new EpsilonDeltaLimit(epsilon, delta);
        DpEvent once = DpEvent.sampledGaussian(rate, sigma, 1);

        long fits = limit.fits(RenyiCost.ZERO, of(once));
        DpEvent all = new Repeated(fits, once);

        double hindsight = new RdpAccountant(Orders.continuous(), Conversion.BALLE)
                .epsilon(all, ADD_OR_REMOVE_ONE, delta)
                .epsilon();
        assertThat(hindsight).isBetween(0.91 * epsilon, 0.97 * epsilon);
        double exact =
                AutoAccountant.best().epsilon(all, ADD_OR_REMOVE_ONE, delta).epsilon();
        assertThat(exact).isLessThan(hindsight);
        assertThat(limit.admits(of(once).times(fits))).isTrue();
        assertThat(limit.admits(of(once).times(fits + 1))).isFalse();
        assertThat(limit.fits(of(once).times(fits - 3), of(once))).isEqualTo(3);
    }

    /**
     * An adversary that sees the loss of a Gaussian and then spends all that is left, on more Gaussian noise or on randomised
     * response, by what it saw. The true delta is an integral over the first loss, N(ρ, 2ρ), of the delta of the second.
     */
    @ParameterizedTest
    @CsvSource({"2,1e-2", "1,1e-3", "4,1e-4", ".5,1e-2"})
    void epsilonDelta_holdsAgainstAnAdversaryThatAdapts(double epsilon, double delta) {
        Limit limit = new EpsilonDeltaLimit(epsilon, delta);
        for (double share : new double[] {0.02, 0.2, 0.5, 0.8}) {
            double rho = share * limitOfRho(limit);
            RenyiCost first = of(new Gaussian(1 / Math.sqrt(2 * rho)));
            double gaussian = largest(limit, first, x -> new Gaussian(1 / Math.sqrt(2 * x)));
            double response = largest(limit, first, PureDp::new);
            double worst = 0;
            int cells = 20_000;
            for (int i = 0; i < cells; i++) {
                double standard = -9 + 18 * (i + 0.5) / cells;
                double loss = rho + Math.sqrt(2 * rho) * standard;
                double density = Math.exp(-standard * standard / 2) / Math.sqrt(2 * Math.PI);
                double next =
                        Math.max(gaussianDelta(gaussian, epsilon - loss), responseDelta(response, epsilon - loss));
                worst += density * next * 18 / cells;
            }
            assertThat(worst).isBetween(delta * 1e-3, delta);
        }
    }

    private static double limitOfRho(Limit limit) {
        return largest(limit, RenyiCost.ZERO, x -> new Gaussian(1 / Math.sqrt(2 * x)));
    }

    private static double largest(Limit limit, RenyiCost spent, java.util.function.DoubleFunction<DpEvent> event) {
        double low = 1e-9;
        double high = 100;
        for (int i = 0; i < 50; i++) {
            double middle = Math.sqrt(low * high);
            if (limit.admits(spent.plus(of(event.apply(middle))))) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Of a Gaussian of zCDP rho, at any real epsilon: Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ), μ = √(2ρ). */
    private static double gaussianDelta(double rho, double epsilon) {
        double mu = Math.sqrt(2 * rho);
        return Normal.cdf(mu / 2 - epsilon / mu) - Math.exp(epsilon) * Normal.cdf(-mu / 2 - epsilon / mu);
    }

    private static double responseDelta(double pure, double epsilon) {
        double truth = 1 / (1 + Math.exp(-pure));
        double up = Math.max(0, 1 - Math.exp(epsilon - pure));
        double down = Math.max(0, 1 - Math.exp(epsilon + pure));
        return truth * up + (1 - truth) * down;
    }

    @Test
    void epsilonDelta_refusesWhatHasNoBound() {
        Limit limit = new EpsilonDeltaLimit(2, 1e-5);

        assertThat(limit.admits(of(new NonPrivate()))).isFalse();
        assertThat(limit.binding(of(new NonPrivate())).used()).isInfinite();
        assertThat(limit.admits(of(new ApproximateDp(0.1, 1e-5)))).isFalse();
        assertThat(limit.binding(of(new ApproximateDp(0.1, 1e-5))).used()).isInfinite();
        assertThat(limit.admits(of(new ApproximateDp(0.1, 0.9e-5)))).isTrue();
        assertThat(limit.admits(of(new PureDp(1e6)))).isFalse();
        assertThat(limit.fits(RenyiCost.ZERO, RenyiCost.ZERO)).isEqualTo(1L << 53);
    }

    @Test
    void epsilonDelta_bindingIsWhereTheLimitWouldHaveToBe() {
        EpsilonDeltaLimit limit = new EpsilonDeltaLimit(2, 1e-5);
        DpEvent event = DpEvent.sampledGaussian(0.01, 1, 3000);
        RenyiCost total = of(event);
        double hindsight = new RdpAccountant(Orders.continuous(), Conversion.BALLE)
                .epsilon(event, ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();

        Binding binding = limit.binding(total);

        assertThat(binding.measure()).isEqualTo("epsilon");
        assertThat(binding.limit()).isEqualTo(2);
        assertThat(binding.used()).isEqualTo(limit.epsilonOf(total)).isBetween(hindsight, 1.2 * hindsight);
        assertThat(binding.order().orElseThrow()).isBetween(4.0, 16.0);
        assertThat(limit.epsilonOf(RenyiCost.ZERO)).isBetween(0.0, 2.0);
        // A limit of its own weights at that place admits about the same.
        assertThat(new EpsilonDeltaLimit(binding.used() * 1.02, 1e-5).admits(total))
                .isTrue();
    }

    @Test
    void admitted_whatIsLessIsAdmittedToo() {
        Random random = new Random(7);
        int admitted = 0;
        for (int i = 0; i < 300; i++) {
            Limit limit =
                    new EpsilonDeltaLimit(Math.exp(3 * random.nextGaussian()), Math.exp(-20 * random.nextDouble() - 1));
            RenyiCost part = of(new Gaussian(Math.exp(2 * random.nextGaussian())));
            RenyiCost total = part.plus(of(DpEvent.sampledGaussian(random.nextDouble(), 1 + random.nextDouble(), 10)));
            if (limit.admits(total)) {
                admitted++;
                assertThat(limit.admits(part)).isTrue();
            }
        }
        assertThat(admitted).isGreaterThan(30);
    }

    @Test
    void zcdp_fitsExactly() {
        Limit limit = new ZcdpLimit(500);

        assertThat(limit.fits(RenyiCost.ZERO, of(new Gaussian(1)))).isBetween(999L, 1000L);
        assertThat(limit.admits(of(DpEvent.sampledGaussian(0.1, 1, 999)))).isTrue();
        assertThat(limit.admits(of(DpEvent.sampledGaussian(0.1, 1, 1001)))).isFalse();
        assertThat(limit.admits(of(new ApproximateDp(0.1, 1e-9)))).isFalse();
        assertThat(limit.binding(of(new ApproximateDp(0.1, 1e-9))).used()).isInfinite();
        assertThat(limit.binding(of(new Gaussian(1))).used()).isCloseTo(0.5, within(1e-11));
        assertThat(limit.binding(of(new Gaussian(1))).order()).isEmpty();
    }

    @Test
    void curve_holdsAtAllItsOrders() {
        Limit limit = new CurveLimit(List.of(2.0, 10.0), List.of(3.0, 10.0));

        // α/2 at each order: 1 and 5.
        assertThat(limit.admits(of(new Gaussian(1)))).isTrue();
        assertThat(limit.admits(of(new Gaussian(1)).times(2))).isFalse();
        assertThat(limit.admits(of(new Gaussian(1.001)).times(2))).isTrue();
        assertThat(limit.admits(of(new Gaussian(1.001)).times(3))).isFalse();
        Binding binding = limit.binding(of(new Gaussian(1)).times(3));
        assertThat(binding.order().orElseThrow()).isEqualTo(10);
        assertThat(binding.used()).isCloseTo(15, within(1e-9));
        assertThat(binding.limit()).isEqualTo(10);
        assertThat(limit.admits(of(new ApproximateDp(0.1, 1e-9)))).isFalse();
        assertThat(limit.binding(of(new ApproximateDp(0.1, 1e-9))).used()).isInfinite();
        assertThat(limit.admits(of(new NonPrivate()))).isFalse();
    }

    @Test
    void badLimits_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new EpsilonDeltaLimit(0, 1e-5));
        assertThatIllegalArgumentException().isThrownBy(() -> new EpsilonDeltaLimit(Double.NaN, 1e-5));
        assertThatIllegalArgumentException().isThrownBy(() -> new EpsilonDeltaLimit(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new EpsilonDeltaLimit(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ZcdpLimit(Double.POSITIVE_INFINITY));
        assertThatIllegalArgumentException().isThrownBy(() -> new ZcdpLimit(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new CurveLimit(List.of(), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new CurveLimit(List.of(2.0), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new CurveLimit(List.of(1.0), List.of(1.0)));
        assertThatIllegalArgumentException().isThrownBy(() -> new CurveLimit(List.of(3.0, 2.0), List.of(1.0, 1.0)));
        assertThatIllegalArgumentException().isThrownBy(() -> new CurveLimit(List.of(2.0), List.of(Double.NaN)));
    }

    @Test
    void limits_areValues() {
        assertThat(new EpsilonDeltaLimit(1, 1e-5))
                .isEqualTo(new EpsilonDeltaLimit(1, 1e-5))
                .hasSameHashCodeAs(new EpsilonDeltaLimit(1, 1e-5))
                .isNotEqualTo(new EpsilonDeltaLimit(1, 1e-6))
                .hasToString("epsilon 1.0 at delta 1.0E-5");
        assertThat(new EpsilonDeltaLimit(1, 1e-5).epsilon()).isEqualTo(1);
        assertThat(new EpsilonDeltaLimit(1, 1e-5).delta()).isEqualTo(1e-5);
    }
}
