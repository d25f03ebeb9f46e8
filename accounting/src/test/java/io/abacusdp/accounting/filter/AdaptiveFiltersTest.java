package io.abacusdp.accounting.filter;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.TreeAggregation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdaptiveFiltersTest {
    @Test
    void gdpFilter_grantsWhileSquaresAddUpToTheLimits() {
        GdpFilter filter = new GdpFilter(1.0001, ADD_OR_REMOVE_ONE);
        // Twenty-five releases of μ = 1/5 are one of μ = 1.
        for (int i = 0; i < 25; i++) {
            assertThat(filter.request(new Gaussian(5))).isEqualTo(new Decision.Granted());
        }
        assertThat(filter.spent()).isCloseTo(1, within(1e-12)).isGreaterThanOrEqualTo(1);
        assertThat(filter.request(new Gaussian(5)))
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.reason())
                                .contains("mu would be 1.0198")
                                .contains("1.0001"));
        assertThat(filter.spent()).isCloseTo(1, within(1e-12));
    }

    @Test
    void gdpFilter_ofTreesAndReplacedRecords_countsTheirShifts() {
        GdpFilter filter = new GdpFilter(10, REPLACE_ONE);
        filter.request(new Composed(List.of(new Repeated(3, new Gaussian(4)), new TreeAggregation(2, 7))));
        // Three shifts of 2/4, and three levels of 2/2 each.
        assertThat(filter.spent()).isCloseTo(Math.sqrt(3 * 0.25 + 3), within(1e-12));
    }

    @Test
    void gdpFilter_ofAnythingButGaussianNoise_refusesByNameAndSpendsNothing() {
        GdpFilter filter = new GdpFilter(1, ADD_OR_REMOVE_ONE);
        for (var event : List.of(new Laplace(3), new PoissonSampled(0.1, new Gaussian(4)))) {
            assertThatThrownBy(() -> filter.request(new Composed(List.of(new Gaussian(4), event))))
                    .isInstanceOf(UnsupportedEventException.class)
                    .hasMessageContaining("not Gaussian noise");
        }
        assertThat(filter.spent()).isZero();
    }

    @Test
    void odometer_ofGaussians_isAboveEveryFixedOrderWithItsWeightAndRises() {
        RenyiOdometer odometer = new RenyiOdometer(1e-6, ADD_OR_REMOVE_ONE);
        assertThat(odometer.epsilon()).isZero();
        double before = 0;
        for (int i = 1; i <= 20; i++) {
            odometer.add(new Gaussian(10));
            double epsilon = odometer.epsilon();
            // Without a choice of order, Ville's inequality at the best one: ρ + 2·√(ρ·log(1/δ)).
            double rho = i / 200.0;
            assertThat(epsilon).isGreaterThan(rho + 2 * Math.sqrt(rho * Math.log(1e6)) * 0.999);
            assertThat(epsilon).isLessThan(1.5 * (rho + 2 * Math.sqrt(rho * Math.log(1e6))));
            assertThat(epsilon).isGreaterThan(before);
            before = epsilon;
        }
    }

    /** The loss of Gaussian releases is a random walk: it passes the odometer at some time with probability at most δ. */
    @Test
    void odometer_isRarelyPassedAtAnyTime_byAnAdversaryWhoStopsWhenItIs() {
        double delta = 0.05;
        int steps = 50;
        RenyiOdometer odometer = new RenyiOdometer(delta, ADD_OR_REMOVE_ONE);
        double[] reading = new double[steps];
        for (int i = 0; i < steps; i++) {
            odometer.add(new Gaussian(5));
            reading[i] = odometer.epsilon();
        }
        Random random = new Random(3);
        int passed = 0;
        int runs = 4000;
        for (int run = 0; run < runs; run++) {
            double loss = 0;
            boolean ever = false;
            for (int i = 0; i < steps; i++) {
                loss += 0.02 + 0.2 * random.nextGaussian();
                ever |= loss > reading[i];
            }
            passed += ever ? 1 : 0;
        }
        // 200 expected at most; falsely rejects with probability below 1e-5.
        assertThat(passed).isLessThan(264);
    }

    @Test
    void odometer_withoutABound_isInfinite() {
        RenyiOdometer odometer = new RenyiOdometer(1e-6, ADD_OR_REMOVE_ONE);
        odometer.add(new io.abacusdp.accounting.event.NonPrivate());
        assertThat(odometer.epsilon()).isInfinite();
        assertThatThrownBy(() -> new RenyiOdometer(0, ADD_OR_REMOVE_ONE)).hasMessageContaining("above 0");
    }

    @Test
    void individualFilter_dropsARecordOnceItsOwnBudgetIsSpent() {
        IndividualFilter filter = new IndividualFilter(2, 1);
        int loud = 0;
        int quiet = 0;
        for (int step = 0; step < 100; step++) {
            loud += filter.admits(0, 0.3) ? 1 : 0;
            quiet += filter.admits(1, 0.009) ? 1 : 0;
        }
        assertThat(loud).isEqualTo(3);
        assertThat(quiet).isEqualTo(100);
        assertThat(filter.spent(0)).isBetween(0.9, 0.9 + 1e-10);
        // What is left is enough for less.
        assertThat(filter.admits(0, 0.0999)).isTrue();
        assertThat(filter.admits(0, Double.POSITIVE_INFINITY)).isFalse();
        assertThat(filter.admits(1, 0)).isTrue();
        assertThatThrownBy(() -> filter.admits(1, Double.NaN)).hasMessageContaining("at least 0");
    }

    @Test
    void individualFilter_countsTheSmallestCosts() {
        IndividualFilter filter = new IndividualFilter(1, 0x1p-40);
        assertThat(filter.admits(0, Double.MIN_VALUE)).isTrue();
        assertThat(filter.admits(0, Double.MIN_VALUE)).isFalse();
    }
}
