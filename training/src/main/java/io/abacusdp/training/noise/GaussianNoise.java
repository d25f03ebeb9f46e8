package io.abacusdp.training.noise;

import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.sum.GridSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Adds Gaussian noise to exact sums. What is released is a place on a public grid of steps between σ/8192 and σ/4096.
 *
 * <p>Formula: release = round_h(s + round_g(σ·x)), x standard normal; g is the step of the sum's own grid, h of the coarser
 * one. s is a whole multiple of g, and s and the rounded noise are added as whole numbers, exactly.
 *
 * <p>Why this is the Gaussian mechanism: since s is a multiple of g, s + round_g(N) = round_g(s + N). So what is released is a
 * function of s + N, and costs no more than s + N would, whatever g and h are. In ordinary floating point that is not so: which
 * doubles s + N can reach depends on the last bits of s, and an output that one of two neighbouring sums cannot reach tells them
 * apart (Mironov, CCS 2012, for Laplace noise; Jin, McMurtry, Rubinstein, Ohrimenko, S&amp;P 2022, for Gaussian noise). Here the noise is
 * an integer that does not depend on the sum, and every place on the grid can be reached from every sum.
 *
 * <p>Correlated noise ({@link #correlatedBy}) takes the place of round_g(σ·x): a whole number of steps of the same grid, whose proof {@link NoiseMatrix} has.
 *
 * <p>What is proven: that the sum moves by no more than its sensitivity ({@link io.abacusdp.training.sum.SumSensitivity}), and that
 * adding and rounding reveal nothing beyond s + N. What is not: that N, a double of the JDK's ziggurat under AES in counter mode, has
 * exactly the normal law. It has about 2^53 values in each binade where the law has a density. The coarser grid has steps of at least
 * 2^40 such values near the middle, so that each place has the probability of a rounded Gaussian to about that accuracy; the
 * difference is not part of any epsilon. A guarantee without it takes a discrete mechanism. Rounding adds less than 1e-8·σ² to the
 * variance.
 *
 * <p>For use by one caller at a time.
 */
public final class GaussianNoise {
    /** The grid's step is 2^-12 of the greatest power of two that is at most σ. */
    private static final int GRID_BITS = 12;

    /** Beyond these exponents of σ, the grid would leave the range of a float. */
    private static final int MAX_EXPONENT = 100;

    /** Above, noise of sixteen standard deviations would not be exact in steps of the sum's grid. */
    private static final double MOST_STEPS = 0x1p49;

    /** The same for correlated noise, which may be larger than what it is made of. */
    private static final double MOST_CORRELATED_STEPS = 0x1p47;

    /** Values that take their noise from one stream. */
    static final int RANGE = 1 << 13;

    private final IntFunction<NoiseSource> streams;
    private final Workers workers;
    private final Optional<Correlation> correlation;

    /** Noise from one stream, made by the caller's thread. */
    public GaussianNoise(NoiseSource source) {
        this.streams = range -> source;
        this.workers = new Workers(1);
        this.correlation = Optional.empty();
    }

    /**
     * Noise that threads make together. Each range of a sum has a stream of its own, so that what is added does not depend on
     * the number of threads.
     *
     * @param newStream gives for each range, from 0 on, a stream that nothing else has
     */
    public GaussianNoise(IntFunction<NoiseSource> newStream, Workers workers) {
        List<NoiseSource> made = new ArrayList<>();
        this.streams = range -> {
            while (made.size() <= range) {
                made.add(newStream.apply(made.size()));
            }
            return made.get(range);
        };
        this.workers = workers;
        this.correlation = Optional.empty();
    }

    private GaussianNoise(IntFunction<NoiseSource> streams, Workers workers, Correlation correlation) {
        this.streams = streams;
        this.workers = workers;
        this.correlation = Optional.of(correlation);
    }

    /**
     * The same streams for vectors that are released one after the other, with noise that depends on that of the ones before.
     *
     * @param sensitivity of the matrix, at least 1, by which the standard deviation of z is multiplied
     * @param steps how many vectors at most
     */
    public GaussianNoise correlatedBy(NoiseMatrix matrix, double sensitivity, long steps) {
        return new GaussianNoise(streams, workers, new Correlation(matrix, sensitivity, steps));
    }

    /** Whether nobody can repeat the noise. */
    public boolean isSecure() {
        return streams.apply(0).isSecure();
    }

    /**
     * The sums with noise, as floats; correlated with that of earlier calls, if it is.
     *
     * @param standardDeviation of independent noise, and of correlated noise for a sensitivity of 1: 0 for none, or from 2^-100 to 2^100, and at most 2^49 steps of the sum's grid
     * @param factor on what is released, such as one over the expected number of contributions
     */
    public float[] release(GridSum sum, double standardDeviation, double factor) {
        float[] released = new float[sum.length()];
        Released set = (i, value) -> released[i] = (float) (value * factor);
        if (correlation.isPresent() && standardDeviation > 0) {
            correlation.get().forEach(this, sum, standardDeviation, set);
        } else {
            forEach(sum, standardDeviation, NoiseHistory.NONE, set);
        }
        return released;
    }

    /** As the other, in double precision, and never correlated. */
    public double[] release(GridSum sum, double standardDeviation) {
        double[] released = new double[sum.length()];
        forEach(sum, standardDeviation, NoiseHistory.NONE, (i, value) -> released[i] = value);
        return released;
    }

    private interface Released {
        void set(int index, double value);
    }

    private void forEach(GridSum sum, double standardDeviation, NoiseHistory history, Released released) {
        double coarse = step(standardDeviation);
        if (standardDeviation > 0) {
            requireGrid(sum, standardDeviation, MOST_STEPS);
        }
        int ranges = (sum.length() + RANGE - 1) / RANGE;
        // Streams are made here, before several threads ask for them.
        NoiseSource[] sources = new NoiseSource[ranges];
        Arrays.setAll(sources, streams);
        workers.run(ranges, (range, worker) -> {
            int end = Math.min(sum.length(), (range + 1) * RANGE);
            for (int i = range * RANGE; i < end; i++) {
                released.set(
                        i,
                        standardDeviation == 0
                                ? sum.value(i)
                                : noisy(
                                        sum,
                                        i,
                                        history.next(i, sum.inSteps(standardDeviation * sources[range].nextGaussian())),
                                        coarse));
            }
        });
    }

    private static double noisy(GridSum sum, int index, long noise, double coarse) {
        long steps = sum.steps(index) + noise;
        return Math.rint(steps * (sum.step() / coarse)) * coarse;
    }

    private static void requireGrid(GridSum sum, double standardDeviation, double mostSteps) {
        if (!(sum.step() > 0)) {
            throw new IllegalArgumentException("noise needs a sum of bounded contributions, got one without a bound");
        }
        if (!(standardDeviation <= mostSteps * sum.step())) {
            throw new IllegalArgumentException(
                    "standard deviation must be at most 2^%d steps of the sum's grid, which are %s, got %s; take less noise"
                            .formatted(Math.getExponent(mostSteps), mostSteps * sum.step(), standardDeviation));
        }
    }

    private static double step(double standardDeviation) {
        int exponent = Math.getExponent(standardDeviation);
        if (standardDeviation == 0 || (standardDeviation > 0 && Math.abs(exponent) <= MAX_EXPONENT)) {
            return Math.scalb(1.0, exponent - GRID_BITS);
        }
        throw new IllegalArgumentException(
                "standard deviation must be 0 or from 2^-100 to 2^100, got " + standardDeviation);
    }

    /** Noise that depends on that of earlier steps. All steps have sums of the same length on the same grid, and z of the same law. */
    private static final class Correlation {
        private final NoiseMatrix matrix;
        private final double sensitivity;
        private final long steps;
        private @Nullable NoiseHistory history;
        private double deviation;
        private double grid;
        private int length;
        private long made;

        Correlation(NoiseMatrix matrix, double sensitivity, long steps) {
            if (!(sensitivity >= 1)) {
                throw new IllegalArgumentException("the sensitivity of a matrix is at least 1, got " + sensitivity);
            }
            this.matrix = matrix;
            this.sensitivity = sensitivity;
            this.steps = steps;
        }

        void forEach(GaussianNoise noise, GridSum sum, double standardDeviation, Released released) {
            if (history == null) {
                length = sum.length();
                grid = sum.step();
                deviation = standardDeviation;
                history = matrix.history(length, steps);
            } else if (length != sum.length() || grid != sum.step() || deviation != standardDeviation) {
                throw new IllegalStateException("correlated noise must have the same law at every step");
            }
            if (made++ == steps) {
                throw new IllegalStateException("noise was made for %d steps, and this is another".formatted(steps));
            }
            double ofFresh = standardDeviation * sensitivity * matrix.excess(length, steps);
            requireGrid(sum, ofFresh, MOST_CORRELATED_STEPS);
            noise.forEach(sum, ofFresh, history, released);
            history.stepDone();
        }
    }
}
