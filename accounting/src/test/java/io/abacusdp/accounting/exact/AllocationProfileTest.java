package io.abacusdp.accounting.exact;

import static io.abacusdp.accounting.Adjacency.ADD_OR_REMOVE_ONE;
import static io.abacusdp.accounting.Adjacency.REPLACE_ONE;
import static io.abacusdp.accounting.Adjacency.ZERO_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.ReferenceCsv;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.numeric.Enclosure;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random allocation by inversion, against frontier-ra.csv, closed forms of moments and its laws. */
class AllocationProfileTest {
    private static final ExactAccountant ACCOUNTANT = new ExactAccountant();

    private static DpEvent allocations(long epochs, long batches, double noise) {
        return new Repeated(epochs, new RandomAllocation(batches, 1, new Gaussian(noise)));
    }

    private static AllocationProfile profile(DpEvent event) {
        return new AllocationProfile(
                event, Allocations.of(event, ADD_OR_REMOVE_ONE).orElseThrow(), ADD_OR_REMOVE_ONE);
    }

    @Test
    void delta_ofEveryReferenceRowThatIsAnswered_isEnclosed() {
        int answered = 0;
        for (String[] cell : ReferenceCsv.rows("frontier-ra.csv")) {
            if (!cell[2].equals("1")) {
                continue;
            }
            AllocationProfile profile =
                    profile(allocations(Long.parseLong(cell[0]), Long.parseLong(cell[1]), Double.parseDouble(cell[3])));
            double epsilon = Double.parseDouble(cell[4]);
            double delta = Double.parseDouble(cell[6]);
            boolean removal = cell[5].equals("removal");
            Enclosure found;
            try {
                found = removal ? profile.removalDelta(epsilon) : profile.additionDelta(epsilon);
            } catch (SlowDecayException refused) {
                continue;
            }
            answered++;
            String row = String.join(",", cell);
            // The table's values are rounded to 17 digits here.
            assertThat(found.upper()).as(row).isGreaterThanOrEqualTo(delta * (1 - 2e-16));
            assertThat(found.lower()).as(row).isLessThanOrEqualTo(delta * (1 + 2e-16));
            if (Long.parseLong(cell[1]) >= 100) {
                assertThat(found.upper() - found.lower()).as(row).isLessThan(removal ? 1e-5 * delta : 1e-9);
            }
        }
        assertThat(answered).isGreaterThanOrEqualTo(15);
    }

