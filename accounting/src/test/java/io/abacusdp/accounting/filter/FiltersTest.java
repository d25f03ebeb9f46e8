package io.abacusdp.accounting.filter;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithReplacement;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiltersTest {
    private static final DpEvent STEP = DpEvent.sampledGaussian(0.01, 1, 1);
    private static final DpEvent LATER = DpEvent.sampledGaussian(0.01, 2, 1);

    @Test
    void renyiFilter_refusesWithoutSpending() {
        RenyiFilter filter = new RenyiFilter(new ZcdpLimit(1.2), ADD_OR_REMOVE_ONE);

        assertThat(filter.request(new Gaussian(1))).isInstanceOf(Decision.Granted.class);
        assertThat(filter.request(new Gaussian(1))).isInstanceOf(Decision.Granted.class);
        RenyiCost spent = filter.spent();
        assertThat(filter.request(new Gaussian(1)))
                .isEqualTo(new Decision.Refused("with it, rho would be "
                        + spent.plus(RenyiCost.of(new Gaussian(1), ADD_OR_REMOVE_ONE))
                                .zcdp()
                        + ", and the limit is 1.2"));
        assertThatExceptionOfType(UnsupportedEventException.class)
                .isThrownBy(() -> filter.request(new SampledWithReplacement(10, 1, new Gaussian(1))));
        assertThat(filter.spent()).isEqualTo(spent);
        assertThat(filter.request(new Gaussian(2))).isInstanceOf(Decision.Granted.class);
    }

    @Test
    void plan_prefixesAreItsFirstSteps() {
        FixedPlan plan = new FixedPlan(List.of(new Repeated(10, STEP), new Repeated(5, LATER)));

        assertThat(plan.steps()).isEqualTo(15);
        assertThat(plan.step(9)).isEqualTo(STEP);
        assertThat(plan.step(10)).isEqualTo(LATER);
        assertThat(plan.first(0)).isEqualTo(new Composed(List.of()));
        assertThat(plan.first(7)).isEqualTo(new Repeated(7, STEP));
        assertThat(plan.first(12)).isEqualTo(new Composed(List.of(new Repeated(10, STEP), new Repeated(2, LATER))));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> plan.step(15));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> plan.step(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> plan.first(16));
    }

    @Test
    void plan_affordableStepsEndOnThePrivateSide() {
        FixedPlan plan = new FixedPlan(List.of(new Repeated(1000, STEP), new Repeated(10_000, LATER)));

        long steps = plan.affordable(AutoAccountant.best(), ADD_OR_REMOVE_ONE, 2, 1e-5);

        // Epsilon after 1,000 steps is 1.8 or so (known-values.md: 1.8282), so that some of the second phase fit.
        assertThat(steps).isBetween(1001L, 10_999L);
        assertThat(epsilon(plan.first(steps))).isLessThanOrEqualTo(2);
        assertThat(epsilon(plan.first(steps + 1))).isGreaterThan(2);
        assertThat(plan.affordable(AutoAccountant.best(), ADD_OR_REMOVE_ONE, 1e9, 1e-5))
                .isEqualTo(11_000);
        assertThat(plan.affordable(AutoAccountant.best(), ADD_OR_REMOVE_ONE, 1e-9, 1e-30))
                .isZero();
        assertThat(new FixedPlan(List.of()).affordable(AutoAccountant.best(), ADD_OR_REMOVE_ONE, 1, 1e-5))
                .isZero();
    }

    private static double epsilon(DpEvent event) {
        return AutoAccountant.best().epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
    }

    @Test
    void planFilter_grantsThePlanInItsOrder() {
        FixedPlan plan = new FixedPlan(List.of(new Repeated(1, STEP), new Repeated(2, LATER)));
        FixedPlanFilter filter = new FixedPlanFilter(plan, 2, 0);

        assertThat(filter.request(LATER)).isInstanceOf(Decision.Refused.class);
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Granted.class);
        assertThat(filter.request(STEP)).isInstanceOf(Decision.Refused.class);
        assertThat(filter.request(LATER)).isInstanceOf(Decision.Granted.class);
        assertThat(filter.request(LATER)).isEqualTo(new Decision.Refused("the budget allows 2 of the plan's 3 steps"));
        assertThat(filter.run()).isEqualTo(2);
        assertThat(new FixedPlanFilter(plan, 3, 3).request(LATER))
                .isEqualTo(new Decision.Refused("all 3 steps of the plan were run"));
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedPlanFilter(plan, 4, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedPlanFilter(plan, 1, -1));
    }
}
