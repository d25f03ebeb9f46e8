package io.abacusdp.kernels;

/**
 * The inner loops of training, on ranges of float arrays that start at a position named …At. No method keeps state, so that
 * threads may share an instance. A range that is written must not overlap one that is read, unless stated.
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
    void multiply(int m, int n, int k, Left a, Rows b, Rows c);

    /** C += A·B, otherwise as {@link #multiply}. */
    void multiplyAdd(int m, int n, int k, Left a, Rows b, Rows c);

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
     * Σ x², never below the true value by more than 2e-6 of it, nor above it by more than that and length · 1.2e-38 (squares
     * may underflow). Infinite or not a number if some x is, or if the square of some x overflows a float.
     */
    double squaredNorm(float[] x, int xAt, int length);
}
