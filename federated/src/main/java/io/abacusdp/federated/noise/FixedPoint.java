package io.abacusdp.federated.noise;

import java.util.random.RandomGenerator;

/**
 * Real vectors as integer vectors of bounded norm, for sums modulo 2^32.
 *
 * <p>Formula: x is clipped to the L2 norm C and multiplied by the scale s; each number is rounded to one of its two
 * neighbouring integers, so that the mean is kept; this is repeated until the squared norm is at most
 *
 * <p>L = min{(sC + √d)², s²C² + d/4 + √(2·log(1/β))·(sC + √d/2)}, β = e^{-1/2}.
 *
 * <p>Source: conditional rounding of Kairouz, Liu, Steinke 2021, arXiv:2102.06387, section 4; it succeeds with probability
 * at least 1 − β = 0.39 a trial, and is biased by at most what is cut off. That the norm holds is checked in integers, so
 * that √L is a sensitivity whatever the rounding errors before.
 *
 * <p>Limits: L below 2^60. After 1,000 trials, which happens with probability below 1e-210, numbers are rounded towards
 * zero.
 */
final class FixedPoint {
    private static final int TRIALS = 1000;
    private static final double MAX_SQUARED_NORM = 0x1p60;

    /** Sums wrap around with at most this probability, as −log2. */
    private static final int WRAP_BITS = 40;

    private final int length;
    private final double clip;
    private final double scale;
    private final long squaredNorm;

    /**
     * @param length d, the numbers in a vector
     * @param clip C, the greatest L2 norm of a vector, in its own unit
     * @param scale s, steps of the integer grid in that unit
     */
    public FixedPoint(int length, double clip, double scale) {
        if (length < 1) {
            throw new IllegalArgumentException("length must be at least 1, got " + length);
        }
        this.length = length;
        this.clip = positive("clip", clip);
        this.scale = positive("scale", scale);
        double scaled = clip * scale;
        double root = Math.sqrt(length);
        double bound =
                Math.min((scaled + root) * (scaled + root), scaled * scaled + length / 4.0 + (scaled + root / 2));
        if (!(bound < MAX_SQUARED_NORM)) {
            throw new IllegalArgumentException("clip·scale must be below 2^30, got " + scaled + "; lower the scale");
        }
        squaredNorm = (long) bound + 1;
    }

    public int length() {
        return length;
    }

    /** Bound on the L2 norm of an encoded vector, rounded up. */
    public double l2Sensitivity() {
        return Math.nextUp(Math.sqrt(squaredNorm));
    }

    /** Bound on the L1 norm of an encoded vector: min(√d·l2, l2²), as |z| ≤ z² for integers; rounded up. */
    public double l1Sensitivity() {
        double byLength = Math.nextUp(Math.nextUp(Math.sqrt(length)) * l2Sensitivity());
        return Math.min(byLength, Math.nextUp((double) squaredNorm));
    }

