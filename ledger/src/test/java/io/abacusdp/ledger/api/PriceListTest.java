package io.abacusdp.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PriceListTest {
    private static DpEvent schedule(int steps, double noise) {
        List<DpEvent> events = IntStream.range(0, steps)
                .mapToObj(step -> (DpEvent) new PoissonSampled(0.01, new Gaussian(noise + step * 1e-4)))
                .toList();
        return new Composed(events);
    }

    @Test
    void price_thatTakesLongerThanTheDeadline_isThereLater() throws Exception {
        try (PriceList prices = new PriceList(Duration.ofNanos(1))) {
            DpEvent event = schedule(20, 1);
            Price price = null;
            int refused = 0;
            long end = System.nanoTime() + 60_000_000_000L;
            while (price == null && System.nanoTime() < end) {
                try {
                    price = prices.of(event, Adjacency.ADD_OR_REMOVE_ONE, "ann");
                } catch (UnavailableException e) {
                    refused++;
                    Thread.onSpinWait();
                }
            }
            assertThat(price).isEqualTo(Price.of(event, Adjacency.ADD_OR_REMOVE_ONE));
            assertThat(refused).isPositive();
        }
    }

    @Test
    void event_withoutABound_isRefusedEachTime() {
        try (PriceList prices = new PriceList()) {
            DpEvent event = new SampledWithReplacement(100, 10, new Gaussian(1));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> prices.of(event, Adjacency.ADD_OR_REMOVE_ONE, "ann"))
                        .isInstanceOf(UnsupportedEventException.class);
            }
        }
    }

    /** A run of some thousand steps of different noise can be charged; what would take minutes is refused. */
    @Test
    void effort_ofATrainingRun_isAllowed() {
        assertThat(PricingEffort.seconds(schedule(5000, 1))).isLessThan(PriceList.MAX_EFFORT_SECONDS);
        assertThat(PricingEffort.seconds(new Repeated(1_000_000, new PoissonSampled(0.01, new Gaussian(1)))))
                .isLessThan(0.02);
        assertThat(PricingEffort.seconds(schedule(4000, 0.001))).isGreaterThan(PriceList.MAX_EFFORT_SECONDS);
        try (PriceList prices = new PriceList()) {
            assertThatThrownBy(() -> prices.of(schedule(4000, 0.001), Adjacency.ADD_OR_REMOVE_ONE, "ann"))
                    .isInstanceOf(InvalidRequestException.class);
        }
    }
}
