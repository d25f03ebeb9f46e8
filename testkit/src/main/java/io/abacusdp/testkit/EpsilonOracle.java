package io.abacusdp.testkit;

/**
 * Epsilons by another way than the project's accountants, and without any of their code: closed forms, and a privacy-loss distribution
 * on a lattice, rounded to the nearest point, that is convolved by a Fourier transform. Neither certified nor fast.
 *
 * <p>Accuracy: 1e-3 for up to some hundred steps and epsilons from 0.1 to 20; a test compares known values.
 */
public final class EpsilonOracle {
    private static final int CELLS = 1 << 17;
    private static final double STEP = 5e-4;

    private EpsilonOracle() {}

    /**
     * Of so many Gaussian mechanisms together, whose noise is a multiple of the sensitivity.
     *
     * <p>Formula: δ(ε) = Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), μ = √count/noise.
     *
     * <p>Source: Balle, Wang 2018, arXiv:1805.06530, theorem 8.
     */
    public static double gaussian(double noise, long count, double delta) {
        double mu = Math.sqrt(count) / noise;
        double low = 0;
        double high = 1000;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            double at = normal(mu / 2 - middle / mu) - Math.exp(middle) * normal(-mu / 2 - middle / mu);
            if (at > delta) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /**
     * Of so many Gaussian mechanisms together, each on a Poisson sample, under add-or-remove-one: the greater of both directions.
     *
     * <p>Formula: L(x) = log(1 − q + q·e^{(2x−1)/2σ²}) with x of (1 − q)·N(0, σ²) + q·N(1, σ²) where a record is removed, and −L(x)
     * with x of N(0, σ²) where it is added; δ(ε) = E(1 − e^{ε−S})⁺ of the sum S of all losses.
     */
    public static double sampledGaussian(double rate, double noise, long count, double delta) {
        if (rate == 1) {
            return gaussian(noise, count, delta);
        }
        return Math.max(
                epsilon(composed(removal(rate, noise), count), delta),
                epsilon(composed(addition(rate, noise), count), delta));
    }

    /**
     * A bound for so many Skellam mechanisms together, and what else is a delta.
     *
     * <p>Formula: ε(α) = α·Δ₂²/2v + min{((2α − 1)Δ₂² + 6Δ₁)/4v², 3Δ₁/2v} at integer orders, and
     * ε = ε(α) + log((α − 1)/α) − (log δ + log α)/(α − 1).
     *
     * <p>Source: Agarwal, Kairouz, Liu 2021, arXiv:2110.04995, theorem 3.5; Canonne, Kamath, Steinke 2020, arXiv:2004.00010,
     * proposition 12.
     *
     * @param l1 Δ₁ over the deviation of the noise
     * @param l2 Δ₂ over the deviation of the noise
     * @param variance of the noise
     */
    public static double skellam(double l1, double l2, double variance, long count, double delta) {
        double deviation = Math.sqrt(variance);
        double best = Double.POSITIVE_INFINITY;
        for (int order = 2; order < 2000; order++) {
            double extra =
                    Math.min(((2 * order - 1) * l2 * l2 + 6 * l1 / deviation) / (4 * variance), 1.5 * l1 / deviation);
            double renyi = count * (order * l2 * l2 / 2 + extra);
            double epsilon =
                    renyi + Math.log((order - 1.0) / order) - (Math.log(delta) + Math.log(order)) / (order - 1);
            best = Math.min(best, epsilon);
        }
        return best;
    }

    /** Mass of losses around each point of the lattice, those below zero in the upper half, as a Fourier transform has them. */
    private static double[] removal(double rate, double noise) {
        double[] mass = new double[CELLS];
        for (int cell = -CELLS / 2; cell < CELLS / 2; cell++) {
            double from = outcome(rate, noise, (cell - 0.5) * STEP);
            double to = outcome(rate, noise, (cell + 0.5) * STEP);
            mass[Math.floorMod(cell, CELLS)] = (1 - rate) * between(from / noise, to / noise)
                    + rate * between((from - 1) / noise, (to - 1) / noise);
        }
        return mass;
    }

    private static double[] addition(double rate, double noise) {
        double[] mass = new double[CELLS];
        for (int cell = -CELLS / 2; cell < CELLS / 2; cell++) {
            double from = outcome(rate, noise, -(cell + 0.5) * STEP);
            double to = outcome(rate, noise, -(cell - 0.5) * STEP);
            mass[Math.floorMod(cell, CELLS)] = between(from / noise, to / noise);
        }
        return mass;
    }

    /** Where the loss is so much; −∞ if it is more everywhere. */
    private static double outcome(double rate, double noise, double loss) {
        double ratio = (Math.exp(loss) - (1 - rate)) / rate;
        return ratio > 0 ? noise * noise * Math.log(ratio) + 0.5 : Double.NEGATIVE_INFINITY;
    }

    private static double[] composed(double[] mass, long count) {
        double[] real = mass.clone();
        double[] imaginary = new double[CELLS];
        transform(real, imaginary, 1);
        for (int i = 0; i < CELLS; i++) {
            double size = Math.pow(Math.hypot(real[i], imaginary[i]), count);
            double angle = Math.atan2(imaginary[i], real[i]) * count;
            real[i] = size * Math.cos(angle);
            imaginary[i] = size * Math.sin(angle);
        }
        transform(real, imaginary, -1);
        for (int i = 0; i < CELLS; i++) {
            real[i] = Math.max(0, real[i] / CELLS);
        }
        return real;
    }

    private static double epsilon(double[] mass, double delta) {
        double low = 0;
        double high = CELLS / 2 * STEP;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            double at = 0;
            for (int cell = (int) Math.ceil(middle / STEP); cell < CELLS / 2; cell++) {
                at -= mass[cell] * Math.expm1(middle - cell * STEP);
            }
            if (at > delta) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Cooley and Tukey's, of a length that is a power of two. */
    private static void transform(double[] real, double[] imaginary, int sign) {
        int size = real.length;
        for (int i = 1, j = 0; i < size; i++) {
            int bit = size >> 1;
            while ((j & bit) != 0) {
                j ^= bit;
                bit >>= 1;
            }
            j ^= bit;
            if (i < j) {
                swap(real, i, j);
                swap(imaginary, i, j);
            }
        }
        for (int length = 2; length <= size; length <<= 1) {
            for (int k = 0; k < length / 2; k++) {
                double angle = sign * 2 * Math.PI * k / length;
                double cos = Math.cos(angle);
                double sin = Math.sin(angle);
                for (int i = k; i < size; i += length) {
                    int j = i + length / 2;
                    double re = real[j] * cos - imaginary[j] * sin;
                    double im = real[j] * sin + imaginary[j] * cos;
                    real[j] = real[i] - re;
                    imaginary[j] = imaginary[i] - im;
                    real[i] += re;
                    imaginary[i] += im;
                }
            }
        }
    }

    private static void swap(double[] values, int i, int j) {
        double value = values[i];
        values[i] = values[j];
        values[j] = value;
    }

    private static double between(double from, double to) {
        // The smaller tails, so that little is lost in the difference.
        return from > 0 ? normal(-from) - normal(-to) : normal(to) - normal(from);
    }

    /**
     * The standard normal law, to 1e-13.
     *
     * <p>Formula: Φ(x) = 1/2 + φ(x)·Σ x^{2k+1}/(1·3·…·(2k+1)) up to 4, and beyond it Laplace's continued fraction.
     */
    private static double normal(double x) {
        if (x < -39) {
            return 0;
        }
        double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        double size = Math.abs(x);
        if (size < 4) {
            double term = size;
            double sum = size;
            for (int k = 1; k < 120 && term > 1e-17 * sum; k++) {
                term *= size * size / (2 * k + 1);
                sum += term;
            }
            return x > 0 ? 0.5 + density * sum : 0.5 - density * sum;
        }
        double fraction = 0;
        for (int k = 60; k > 0; k--) {
            fraction = k / (size + fraction);
        }
        double tail = density / (size + fraction);
        return x > 0 ? 1 - tail : tail;
    }
}
