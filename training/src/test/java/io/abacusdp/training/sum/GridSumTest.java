package io.abacusdp.training.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GridSumTest {
    @Test
    void step_isAPowerOfTwoOfTheBound() {
        assertThat(GridSum.of(1, 1).step()).isEqualTo(0x1p-32);
        assertThat(GridSum.of(1, 1.99).step()).isEqualTo(0x1p-32);
        assertThat(GridSum.of(1, 0.1).step()).isEqualTo(0x1p-36);
        for (double bad : new double[] {0, -1, Double.NaN, 1e-13, 1e25}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GridSum.of(1, bad))
                    .withMessageEndingWith("must be from 2^-40 to 2^80, got " + bad);
        }
    }

    /** More than the sums that doubles hold: all terms at the bound, and one that only an exact sum keeps. */
    @Test
    void sum_ofMoreThanDoublesHold_isExact() {
        GridSum sum = GridSum.of(2, 1);
        double almostOne = 1 - 0x1p-32;
        int calls = 40;
        for (int i = 0; i < calls; i++) {
            sum.reserve(1 << 17);
            sum.values()[0] += almostOne * (1 << 17);
            sum.values()[1] -= 0x1p-32;
        }

        long perCall = ((1L << 32) - 1) << 17;
        assertThat(sum.steps(0)).isEqualTo(calls * perCall);
        assertThat(sum.steps(1)).isEqualTo(-calls);
        assertThat(sum.value(0)).isCloseTo(calls * 0x1p17 * almostOne, within(1e-6));
        assertThat(sum.toArray()).containsExactly(sum.value(0), sum.value(1));
    }

    /** Each term is rounded by itself, half to even, and the order of terms changes nothing. */
    @Test
    void sum_inAnyOrder_isTheSame() {
        SplittableRandom random = new SplittableRandom(3);
        double[] terms = random.doubles(10_000, -1, 1).toArray();
        // Exactly between two places of the grid.
        terms[0] = 0x1p-33;
        terms[1] = 3 * 0x1p-33;
        terms[2] = -0x1p-33;
        long steps = 0;
        GridSum forward = GridSum.of(1, 1);
        GridSum backward = GridSum.of(1, 1);
        for (int i = 0; i < terms.length; i++) {
            forward.add(new double[] {terms[i]});
            backward.add(new double[] {terms[terms.length - 1 - i]});
            steps += (long) Math.rint(terms[i] * 0x1p32);
        }

        assertThat(forward.steps(0)).isEqualTo(steps);
        assertThat(backward.steps(0)).isEqualTo(steps);
        assertThat(forward.inSteps(1.5)).isEqualTo(1.5 * 0x1p32);
    }

    @Test
    void sum_withoutABound_isOneOfDoubles() {
        GridSum sum = GridSum.of(1, Double.POSITIVE_INFINITY);
        sum.add(new double[] {1e300});
        sum.add(new double[] {0.1});

        assertThat(sum.step()).isZero();
        assertThat(sum.value(0)).isEqualTo(1e300);
    }

    @Test
    void count_ofHalves_isExact() {
        assertThat(GridSum.ofCount(0.5 - (1 << 27)).steps(0)).isEqualTo((1L << 11) - (1L << 39));
        assertThat(GridSum.ofCount(-3.5).value(0)).isEqualTo(-3.5);
    }

    @Test
    void contributions_beyondWhatLongsHold_areRefused() {
        GridSum sum = GridSum.of(1, 1);
        for (int i = 0; i < 1 << 11; i++) {
            sum.reserve(1 << 17);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sum.reserve(1))
                .withMessage("a sum may have at most 268435456 contributions, got 268435457");
    }

    /** What is behind is rounded towards 0, so that it stays within its bound; what was there stays, carried or not. */
    @Test
    void with_hasMoreSumsBehind() {
        for (int calls : new int[] {1, 4}) {
            GridSum sum = GridSum.of(1, 0.1);
            for (int i = 0; i < calls; i++) {
                sum.reserve(1 << 17);
                sum.values()[0] += 3 * sum.step();
            }
            GridSum longer = sum.with(new double[] {0.1, -0.1, 0});
            assertThat(longer.length()).isEqualTo(4);
            assertThat(longer.steps(0)).isEqualTo(3L * calls);
            assertThat(longer.value(1)).isEqualTo(-longer.value(2)).isBetween(0.1 - 0x1p-36, 0.1);
            assertThat(longer.value(3)).isZero();
        }
    }
}
