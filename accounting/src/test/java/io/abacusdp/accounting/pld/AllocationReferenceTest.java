package io.abacusdp.accounting.pld;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random allocation against frontier-ra.csv, and its laws. */
class AllocationReferenceTest {
    private static final PldAccountant ACCOUNTANT = new PldAccountant();

    private record Row(String text, DpEvent event, boolean single, double epsilon, boolean addition, double delta) {}

    private static List<Row> rows() {
        return ReferenceCsv.rows("frontier-ra.csv").stream()
                .map(cell -> new Row(
                        String.join(",", cell),
                        new Repeated(
                                Long.parseLong(cell[0]),
                                allocation(
                                        Long.parseLong(cell[1]), Long.parseLong(cell[2]), Double.parseDouble(cell[3]))),
                        cell[2].equals("1"),
                        Double.parseDouble(cell[4]),
                        cell[5].equals("addition"),
                        Double.parseDouble(cell[6])))
                .toList();
    }

    private static DpEvent allocation(long batches, long participations, double noise) {
        return new RandomAllocation(batches, participations, new Gaussian(noise));
    }

    @Test
    void delta_ofEveryRowAndDirection_enclosesTheReference() {
        for (Row row : rows()) {
            List<Composite> directions =
                    Directions.of(row.event(), ADD_OR_REMOVE_ONE, 1 << 22).composites();
            Enclosure delta = directions
                    .get(row.addition() && directions.size() > 1 ? 1 : 0)
                    .delta(row.epsilon(), 1e-3);
            assertThat(delta.upper()).as(row.text()).isGreaterThanOrEqualTo(row.delta());
            assertThat(delta.lower()).as(row.text()).isLessThanOrEqualTo(row.delta() * (1 + 1e-6));
            if (row.single() && row.delta() > 1e-8) {
                // What doubling loses of the variance shows the more, the farther in the tail.
                assertThat(delta.upper()).as(row.text()).isLessThanOrEqualTo(row.delta() * 1.06);
                assertThat(delta.lower()).as(row.text()).isGreaterThanOrEqualTo(row.delta() * 0.9);
            }
        }
    }

