package io.abacusdp.training.features;

/**
 * Filters of a scattering transform on a periodic grid: Morlet wavelets, by their Fourier transforms, and a Gaussian, which is a product
 * of one along each axis.
 *
 * <p>Formula: a Gabor function of standard deviation σ, frequency ξ, angle θ and slant s is (s / 2πσ²)·e^{−(u² + s²v²)/2σ² + iξu}, u
 * along θ and v across it, periodised over 5 x 5 copies of the grid; the Morlet wavelet is it minus the multiple of the same with ξ = 0
 * that makes its sum 0. At scale j, σ = 0.8·2^j, ξ = 3π/4/2^j, s = 1/2, θ = (3 − t)·π/8 for t from 0 to 7. The low-pass is the
 * Gaussian of σ = 1.6.
 * <p>Source: Bruna, Mallat 2013, arXiv:1203.1513, section 2, with the constants of Andreux et al. 2020 (Kymatio), arXiv:1812.11214.
 * <p>Accuracy: doubles; copies beyond the fifth are below e^{−50} of the largest value for sides from 16.
 */
final class MorletFilters {
    static final int SCALES = 2;
    static final int ANGLES = 8;

    private static final double DEVIATION = 0.8;
    private static final double LOW_PASS_DEVIATION = DEVIATION * 2;
    private static final double FREQUENCY = 3 * Math.PI / 4;
    private static final double SLANT = 4.0 / ANGLES;
    private static final int COPIES = 2;

    private final int height;
    private final int width;

    MorletFilters(int height, int width) {
        this.height = height;
        this.width = width;
    }

    /** The wavelet's Fourier transform, which is real, at [column frequency][row frequency]. */
    double[][] wavelet(int scale, int angle) {
        double deviation = DEVIATION * (1 << scale);
        double frequency = FREQUENCY / (1 << scale);
        double theta = (ANGLES / 2 - 1 - angle) * Math.PI / ANGLES;
        FourierRows.Table wave = gabor(deviation, frequency, theta);
        FourierRows.Table envelope = gabor(deviation, 0, theta);
        // Its sum is real: what belongs to opposite places is conjugate.
        double share = sum(wave.real()) / sum(envelope.real());
        for (int x = 0; x < height; x++) {
            for (int y = 0; y < width; y++) {
                wave.real()[x][y] -= share * envelope.real()[x][y];
            }
        }
        return transform(wave);
    }

    private FourierRows.Table gabor(double deviation, double frequency, double theta) {
        FourierRows.Table table = FourierRows.Table.of(height, width);
        double norm = SLANT / (2 * Math.PI * deviation * deviation);
        double cos = Math.cos(theta);
        double sin = Math.sin(theta);
        for (int x = 0; x < height; x++) {
            for (int y = 0; y < width; y++) {
                for (int down = -COPIES; down <= COPIES; down++) {
                    for (int right = -COPIES; right <= COPIES; right++) {
                        double px = x + down * (double) height;
                        double py = y + right * (double) width;
                        double along = cos * px + sin * py;
                        double across = SLANT * (cos * py - sin * px);
                        double value =
                                norm * Math.exp(-(along * along + across * across) / (2 * deviation * deviation));
                        table.real()[x][y] += value * Math.cos(frequency * along);
                        table.imaginary()[x][y] += value * Math.sin(frequency * along);
                    }
                }
            }
        }
        return table;
    }

    private static double sum(double[][] rows) {
        double sum = 0;
        for (double[] row : rows) {
            for (double value : row) {
                sum += value;
            }
        }
        return sum;
    }

    private double[][] transform(FourierRows.Table table) {
        FourierRows down = new FourierRows(height, width);
        FourierRows across = new FourierRows(width, height);
        for (int x = 0; x < height; x++) {
            System.arraycopy(table.real()[x], 0, down.input().real()[x], 0, width);
            System.arraycopy(table.imaginary()[x], 0, down.input().imaginary()[x], 0, width);
        }
        FourierRows.Table half = down.forward();
        for (int x = 0; x < height; x++) {
            for (int y = 0; y < width; y++) {
                across.input().real()[y][x] = half.real()[x][y];
                across.input().imaginary()[y][x] = half.imaginary()[x][y];
            }
        }
        double[][] result = new double[width][height];
        FourierRows.Table whole = across.forward();
        for (int y = 0; y < width; y++) {
            System.arraycopy(whole.real()[y], 0, result[y], 0, height);
        }
        return result;
    }

    /**
     * The low-pass along one axis from a grid of a step to every fourth place: at [output][input], the outputs being those inside the
     * border of four.
     *
     * @param side of the grid of step 1
     */
    static double[][] lowPass(int side, int step) {
        int outputs = side / Scattering.REDUCTION - 2;
        double[][] matrix = new double[outputs][side / step];
        for (int m = 0; m < outputs; m++) {
            for (int n = 0; n < side / step; n++) {
                for (int copy = -COPIES - 1; copy <= COPIES + 1; copy++) {
                    double distance = (m + 1.0) * Scattering.REDUCTION - n * step + copy * side;
                    matrix[m][n] += step
                            * Math.exp(-distance * distance / (2 * LOW_PASS_DEVIATION * LOW_PASS_DEVIATION))
                            / (Math.sqrt(2 * Math.PI) * LOW_PASS_DEVIATION);
                }
            }
        }
        return matrix;
    }
}