    /**
     * Refuses a sum that could wrap around: of so many vectors, with noise of the given variance in each number. That any
     * number of the sum leaves the 32 bits has a probability of at most 2^-40 when this passes, and is impossible without
     * noise.
     *
     * @param variance of the noise of all clients together, 0 if there is none
     * @throws IllegalArgumentException if the sum does not fit
     */
    public void requireFits(int clients, double variance) {
        if (clients < 1 || !(variance >= 0 && variance < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("clients must be positive and variance finite and not negative, got "
                    + clients + " and " + variance);
        }
        double most = clients * l2Sensitivity() + mostNoise(variance);
        if (!(most < 0x1p31)) {
            throw new IllegalArgumentException("a sum of " + clients + " vectors can reach " + most
                    + ", which does not fit into 32 bits; lower the scale to less than " + scale * 0x1p31 / most);
        }
    }

    /**
     * What no number of the noise exceeds, but with a probability of at most 2^-40 for all of them together.
     *
     * <p>Formula: Bernstein, Pr[|X| ≥ x] ≤ 2·exp(−x²/2(v + x/3)), as log E e^{tX} = v(cosh t − 1) ≤ v·t²/2(1 − t/3).
     */
    private double mostNoise(double variance) {
        double log = Math.log(2.0 * length) + WRAP_BITS * Math.log(2);
        return variance == 0 ? 0 : log / 3 + Math.sqrt(log * log / 9 + 2 * log * variance);
    }

    /**
     * Whether so many vectors with noise can have this sum: what cannot has a probability of at most 2^-39, whatever the vectors
     * are.
     *
     * <p>Formula: with n vectors of norm at most L and noise of variance v in each of d numbers, each number is at most nL + b in
     * size, with b of {@link #mostNoise}, and the norm at most nL + √(dv + s). Squares of noise, cut off at b², have a mean of at
     * most v and a variance of at most the fourth moment 3v² + v of a Skellam variable, so that by Bernstein their sum exceeds dv + s with
     * probability at most 2^-40 for s = ℓb²/3 + √((ℓb²/3)² + 2ℓd(3v² + v)), ℓ = 40·log 2.
     *
     * @param variance of the noise of all clients together
     */
    boolean isReachable(int[] sum, int clients, double variance) {
        double most = mostNoise(variance);
        double log = WRAP_BITS * Math.log(2);
        double single = log * most * most / 3;
        double spread = single + Math.sqrt(single * single + 2 * log * length * (3 * variance + 1) * variance);
        double vectors = clients * l2Sensitivity();
        double square = 0;
        for (int value : sum) {
            if (!(Math.abs((double) value) <= vectors + most)) {
                return false;
            }
            square += (double) value * value;
        }
        return Math.sqrt(square) <= (vectors + Math.sqrt(length * variance + spread)) * (1 + 1e-9);
    }

    /** An integer vector of norm at most {@link #l2Sensitivity}, whose mean is the clipped and scaled vector's. */
    public int[] encode(double[] vector, RandomGenerator random) {
        double[] scaled = clipped(vector);
        int[] rounded = new int[length];
        for (int trial = 0; trial < TRIALS; trial++) {
            for (int i = 0; i < length; i++) {
                double floor = Math.floor(scaled[i]);
                rounded[i] = (int) floor + (random.nextDouble() < scaled[i] - floor ? 1 : 0);
            }
            if (isWithinBound(rounded)) {
                return rounded;
            }
        }
        for (int i = 0; i < length; i++) {
            rounded[i] = (int) scaled[i];
        }
        if (!isWithinBound(rounded)) {
            throw new IllegalStateException("a clipped vector must be within its bound");
        }
        return rounded;
    }

    /** The real vector of a sum, each number taken for the one from −2^31 to 2^31 − 1. */
    public double[] decode(int[] sum) {
        if (sum.length != length) {
            throw wrongLength(sum.length);
        }
        double[] decoded = new double[length];
        for (int i = 0; i < length; i++) {
            decoded[i] = sum[i] / scale;
        }
        return decoded;
    }

    private double[] clipped(double[] vector) {
        if (vector.length != length) {
            throw wrongLength(vector.length);
        }
        double norm = norm(vector);
        double factor = norm > clip ? clip / norm : 1;
        double[] scaled = new double[length];
        for (int i = 0; i < length; i++) {
            scaled[i] = vector[i] * factor * scale;
        }
        return scaled;
    }

    /** By the greatest number, so that nothing overflows. */
    private static double norm(double[] vector) {
        double greatest = 0;
        for (int i = 0; i < vector.length; i++) {
            if (!Double.isFinite(vector[i])) {
                throw new IllegalArgumentException("number " + i + " must be finite");
            }
            greatest = Math.max(greatest, Math.abs(vector[i]));
        }
        double sum = 0;
        for (double value : vector) {
            double ratio = greatest == 0 ? 0 : value / greatest;
            sum += ratio * ratio;
        }
        return greatest * Math.sqrt(sum);
    }

    private boolean isWithinBound(int[] rounded) {
        long sum = 0;
        for (int value : rounded) {
            // Both terms are below 2^62, so that the sum cannot overflow before it is seen to be too great.
            sum += (long) value * value;
            if (sum > squaredNorm) {
                return false;
            }
        }
        return true;
    }

    private IllegalArgumentException wrongLength(int got) {
        return new IllegalArgumentException("a vector must have " + length + " numbers, got " + got);
    }

    private static double positive(String name, double value) {
        if (value > 0 && value < Double.POSITIVE_INFINITY) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be positive and finite, got " + value);
    }
}
