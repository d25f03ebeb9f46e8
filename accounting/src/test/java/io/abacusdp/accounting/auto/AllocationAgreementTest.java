package io.abacusdp.accounting.auto;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.pld.PldAccountant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two accountants that share no method enclose the same δ of random allocations. */
class AllocationAgreementTest {
    @Tag("slow")
    @Test
    void delta_ofRandomAllocations_isInBothIntervals() {
        Random random = new Random(23);
        int draws = Integer.getInteger("allocation.draws", 12);
        int answered = 0;
        for (int i = 0; i < draws; i++) {
            double noise = Math.exp(Math.log(0.25) + random.nextDouble() * Math.log(20));
            long batches = 2 + (long) Math.exp(random.nextDouble() * 13);
            long epochs = random.nextInt(3) == 0 ? 2 : 1L + random.nextInt(40);
            DpEvent event = new Repeated(epochs, new RandomAllocation(batches, 1, new Gaussian(noise)));
            if (random.nextInt(4) == 0) {
                event = new Composed(List.of(event, new Gaussian(5 + 20 * random.nextDouble())));
            }
            double spread = Math.sqrt(epochs * Math.expm1(1 / (noise * noise)) / batches);
            double epsilon = Math.min(20, 4 * random.nextDouble() * spread);
            String text = event + " at " + epsilon;
            Guarantee exact;
            try {
                exact = new ExactAccountant().delta(event, ADD_OR_REMOVE_ONE, epsilon);
            } catch (UnsupportedEventException refused) {
                continue;
            }
            answered++;
            Guarantee other = new PldAccountant().delta(event, ADD_OR_REMOVE_ONE, epsilon);
            assertThat(exact.lower().orElseThrow()).as(text).isLessThanOrEqualTo(other.delta());
            assertThat(exact.delta())
                    .as(text)
                    .isGreaterThanOrEqualTo(other.lower().orElseThrow());
        }
        assertThat(answered).isPositive();
    }
}
