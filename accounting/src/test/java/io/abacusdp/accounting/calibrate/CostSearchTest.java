package io.abacusdp.accounting.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class CostSearchTest {
    private int evaluations;

    private CostSearch search(DoubleUnaryOperator cost, double limit, double within, double beyond) {
        evaluations = 0;
        return new CostSearch(
                x -> {
                    evaluations++;
                    return cost.applyAsDouble(x);
                },
                limit,
                within,
                beyond);
    }

    @Test
    void to_smoothCosts_endsWithinAndCloseInFewSteps() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 200; i++) {
            double root = Math.exp(random.nextDouble(-10, 10));
            double power = random.nextDouble(.3, 3) * (i % 2 == 0 ? 1 : -1);
            double bend = random.nextDouble(-.05, .05);
            DoubleUnaryOperator cost = x -> {
                double log = Math.log(x / root);
                return 2 * Math.exp(power * log * (1 + bend * log));
            };
            double far = root * random.nextDouble(1.1, 7);
            double near = root / random.nextDouble(1.1, 7);
            boolean rises = power > 0;
            double found =
                    search(cost, 2, rises ? near : far, rises ? far : near).to(1e-6);
            assertThat(cost.applyAsDouble(found)).isLessThanOrEqualTo(2);
            assertThat(found / root).isBetween(1 - 1.1e-6, 1 + 1.1e-6);
            assertThat(evaluations).isLessThanOrEqualTo(13);
        }
    }

    @Test
    void to_jumpsZerosAndInfinities_endsWithinAndClose() {
        DoubleUnaryOperator jump = x -> x <= 3 ? 1e-3 * x : 50;
        assertThat(search(jump, 1, .5, 200).to(1e-9)).isBetween(3 - 1e-8, 3.0);
        DoubleUnaryOperator infinite = x -> x >= 2 ? 1 : Double.POSITIVE_INFINITY;
        assertThat(search(infinite, 1, 1000, .1).to(1e-9)).isBetween(2.0, 2 + 1e-8);
        DoubleUnaryOperator zero = x -> x <= 5 ? 0 : 7;
        assertThat(search(zero, 0, 1, 8).to(0)).isEqualTo(5);
        DoubleUnaryOperator unknown = x -> x <= 5 ? 1 : Double.NaN;
        assertThat(search(unknown, 1, 1, 8).to(0)).isEqualTo(5);
        // Bisection of 200 to a billionth takes 38 steps; jumps may cost four times as many.
        assertThat(evaluations).isLessThan(300);
    }

    @Test
    void toInteger_anyCost_isTheLastThatFits() {
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 300; i++) {
            long last = (long) Math.exp(random.nextDouble(0, 36));
            double power = random.nextDouble(.2, 2);
            DoubleUnaryOperator smooth = x -> Math.pow(x / (last + .5), power);
            assertThat(search(smooth, 1, 1, 4.0 * last + 4).toInteger()).isEqualTo(last);
            assertThat(evaluations).isLessThanOrEqualTo(40);
            DoubleUnaryOperator step = x -> x <= last ? 0 : Double.POSITIVE_INFINITY;
            assertThat(search(step, 1, 1, 4.0 * last + 4).toInteger()).isEqualTo(last);
        }
        assertThat(search(x -> x, 1, 1, 2).toInteger()).isEqualTo(1);
    }
}
