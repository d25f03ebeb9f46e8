package io.abacusdp.ledger.api.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.filter.RenyiCost;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {
    private static final BigInteger INFINITE = BigInteger.TWO.pow(83);

    @Test
    void sums_inAnyOrder_areThoseOfBigIntegers() {
        Random random = new Random(1);
        int length = RenyiCost.ZERO.units().length;
        List<RenyiCost> inside = new ArrayList<>();
        ExactSum sum = ExactSum.ZERO;
        for (int step = 0; step < 2000; step++) {
            if (inside.isEmpty() || random.nextInt(3) > 0) {
                long[] units = new long[length];
                Arrays.setAll(units, i -> random.nextInt(20) == 0 ? Long.MAX_VALUE : random.nextLong() >>> 1);
                RenyiCost cost = RenyiCost.ofUnits(units);
                inside.add(cost);
                sum = sum.plus(cost);
            } else {
                sum = sum.minus(inside.remove(random.nextInt(inside.size())));
            }
            int place = random.nextInt(length);
            BigInteger expected = inside.stream()
                    .map(cost -> cost.units()[place])
                    .map(unit -> unit == Long.MAX_VALUE ? INFINITE : BigInteger.valueOf(unit))
                    .reduce(BigInteger.ZERO, BigInteger::add);
            long[] words = sum.words();
            BigInteger found =
                    BigInteger.valueOf(words[length + place]).shiftLeft(63).add(BigInteger.valueOf(words[place]));
            assertThat(found).isEqualTo(expected);
            assertThat(sum.toCost().units()[place])
                    .isEqualTo(expected.bitLength() < 64 ? expected.longValue() : Long.MAX_VALUE);
        }
        for (RenyiCost cost : inside) {
            sum = sum.minus(cost);
        }
        assertThat(sum).isEqualTo(ExactSum.ZERO).hasSameHashCodeAs(ExactSum.ZERO);
        assertThat(ExactSum.ofWords(sum.words())).isEqualTo(sum);
    }

    @Test
    void moreThanWasAdded_cannotBeTakenOut() {
        long[] units = RenyiCost.ZERO.units();
        units[0] = 1;
        RenyiCost one = RenyiCost.ofUnits(units);
        assertThatThrownBy(() -> ExactSum.ZERO.minus(one)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ExactSum.ofWords(1)).isInstanceOf(IllegalArgumentException.class);
    }
}
