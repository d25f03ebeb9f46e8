package io.abacusdp.kernels;

/**
 * The inner loops of training, on ranges of float arrays that start at a position named …At. No method keeps state, so that
 * threads may share an instance. A range that is written must not overlap one that is read, unless stated.
 *
 * <p>An example's result is the same bits in any company: row i of a product, and value i of a function that works value by
 * value, do not depend on how many rows or values there are, on where they lie, nor on whether the JVM has compiled the loop. Two
 * kinds of kernels may differ from each other.
 */
public interface FloatKernels {
    /** The fastest that this JVM can run: on the Vector API if its module was added, else plain Java. */
    static FloatKernels fastest() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() ? new VectorKernels() : plain();
    }

    /** Plain Java: several times slower, and needs nothing. */
    static FloatKernels plain() {
        return new PlainKernels();
    }

    /** What these are, for reports. */
    String name();

    /** Whether these are the slow ones that run everywhere; whoever trains with them must tell the user. */
    boolean isFallback();

    /**
     * C = A·B with A of m × k, B of k × n, C of m × n.
     *
     * @param b all of its floats, k rows of them, must be there, also those beyond its n columns
     */
    void multiply(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c);

    /** C += A·B, otherwise as {@link #multiply}. */
    void multiplyAdd(int m, int n, int k, LeftFactor a, MatrixRows b, MatrixRows c);

    /** picture[place of the window i's value j] += from[rowLength·i + j], for every window of a picture. */
    void addWindows(Windows windows, float[] from, int fromAt, float[] picture, int pictureAt);

    /** to = the largest value of each window, for each channel; NaN may be lost. */
    void maxPool(Pooling pooling, float[] from, int fromAt, float[] to, int toAt);

    /** Adds each window's gradient to the first place of the window that holds its largest value. */
    void maxPoolGradient(
            Pooling pooling,
            float[] from,
            int fromAt,
            float[] to,
            int toAt,
            float[] gradientTo,
            int gradientToAt,
            float[] gradientFrom,
            int gradientFromAt);

    /** x = max(x, 0). */
    void relu(float[] x, int xAt, int length);

    /** gradient = 0 where y is not above 0, for y = max(x, 0). */
    void reluGradient(float[] y, int yAt, float[] gradient, int gradientAt, int length);

    /** x = scale / (1 + e^{−temperature·x}) − offset, to an absolute error of scale · 3e-7. */
    void temperedSigmoid(float[] x, int xAt, int length, float scale, float temperature, float offset);

    /** gradient *= the derivative of the tempered sigmoid where its value is y. */
    void temperedSigmoidGradient(
            float[] y,
            int yAt,
            float[] gradient,
            int gradientAt,
            int length,
            float scale,
            float temperature,
            float offset);

    /** y += factor · x. */
    void addScaled(float factor, float[] x, int xAt, float[] y, int yAt, int length);

    /** y += the sum of rows of x, xRow apart. */
    void sumRows(int rows, int columns, float[] x, int xAt, int xRow, float[] y, int yAt);

    /** y = factor · x; x and y may be the same range. */
    void scale(float factor, float[] x, int xAt, float[] y, int yAt, int length);

    /**
     * What {@link #squaredNorm} may be below the true value, relative to itself: 20 roundings of floats, u = 2^-24 each.
     *
     * <p>Derivation: on vectors, a lane adds at most 16 squares by fused multiply-adds, and two more additions bring four lanes
     * together: 18 roundings of sums of positive numbers, each by at most u of the sum. Lanes are then added as doubles, one for
     * 64 squares, so fewer than 2^25 additions of 2^-53 each, u/16 in all. In plain Java, and for what does not fill a vector, each
     * square is rounded once, and fewer than 2^31 additions of doubles make at most 4u. Both stay below 19u, and 1/(1 − 19u) below
     * 1 + 20u. Where a square or a sum is below the least normal float, at most 2^-149 is lost at a time: less than the
     * {@code length · 2^-126} that is added.
     */
    double SQUARED_NORM_ERROR = 20 * 0x1p-24;

    /**
     * Σ x²: the true value is at most 1 + {@link #SQUARED_NORM_ERROR} times what is returned, and at least 1 − that times what is
     * returned less length · 2^-125. Infinite or not a number if some x is, or if the square of some x overflows a float.
     */
    double squaredNorm(float[] x, int xAt, int length);

    /**
     * sum += (x + rounder) − rounder in doubles, for a matrix of floats and one of doubles whose rows are sumRow apart. With a
     * rounder of 1.5·2^52 steps, a power of two, this adds x rounded to whole steps, exactly as long as x is below 2^51 steps and
     * the sum below 2^53; with 0 it adds x.
     */
    void addRounded(int rows, int columns, MatrixRows x, double rounder, double[] sum, int sumAt, int sumRow);
}