    /** From the same source as the table, by another method: 0.540050511206 and 0.012979607224. */
    @Test
    void epsilon_ofTenEpochs_isThatOfTheSourceToNineDigits_whateverTheNumberOfBatches() {
        Guarantee thousand = ACCOUNTANT.epsilon(allocations(10, 1000, 1), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(thousand.epsilon()).isBetween(0.5400505112055, 0.5400505112065 * (1 + 1e-9));
        assertThat(thousand.lower().orElseThrow()).isBetween(0.5400505112055 * (1 - 1e-9), 0.5400505112065);
        Guarantee million = ACCOUNTANT.epsilon(allocations(10, 1_000_000, 1), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(million.epsilon()).isBetween(0.0129796072235, 0.0129796072245 * (1 + 1e-9));
        assertThat(million.lower().orElseThrow()).isBetween(0.0129796072235 * (1 - 1e-9), 0.0129796072245);
    }

    /**
     * Epochs, batches, noise, epsilon and δ of the removal: by inversion of Laplace transforms along hyperbolas, and for several epochs of moments of the
     * density of ln S, in 113-bit arithmetic by a program that shares nothing with ours; two runs with other steps agree to 2e-15.
     */
    @Test
    void removalDelta_ofRandomParameters_enclosesWhatAnotherProgramFinds() {
        double[][] rows = {
            {1, 10404, 3.1064453125, 0.005140277128520745, 7.79149702033430491e-05},
            {1, 194662, 1.5751953125, 0.00629737494816693, 1.48063672585470661e-08},
            {2, 5243, 0.765625, 0.058917535796241455, 1.61850081859428080e-03},
            {3, 6, 4.9052734375, 0.34880820062511253, 4.74079781529866977e-04},
            {6, 28, 1.830078125, 1.312009972605509, 1.01439434908883074e-07},
            {10, 537451, 1.78125, 0.0037717885044894267, 8.89570516850293301e-05},
            {51, 639, 2.978515625, 0.5302435673729778, 6.11111267700812718e-10},
            {100, 29364, 4.119140625, 0.03644841515562355, 2.63244707946396619e-05},
        };
        for (double[] row : rows) {
            Enclosure found =
                    profile(allocations((long) row[0], (long) row[1], row[2])).removalDelta(row[3]);
            String text = Arrays.toString(row) + " in " + found;
            assertThat(found.lower()).as(text).isLessThanOrEqualTo(row[4] * (1 + 1e-14));
            assertThat(found.upper()).as(text).isGreaterThanOrEqualTo(row[4] * (1 - 1e-14));
            assertThat(found.upper() - found.lower()).as(text).isLessThan(1e-6 * row[4]);
        }
    }

    /** E S² = 1 + (v − 1)/t and E S³ = (v³ + 3(t − 1)v + (t − 1)(t − 2))/t² with v = e^{1/σ²}; what is cut off counts for less than the tolerance. */
    @Test
    void moments_ofTheMean_areTheClosedForms() {
        for (double[] one : new double[][] {{100, 1}, {1000, 1}, {10, 2}, {7, 3}, {1_000_000, 1}, {1000, 2}}) {
            double t = one[0];
            double v = Math.exp(1 / (one[1] * one[1]));
            double[] expected = {
                1 + (v - 1) / t, (v * v * v + 3 * (t - 1) * v + (t - 1) * (t - 2)) / (t * t),
            };
            for (int power = 2; power <= 3; power++) {
                double[] real = new double[2];
                double[] imaginary = new double[2];
                double[] errors = new double[2];
                Allocations allocations = new Allocations(t, one[1], 1, 0, 0);
                for (AllocationLattice level : allocations.lattices(power, allocations.cutFor(1e-30))) {
                    new AllocationMoments(level).add(0.5, 1, real, imaginary, errors);
                }
                String text = "t %s, sigma %s, power %d".formatted(t, one[1], power);
                assertThat(errors[0]).as(text).isLessThan(1e-6);
                assertThat(Math.abs(real[0] - expected[power - 2])).as(text).isLessThan(errors[0] + 1e-15);
            }
        }
    }

    @Test
    void epsilon_ofOneOfOneBatch_isTheGaussians() {
        DpEvent one = new RandomAllocation(1, 1, new Gaussian(2));
        assertThat(ACCOUNTANT.epsilon(new Repeated(7, one), ADD_OR_REMOVE_ONE, 1e-5))
                .isEqualTo(ACCOUNTANT.epsilon(new Repeated(7, new Gaussian(2)), ADD_OR_REMOVE_ONE, 1e-5));
    }

    /** Of a million batches at a large noise, whether a record is in exactly one of them or in a Poisson number hardly matters. */
    @Test
    void epsilon_ofAMillionBatches_isNearlyThatOfPoissonSamples() {
        Guarantee allocated = ACCOUNTANT.epsilon(allocations(10, 1_000_000, 2), ADD_OR_REMOVE_ONE, 1e-6);
        Guarantee sampled = ACCOUNTANT.epsilon(
                new Repeated(10_000_000, new PoissonSampled(1e-6, new Gaussian(2))), ADD_OR_REMOVE_ONE, 1e-6);
        assertThat(allocated.epsilon() / sampled.epsilon()).isBetween(0.85, 1.0);
    }

    @Test
    void epsilon_zeroedOut_isThatOfAddedOrRemoved_andReplacedIsRefused() {
        DpEvent event = allocations(3, 1000, 2);
        assertThat(ACCOUNTANT.epsilon(event, ZERO_OUT, 1e-5).epsilon())
                .isEqualTo(ACCOUNTANT.epsilon(event, ADD_OR_REMOVE_ONE, 1e-5).epsilon());
        assertThat(ACCOUNTANT.supports(event, REPLACE_ONE)).isFalse();
    }

    @Test
    void query_thatWouldTakeTooLong_isRefusedWithTheReason() {
        assertThatThrownBy(() -> ACCOUNTANT.delta(allocations(1, 2, 0.5), ADD_OR_REMOVE_ONE, 1))
                .isInstanceOf(UnsupportedEventException.class)
                .hasMessageContaining("terms");
        assertThat(ACCOUNTANT.supports(allocations(1, 100, 0.05), ADD_OR_REMOVE_ONE))
                .isFalse();
        assertThat(ACCOUNTANT
                        .epsilon(allocations(1, 100, 2), ADD_OR_REMOVE_ONE, 0)
                        .epsilon())
                .isInfinite();
    }

    /** Lower bounds are below upper ones; more noise, more batches, fewer epochs and a larger delta never cost more; and δ(ε(δ)) is δ. */
    @Tag("slow")
    @Test
    void epsilon_ofRandomAllocations_isMonotoneAndConsistent() {
        Random random = new Random(5);
        int answered = 0;
        int draws = Integer.getInteger("allocation.draws", 10) / 5 + 1;
        for (int i = 0; i < draws; i++) {
            long batches = 300 + (long) Math.exp(random.nextDouble() * 11);
            double noise = 1.1 + 2 * random.nextDouble();
            long epochs = 1L + random.nextInt(30);
            double delta = Math.pow(10, -3 - 6 * random.nextDouble());
            Guarantee here;
            Guarantee moreNoise;
            Guarantee moreBatches;
            Guarantee moreEpochs;
            Guarantee moreDelta;
            try {
                here = epsilon(epochs, batches, noise, delta);
                moreNoise = epsilon(epochs, batches, noise * 1.2, delta);
                moreBatches = epsilon(epochs, batches + 1 + batches / 4, noise, delta);
                moreEpochs = epsilon(epochs + 1, batches, noise, delta);
                moreDelta = epsilon(epochs, batches, noise, delta * 1.5);
            } catch (UnsupportedEventException refused) {
                // Where there are too many terms or frequencies, the PLD answers.
                continue;
            }
            answered++;
            String text = "%d epochs of %d batches, noise %s, delta %s".formatted(epochs, batches, noise, delta);
            assertThat(lower(here)).as(text).isLessThanOrEqualTo(here.epsilon());
            assertThat(lower(moreNoise)).as(text).isLessThanOrEqualTo(here.epsilon());
            assertThat(lower(moreBatches)).as(text).isLessThanOrEqualTo(here.epsilon());
            assertThat(moreEpochs.epsilon()).as(text).isGreaterThanOrEqualTo(lower(here));
            assertThat(lower(moreDelta)).as(text).isLessThanOrEqualTo(here.epsilon());
            if (here.epsilon() > 0) {
                Guarantee back =
                        ACCOUNTANT.delta(allocations(epochs, batches, noise), ADD_OR_REMOVE_ONE, here.epsilon());
                assertThat(lower(back)).as(text).isLessThanOrEqualTo(delta);
                assertThat(back.delta()).as(text).isGreaterThan(delta * 0.99);
            }
        }
        assertThat(answered).as("of " + draws).isGreaterThan(draws / 2);
    }

    private static double lower(Guarantee guarantee) {
        return guarantee.lower().orElseThrow();
    }

    private static Guarantee epsilon(long epochs, long batches, double noise, double delta) {
        return ACCOUNTANT.epsilon(allocations(epochs, batches, noise), ADD_OR_REMOVE_ONE, delta);
    }

    /** A Gaussian besides: at least what either costs alone, and at most their sum at half the delta each. */
    @Test
    void epsilon_withAGaussian_isBetweenThePartsAndTheirSum() {
        DpEvent alone = allocations(5, 2000, 1.5);
        DpEvent gaussian = new Gaussian(20);
        Guarantee both = ACCOUNTANT.epsilon(new Composed(List.of(alone, gaussian)), ADD_OR_REMOVE_ONE, 1e-5);
        double sum = ACCOUNTANT.epsilon(alone, ADD_OR_REMOVE_ONE, 5e-6).epsilon()
                + ACCOUNTANT.epsilon(gaussian, ADD_OR_REMOVE_ONE, 5e-6).epsilon();
        assertThat(both.epsilon()).isLessThan(sum);
        assertThat(both.lower().orElseThrow())
                .isGreaterThan(
                        ACCOUNTANT.epsilon(alone, ADD_OR_REMOVE_ONE, 1e-5).epsilon())
                .isGreaterThan(
                        ACCOUNTANT.epsilon(gaussian, ADD_OR_REMOVE_ONE, 1e-5).epsilon());
        assertThat(both.epsilon() - both.lower().orElseThrow()).isLessThan(1e-9);
    }
}
