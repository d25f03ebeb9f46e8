package io.abacusdp.training.optimise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the formulas, written out in double precision, over 200 steps of changing gradients and rates. */
class OptimiserTest {
    private static final int SIZE = 37;
    private static final int STEPS = 200;

    /** Moves the parameter at an index in double precision. */
    private interface Reference {
        void step(int i, double[] parameters, double gradient, double rate, int t);
    }

    private static void assertFollows(Optimiser optimiser, Reference reference) {
        Random random = new Random(4);
        float[] parameters = new float[SIZE];
        double[] exact = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            parameters[i] = random.nextFloat() - 0.5f;
            exact[i] = parameters[i];
        }
        for (int t = 1; t <= STEPS; t++) {
            float[] gradient = gradient(random);
            double rate = 0.05 / t;
            optimiser.step(parameters, gradient, rate);
            for (int i = 0; i < SIZE; i++) {
                reference.step(i, exact, gradient[i], rate, t);
            }
        }
        for (int i = 0; i < SIZE; i++) {
            assertThat((double) parameters[i]).isCloseTo(exact[i], within(2e-6));
        }
    }

    private static float[] gradient(Random random) {
        float[] gradient = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            gradient[i] = (float) (random.nextGaussian() * (1 + i) / 10 + 0.1);
        }
        return gradient;
    }

    @Test
    void sgd_followsItsFormula() {
        assertFollows(new Sgd(SIZE), (i, w, g, rate, t) -> w[i] -= rate * g);
    }

    @Test
    void momentum_followsItsFormula() {
        double[] v = new double[SIZE];
        assertFollows(new Momentum(SIZE, 0.9), (i, w, g, rate, t) -> {
            v[i] = 0.9 * v[i] + g;
            w[i] -= rate * v[i];
        });
    }

    @Test
    void adam_followsItsFormula() {
        double[] m = new double[SIZE];
        double[] v = new double[SIZE];
        assertFollows(new Adam(SIZE), (i, w, g, rate, t) -> {
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            double mHat = m[i] / (1 - Math.pow(0.9, t));
            double vHat = v[i] / (1 - Math.pow(0.999, t));
            w[i] -= rate * mHat / (Math.sqrt(vHat) + 1e-8);
        });
    }

    /** Loshchilov and Hutter's algorithm 2: the decay does not pass through Adam's means. */
    @Test
    void adamWithWeightDecay_isAdamW() {
        double[] m = new double[SIZE];
        double[] v = new double[SIZE];
        assertFollows(new WeightDecay(new Adam(SIZE), 0.03), (i, w, g, rate, t) -> {
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            double mHat = m[i] / (1 - Math.pow(0.9, t));
            double vHat = v[i] / (1 - Math.pow(0.999, t));
            w[i] = w[i] - rate * 0.03 * w[i] - rate * mHat / (Math.sqrt(vHat) + 1e-8);
        });
    }

    @Test
    void weightDecay_neverTurnsASign() {
        float[] parameters = {4, -4};

        new WeightDecay(new Sgd(2), 10).step(parameters, new float[2], 1);

        assertThat(parameters).containsExactly(new float[] {0, 0}, within(0f));
    }

    /** a_t = d_t·a_{t−1} + (1 − d_t)·w_t with d_t = min(0.5, t/(9 + t)), by hand: 1/10, 2/11, 3/12. */
    @Test
    void weightAverage_followsItsFormula() {
        WeightAverage average = new WeightAverage(new float[] {1}, 0.25);

        average.add(new float[] {2}, 1);
        assertThat(average.parameters()).containsExactly(new float[] {1.9f}, within(1e-6f));
        average.add(new float[] {13}, 2);
        assertThat(average.parameters()).containsExactly(new float[] {(3.8f + 9 * 13) / 11}, within(1e-5f));
        average.add(new float[] {0}, 10);
        assertThat(average.parameters()).containsExactly(new float[] {(3.8f + 9 * 13) / 44}, within(1e-5f));
    }

    /** Where the gradient is as small as ε, its place in the formula matters. */
    @Test
    void adamWithLargeEpsilon_followsItsFormula() {
        double[] m = new double[SIZE];
        double[] v = new double[SIZE];
        assertFollows(new Adam(SIZE, 0.5, 0.75, 0.5), (i, w, g, rate, t) -> {
            m[i] = 0.5 * m[i] + 0.5 * g;
            v[i] = 0.75 * v[i] + 0.25 * g * g;
            double mHat = m[i] / (1 - Math.pow(0.5, t));
            double vHat = v[i] / (1 - Math.pow(0.75, t));
            w[i] -= rate * mHat / (Math.sqrt(vHat) + 0.5);
        });
    }

    /** Adam's first step is η in the direction of the gradient, whatever its length. */
    @Test
    void adam_firstStep_hasTheLengthOfTheRate() {
        float[] parameters = {1, 1};

        new Adam(2).step(parameters, new float[] {123, -0.01f}, 0.25);

        assertThat(parameters).containsExactly(new float[] {0.75f, 1.25f}, within(1e-6f));
    }

    @Test
    void restored_goesOnExactly() {
        assertGoesOn(new Sgd(SIZE), new Sgd(SIZE));
        assertGoesOn(new Momentum(SIZE, 0.9), new Momentum(SIZE, 0.9));
        assertGoesOn(new Adam(SIZE), new Adam(SIZE));
        assertGoesOn(new WeightDecay(new Adam(SIZE), 0.1), new WeightDecay(new Adam(SIZE), 0.1));
    }

    private static void assertGoesOn(Optimiser first, Optimiser resumed) {
        Random random = new Random(5);
        float[] parameters = new float[SIZE];
        for (int t = 0; t < 10; t++) {
            first.step(parameters, gradient(random), 0.1);
        }
        float[] copy = parameters.clone();
        Map<String, float[]> state = first.state();
        resumed.restore(state);
        // What was handed out is a copy, on both ways.
        state.values().forEach(values -> Arrays.fill(values, 7));
        for (int t = 0; t < 10; t++) {
            float[] gradient = gradient(random);
            first.step(parameters, gradient, 0.1);
            resumed.step(copy, gradient, 0.1);
        }

        assertThat(copy).isEqualTo(parameters);
        assertThat(resumed.state()).containsOnlyKeys(first.state().keySet());
        first.state()
                .forEach((name, values) -> assertThat(resumed.state().get(name)).isEqualTo(values));
    }

    /** 2^24 + 1 is no float. */
    @Test
    void adam_countsStepsBeyondTheIntegersOfAFloat() {
        Adam adam = new Adam(1);
        adam.restore(Map.of(
                "adam.mean", new float[1], "adam.square", new float[1], "adam.steps", new float[] {16, (1 << 20) - 1}));

        adam.step(new float[1], new float[1], 0);
        assertThat(adam.state().get("adam.steps")).containsExactly(17, 0);
        adam.step(new float[1], new float[1], 0);
        assertThat(adam.state().get("adam.steps")).containsExactly(17, 1);
    }

    @Test
    void badArguments_areRefused() {
        Momentum momentum = new Momentum(2, 0.5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> momentum.step(new float[3], new float[2], 1))
                .withMessage("parameters must have 2 values, got 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> momentum.step(new float[2], new float[1], 1))
                .withMessage("gradient must have 2 values, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> momentum.step(new float[2], new float[2], Double.NaN))
                .withMessage("learning rate must be finite and at least 0, got NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> momentum.restore(Map.of()))
                .withMessage("the state must be [momentum.velocity], got []; use the same optimiser");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> momentum.restore(Map.of("momentum.velocity", new float[1])))
                .withMessage("momentum.velocity must have 2 values, got 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Momentum(2, 1))
                .withMessage("momentum must be in [0, 1), got 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Adam(2, 0.9, 0.999, 0))
                .withMessage("epsilon must be finite and above 0, got 0.0");
    }
}
