package io.abacusdp.training.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FixedSizeLotsTest {
    private static final int ROWS = 50;
    private static final int LOTS = 20_000;

    /**
     * Counts of rows over independent lots without replacement: Σ(count − mean)²/variance · (N − 1)/N is chi-square with
     * N − 1 degrees of freedom in the limit of many lots. Falsely rejects with probability 1e-9.
     */
    @Test
    void lots_haveDifferentRows_allEquallyOften() {
        Sampler sampler = new FixedSizeLots(ROWS, 7).sampler(NoiseSource.secure());
        long[] counts = new long[ROWS];
        for (int lot = 0; lot < LOTS; lot++) {
            int[] rows = sampler.next();
            assertThat(Arrays.stream(rows).distinct().count()).isEqualTo(7);
            for (int row : rows) {
                counts[row]++;
            }
        }

        double p = 7.0 / ROWS;
        double squares = Arrays.stream(counts)
                .mapToDouble(count -> Math.pow(count - LOTS * p, 2))
                .sum();
        assertThat(squares / (LOTS * p * (1 - p)) * (ROWS - 1) / ROWS).isLessThan(133.279);
    }

    /**
     * The first two lots of new samplers: each is one of the 6 pairs of 4 rows, and they are independent. Chi-square with 35
     * degrees of freedom; falsely rejects with probability 1e-9.
     */
    @Test
    void allSets_areEquallyLikely_lotAfterLot() {
        NoiseSource source = NoiseSource.secure();
        Map<String, Integer> counts = new HashMap<>();
        for (int run = 0; run < 36_000; run++) {
            Sampler sampler = new FixedSizeLots(4, 2).sampler(source);
            counts.merge(set(sampler.next()) + set(sampler.next()), 1, Integer::sum);
        }

        assertThat(counts).hasSize(36);
        double chiSquare = counts.values().stream()
                .mapToDouble(count -> Math.pow(count - 1000, 2) / 1000)
                .sum();
        assertThat(chiSquare).isLessThan(110.31);
    }

    private static String set(int[] rows) {
        return Arrays.toString(Arrays.stream(rows).sorted().toArray());
    }

    @Test
    void charges_holdUnderReplaceOneOnly() {
        Lots lots = new FixedSizeLots(1000, 10);
        DpEvent plan = lots.plan(100, step -> new Gaussian(2));

        DpEvent one = new SampledWithoutReplacement(1000, 10, new Gaussian(2));
        assertThat(lots.charge(7, 0, step -> new Gaussian(2))).isEqualTo(one);
        assertThat(plan).isEqualTo(new Repeated(100, one));
        assertThat(lots.adjacencies()).containsExactly(Adjacency.REPLACE_ONE);
        assertThat(lots.size()).isEqualTo(10);
        // Another batch in its place moves the sum by two: more than a sample that has the record, or lacks it.
        assertThat(AutoAccountant.best()
                        .epsilon(plan, Adjacency.ADD_OR_REMOVE_ONE, 1e-5)
                        .epsilon())
                .isGreaterThan(AutoAccountant.best()
                        .epsilon(
                                new Repeated(100, new PoissonSampled(0.01, new Gaussian(2))),
                                Adjacency.ADD_OR_REMOVE_ONE,
                                1e-5)
                        .epsilon());
    }

    /**
     * A replaced record moves the sum by 2C: one step on all records with noise multiplier 2 is a Gaussian of μ = 1. The
     * epsilons of μ = 1 and of μ = 1/2 at delta 1e-5 are 4.3772 and 1.9931 (SciPy); Rényi
     * accounting of μ gives at most μ²/2 + μ√(2·ln(1/δ)) (Mironov 2017).
     */
    @Test
    void lotOfAllRows_costsAGaussianOfTwiceTheSensitivity() {
        Lots lots = new FixedSizeLots(1000, 1000);

        double epsilon = AutoAccountant.best()
                .epsilon(lots.plan(1, step -> new Gaussian(2)), Adjacency.REPLACE_ONE, 1e-5)
                .epsilon();

        assertThat(epsilon).isBetween(4.377178, 0.5 + Math.sqrt(2 * Math.log(1e5)));
    }
}
