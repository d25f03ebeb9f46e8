package io.abacusdp.training.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.auto.AutoAccountant;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Statistical tests run on fresh keys; each rejects a correct sampler with probability 1e-9, in the limit of many lots that
 * makes sums of 20,000 terms Gaussian. Quantiles of chi-square were computed with SciPy.
 */
class PoissonLotsTest {
    private static final int ROWS = 50;
    private static final int LOT = 7;
    private static final int LOTS = 20_000;
    private static final double RATE = 7.0 / 50;

    /** 1 − q where a row is in a lot, −q where it is not: mean 0, variance q(1 − q). */
    private static final double[][] centred = new double[LOTS][ROWS];

    @BeforeAll
    static void draw() {
        Sampler sampler = new PoissonLots(ROWS, LOT).sampler(NoiseSource.secure());
        for (double[] lot : centred) {
            Arrays.fill(lot, -RATE);
            for (int row : sampler.next()) {
                assertThat(lot[row]).as("row %d is in a lot once", row).isEqualTo(-RATE);
                lot[row] = 1 - RATE;
            }
        }
    }

    private static double variance() {
        return RATE * (1 - RATE);
    }

    @Test
    void everyRow_isInAShareQOfTheLots() {
        double chiSquare = 0;
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (double[] lot : centred) {
                sum += lot[row];
            }
            chiSquare += sum * sum / (LOTS * variance());
        }

        // Quantile of chi-square with 50 degrees of freedom.
        assertThat(chiSquare).isLessThan(134.869);
    }

    /** Products of different rows have mean 0 and variance (q(1 − q))², and are uncorrelated for different pairs. */
    @Test
    void rowsOfALot_areIndependent() {
        double chiSquare = 0;
        for (int one = 0; one < ROWS; one++) {
            for (int other = 0; other < one; other++) {
                double sum = 0;
                for (double[] lot : centred) {
                    sum += lot[one] * lot[other];
                }
                chiSquare += sum * sum / (LOTS * variance() * variance());
            }
        }

        // Quantile of chi-square with 50·49/2 degrees of freedom.
        assertThat(chiSquare).isLessThan(1545.57);
    }

    @Test
    void aRow_isInSuccessiveLotsIndependently() {
        double chiSquare = 0;
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (int lot = 1; lot < LOTS; lot++) {
                sum += centred[lot][row] * centred[lot - 1][row];
            }
            chiSquare += sum * sum / ((LOTS - 1) * variance() * variance());
        }

        assertThat(chiSquare).isLessThan(134.869);
    }

    /** A binomial's squared deviation has mean Nq(1 − q) = v and variance 2v² + v(1 − 6q(1 − q)). */
    @Test
    void sizes_haveTheVarianceOfABinomial() {
        double squares = 0;
        for (double[] lot : centred) {
            double deviation = Arrays.stream(lot).sum();
            squares += deviation * deviation;
        }

        double v = ROWS * variance();
        double reach = 6.1095 * Math.sqrt(LOTS * (2 * v * v + v * (1 - 6 * variance())));
        assertThat(squares).isCloseTo(LOTS * v, within(reach));
    }

    /** A lot of 3 rows at rate 1/3 is empty with probability 8/27. */
    @Test
    void emptyLots_areReturnedAsEmpty() {
        Sampler sampler = new PoissonLots(3, 1).sampler(NoiseSource.secure());
        int empty = 0;
        for (int lot = 0; lot < LOTS; lot++) {
            empty += sampler.next().length == 0 ? 1 : 0;
        }

        double p = 8.0 / 27;
        assertThat((double) empty).isCloseTo(LOTS * p, within(6.1095 * Math.sqrt(LOTS * p * (1 - p))));
    }

    /** The chance that any of 100 rows is left out at rate 1 is 100·2^-63. */
    @Test
    void lotOfAllRows_hasThemAll() {
        PoissonLots lots = new PoissonLots(100, 100);

        assertThat(lots.sampler(NoiseSource.secure()).next()).hasSize(100);
        assertThat(lots.rate()).isEqualTo(1);
    }

    @Test
    void charges_arePoissonSampledAtTheRate() {
        Lots lots = new PoissonLots(1000, 10);

        assertThat(lots.charge(5, 0, step -> new Gaussian(1 + step)))
                .isEqualTo(new PoissonSampled(0.01, new Gaussian(6)));
        assertThat(lots.plan(3, step -> new Gaussian(step < 2 ? 1 : 2)))
                .isEqualTo(new Composed(List.of(
                        new Repeated(2, new PoissonSampled(0.01, new Gaussian(1))),
                        new Repeated(1, new PoissonSampled(0.01, new Gaussian(2))))));
        assertThat(lots.plan(0, step -> new Gaussian(1))).isEqualTo(new Composed(List.of()));
        assertThat(lots.size()).isEqualTo(10);
        assertThat(lots.adjacencies()).startsWith(Adjacency.ADD_OR_REMOVE_ONE);
    }

    /** 4 full-batch steps of noise multiplier 2 are one Gaussian of μ = 1; its epsilon at 1e-5 computed with SciPy. */
    @Test
    void planOfWholeLots_costsWhatGaussiansCost() {
        Lots lots = new PoissonLots(1000, 1000);
        DpEvent plan = lots.plan(4, step -> new Gaussian(2));

        assertThat(AutoAccountant.best()
                        .epsilon(plan, Adjacency.ADD_OR_REMOVE_ONE, 1e-5)
                        .epsilon())
                .isCloseTo(4.377178095681237, within(1e-6));
    }

    @Test
    void badSizes_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoissonLots(10, 11))
                .withMessage("lot size must be from 1 to the number of examples 10, got 11");
        assertThatIllegalArgumentException().isThrownBy(() -> new PoissonLots(10, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoissonLots(0, 0))
                .withMessage("data must have at least 1 example, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoissonLots(1, 1).plan(-1, step -> new Gaussian(1)))
                .withMessage("steps must be at least 0, got -1");
    }

    /** Rate and divisor are those of the public number; all rows that there are take part, and none that there are not. */
    @Test
    void sampler_ofMoreOrFewerExamplesThanThePublicNumber_drawsEachAtThePublicRate() {
        PoissonLots lots = new PoissonLots(1000, 100);
        for (int actual : new int[] {0, 1, 700, 1500}) {
            Sampler sampler = lots.sampler(NoiseSource.secure(), actual);
            long drawn = 0;
            int times = 2000;
            for (int i = 0; i < times; i++) {
                int[] rows = sampler.next();
                assertThat(Arrays.stream(rows).allMatch(row -> row >= 0 && row < actual))
                        .isTrue();
                drawn += rows.length;
            }
            // A binomial sum of times·actual coins of 0.1: 6 standard deviations are missed once in 5·10^8 times.
            double mean = 0.1 * times * actual;
            assertThat((double) drawn).isBetween(mean - 6 * Math.sqrt(0.9 * mean), mean + 6 * Math.sqrt(0.9 * mean));
        }
        assertThat(lots.rate()).isEqualTo(0.1);
    }

    /** Their neighbours have the same number of examples. */
    @Test
    void sampler_ofOtherLots_refusesAnotherNumber() {
        assertThatThrownBy(() -> new FixedSizeLots(10, 2).sampler(NoiseSource.secure(), 9))
                .hasMessageContaining("are drawn from 10 examples, got 9");
        assertThatThrownBy(() -> new ShuffledLots(10, 2).sampler(NoiseSource.secure(), 11))
                .hasMessageContaining("are drawn from 10 examples, got 11");
    }
}
