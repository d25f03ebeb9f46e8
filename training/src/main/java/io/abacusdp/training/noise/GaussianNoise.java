package io.abacusdp.training.noise;

import io.abacusdp.training.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Adds Gaussian noise to sums. Each value becomes round(s + σ·g), g standard normal, rounded to a multiple of a power of
 * two between σ/8192 and σ/4096.
 *
 * <p>Why the rounding: a Gaussian in floating point is not the Gaussian of the proof. Which doubles s + σ·g can reach
 * depends on s in the last bits, and an output that one of two neighbouring sums cannot reach tells them apart (Mironov,
 * CCS 2012, for Laplace noise; Jin, McMurtry, Rubinstein, Ohrimenko, S&amp;P 2022, for Gaussian noise). Here the sum is
 * taken in double precision, and what is released is only its place on a grid that depends on σ alone, which is public. A
 * step of the grid is at least 2^24 doubles wide as long as |s| and |σ·g| are at most 2^14·σ, and at least 2^35 wide as long
 * as they are at most 8σ; so every grid point can be reached from every sum, with the probability of a rounded Gaussian to
 * about that accuracy. Rounding adds less than 1e-8·σ² to the variance.
 *
 * <p>What is not guaranteed: this is a mitigation, not a proof. The small deviation of each value's probability is not part
 * of any epsilon; an exact guarantee on a computer takes a discrete mechanism. That the sum itself moves by no more than its
 * sensitivity, the rounding of its additions included, is for the one who computes it to ensure.
 *
 * <p>For use by one caller at a time.
 */
public final class GaussianNoise {
    /** The grid's step is 2^-12 of the greatest power of two that is at most σ. */
    private static final int GRID_BITS = 12;

    /** Beyond these exponents of σ, the grid would leave the range of a float. */
    private static final int MAX_EXPONENT = 100;

    /** Values that take their noise from one stream. */
    static final int RANGE = 1 << 13;

    private final IntFunction<NoiseSource> streams;
    private final Workers workers;

    /** Noise from one stream, made by the caller's thread. */
    public GaussianNoise(NoiseSource source) {
        this.streams = range -> source;
        this.workers = new Workers(1);
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
    }

    /** Whether nobody can repeat the noise. */
    public boolean isSecure() {
        return streams.apply(0).isSecure();
    }

    /**
     * Adds noise to sum[from] … sum[to − 1]; a standard deviation of 0 leaves them as they are.
     *
     * @param standardDeviation 0, or from 2^-100 to 2^100
     * @throws IllegalArgumentException if a value is not finite, and then no value is changed
     */
    public void addTo(float[] sum, int from, int to, double standardDeviation) {
        double step = step(standardDeviation);
        for (int i = from; i < to; i++) {
            requireFinite(sum[i], i);
        }
        if (standardDeviation == 0) {
            return;
        }
        double perStep = 1 / step;
        int ranges = (to - from + RANGE - 1) / RANGE;
        // Streams are made here, before several threads ask for them.
        NoiseSource[] sources = new NoiseSource[ranges];
        Arrays.setAll(sources, streams);
        workers.run(ranges, (range, worker) -> {
            NoiseSource source = sources[range];
            int start = from + range * RANGE;
            int end = Math.min(to, start + RANGE);
            for (int i = start; i < end; i++) {
                double noisy = sum[i] + standardDeviation * source.nextGaussian();
                sum[i] = (float) (Math.rint(noisy * perStep) * step);
            }
        });
    }

    /** As the other, in double precision and by one thread. */
    public void addTo(double[] sum, int from, int to, double standardDeviation) {
        double step = step(standardDeviation);
        for (int i = from; i < to; i++) {
            requireFinite(sum[i], i);
        }
        if (standardDeviation == 0) {
            return;
        }
        double perStep = 1 / step;
        NoiseSource source = streams.apply(0);
        for (int i = from; i < to; i++) {
            double noisy = sum[i] + standardDeviation * source.nextGaussian();
            sum[i] = Math.rint(noisy * perStep) * step;
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

    private static void requireFinite(double value, int index) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value " + index + " of a sum must be finite, got " + value
                    + "; leave out what is not finite before it is added");
        }
    }
}