    @Test
    void epsilon_ofAThousandBatchesAndTenEpochs_isThatOfTheLaplaceInversion() {
        // From the same source as the table, by another method: 0.540050511206.
        Guarantee epsilon = ACCOUNTANT.epsilon(new Repeated(10, allocation(1000, 1, 1)), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(epsilon.epsilon()).isBetween(0.540050511206, 0.5415);
        assertThat(epsilon.lower().orElseThrow()).isBetween(0.538, 0.540050511207);
    }

    @Test
    void epsilon_ofAMillionBatches_isThatOfTheLaplaceInversion() {
        Guarantee epsilon = ACCOUNTANT.epsilon(new Repeated(10, allocation(1_000_000, 1, 1)), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(epsilon.epsilon()).isBetween(0.012979607224, 0.0131);
        assertThat(epsilon.lower().orElseThrow()).isBetween(0.0128, 0.012979607225);
    }

    @Test
    void epsilon_ofOneOfOneBatch_isTheGaussians() {
        for (Adjacency adjacency : Adjacency.values()) {
            assertThat(ACCOUNTANT.epsilon(new Repeated(7, allocation(1, 1, 2)), adjacency, 1e-5))
                    .isEqualTo(ACCOUNTANT.epsilon(new Repeated(7, new Gaussian(2)), adjacency, 1e-5));
        }
        assertThat(ACCOUNTANT.epsilon(allocation(7, 7, 2), ADD_OR_REMOVE_ONE, 1e-5))
                .isEqualTo(ACCOUNTANT.epsilon(new Repeated(7, new Gaussian(2)), ADD_OR_REMOVE_ONE, 1e-5));
    }

    @Test
    void epsilon_withOtherReleases_isBetweenTheAllocationsAndTheSum() {
        DpEvent alone = new Repeated(3, allocation(50, 1, 1));
        DpEvent both = new Composed(List.of(alone, new Laplace(4), new Gaussian(5)));
        double epsilon = ACCOUNTANT.epsilon(both, ADD_OR_REMOVE_ONE, 1e-5).epsilon();
        assertThat(epsilon)
                .isGreaterThan(ACCOUNTANT
                        .epsilon(alone, ADD_OR_REMOVE_ONE, 1e-5)
                        .lower()
                        .orElseThrow());
        assertThat(epsilon)
                .isLessThan(ACCOUNTANT.epsilon(alone, ADD_OR_REMOVE_ONE, 5e-6).epsilon()
                        + 0.25
                        + ACCOUNTANT
                                .epsilon(new Gaussian(5), ADD_OR_REMOVE_ONE, 5e-6)
                                .epsilon());
    }

    @Test
    void profile_zeroedOut_isThatOfAddedOrRemoved_andReplacedIsRefused() {
        DpEvent event = allocation(20, 1, 1);
        assertThat(ACCOUNTANT.delta(event, ZERO_OUT, 0.5).delta())
                .isEqualTo(ACCOUNTANT.delta(event, ADD_OR_REMOVE_ONE, 0.5).delta());
        assertThatThrownBy(() -> ACCOUNTANT.profile(event, REPLACE_ONE))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("replaced");
    }

    /** Two coordinates that a record may move are two pairs, and an allocation within a batch is many: neither is one of them. */
    @Test
    void profile_ofBatchesThatAreMoreThanOnePair_isRefused() {
        for (DpEvent event : List.of(
                new RandomAllocation(10, 1, new DiscreteGaussian(3, 1.5)),
                new RandomAllocation(10, 1, new RandomAllocation(5, 2, new Gaussian(2))),
                new RandomAllocation(10, 1, new RandomAllocation(5, 1, new Gaussian(2))),
                new RandomChoice(
                        List.of(0.5, 0.5), List.of(new Gaussian(1), new RandomAllocation(10, 1, new Gaussian(2)))))) {
            assertThatThrownBy(() -> new PldAccountant().delta(event, ADD_OR_REMOVE_ONE, 1))
                    .isInstanceOf(UnsupportedEventException.class)
                    .hasMessageContaining("a single pair of laws");
        }
    }

    @Test
    void profile_ofNoiseNextToNothing_isRefusedAndNotWrong() {
        assertThatThrownBy(() -> ACCOUNTANT.delta(allocation(100, 1, 0.01), ADD_OR_REMOVE_ONE, 1))
                .isInstanceOf(UnsupportedEventException.class);
        double delta =
                ACCOUNTANT.delta(allocation(100, 1, 0.08), ADD_OR_REMOVE_ONE, 1).delta();
        assertThat(delta).isBetween(0.98, 1.0);
    }

    @Test
    void delta_ofAllocatedLaplace_isAtMostThatOfOneRunAndAtLeastThatOfItsShareShown() {
        DpEvent one = new Laplace(1);
        DpEvent allocated = new RandomAllocation(10, 1, one);
        Guarantee delta = ACCOUNTANT.delta(allocated, ADD_OR_REMOVE_ONE, 0.3);
        assertThat(delta.lower().orElseThrow()).isPositive();
        assertThat(delta.delta())
                .isLessThan(ACCOUNTANT.delta(one, ADD_OR_REMOVE_ONE, 0.3).delta());
    }

    /** More noise, more batches and fewer epochs never cost more: the lower bound of the cheaper is at most the upper one of the dearer. */
    @Tag("slow")
    @Test
    void delta_ofRandomAllocations_isMonotone() {
        Random random = new Random(17);
        int draws = Integer.getInteger("allocation.pld.draws", 12);
        for (int i = 0; i < draws; i++) {
            long batches = 2 + (long) Math.exp(random.nextDouble() * 7);
            double noise = 0.5 + 2 * random.nextDouble();
            long epochs = 1L + random.nextInt(20);
            double epsilon = 2 * random.nextDouble() * Math.sqrt(epochs / (batches * noise * noise));
            Guarantee here = delta(epochs, batches, noise, epsilon);
            String text = "%d epochs of %d batches, noise %s, epsilon %s".formatted(epochs, batches, noise, epsilon);
            assertThat(here.lower().orElseThrow()).as(text).isLessThanOrEqualTo(here.delta());
            for (Guarantee cheaper : List.of(
                    delta(epochs, batches, noise * 1.2, epsilon),
                    delta(epochs, batches + 1 + batches / 4, noise, epsilon),
                    delta(epochs, batches, noise, epsilon * 1.2))) {
                assertThat(cheaper.lower().orElseThrow()).as(text).isLessThanOrEqualTo(here.delta());
                assertThat(cheaper.delta()).as(text).isLessThanOrEqualTo(here.delta() * (1 + 1e-3));
            }
            assertThat(delta(epochs + 1, batches, noise, epsilon).delta())
                    .as(text)
                    .isGreaterThanOrEqualTo(here.lower().orElseThrow());
        }
    }

    private static Guarantee delta(long epochs, long batches, double noise, double epsilon) {
        return ACCOUNTANT.delta(new Repeated(epochs, allocation(batches, 1, noise)), ADD_OR_REMOVE_ONE, epsilon);
    }
}
