package io.abacusdp.training.features;

/** Scattering by plain sums over places, from the definition and without Fourier transforms. */
final class NaiveScattering {
    private final int height;
    private final int width;
    private final int rows;
    private final int columns;

    NaiveScattering(int height, int width) {
        this.height = height;
        this.width = width;
        this.rows = height + 8;
        this.columns = width + 8;
    }

    /** {height/4, width/4, 81}. */
    double[] coefficients(float[] picture) {
        double[][] x = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                x[i][j] = picture[mirror(i - 4, height) * width + mirror(j - 4, width)];
            }
        }
        double[] result = new double[height / 4 * (width / 4) * 81];
        int channel = 0;
        store(lowPass(x, 1), channel++, result);
        for (int t1 = 0; t1 < 8; t1++) {
            double[][] first = modulus(x, 0, t1);
            store(lowPass(first, 1), channel++, result);
            for (int t2 = 0; t2 < 8; t2++) {
                store(lowPass(modulus(first, 1, t2), 2), channel++, result);
            }
        }
        for (int t1 = 0; t1 < 8; t1++) {
            store(lowPass(modulus(x, 1, t1), 2), channel++, result);
        }
        return result;
    }

    private static int mirror(int i, int side) {
        return i < 0 ? -i : i >= side ? 2 * side - 2 - i : i;
    }

    private void store(double[][] map, int channel, double[] result) {
        for (int m = 0; m < height / 4; m++) {
            for (int n = 0; n < width / 4; n++) {
                result[(m * (width / 4) + n) * 81 + channel] = map[m + 1][n + 1];
            }
        }
    }

    /** |ψ*x| at every 2^j-th place. */
    private double[][] modulus(double[][] x, int j, int t) {
        double[][][] psi = morlet(0.8 * (1 << j), 3 * Math.PI / 4 / (1 << j), (3 - t) * Math.PI / 8);
        int step = 1 << j;
        double[][] result = new double[rows / step][columns / step];
        for (int a = 0; a < rows / step; a++) {
            for (int b = 0; b < columns / step; b++) {
                double re = 0;
                double im = 0;
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < columns; k++) {
                        int p = Math.floorMod(a * step - i, rows);
                        int q = Math.floorMod(b * step - k, columns);
                        re += x[i][k] * psi[p][q][0];
                        im += x[i][k] * psi[p][q][1];
                    }
                }
                result[a][b] = Math.hypot(re, im);
            }
        }
        return result;
    }

    /** φ*x at every fourth place of the picture, from x at every step-th; each place then stands for step² ones. */
    private double[][] lowPass(double[][] x, int step) {
        double[][][] phi = gabor(1.6, 0, 0, 1);
        double[][] result = new double[rows / 4][columns / 4];
        for (int a = 0; a < rows / 4; a++) {
            for (int b = 0; b < columns / 4; b++) {
                for (int i = 0; i < rows / step; i++) {
                    for (int k = 0; k < columns / step; k++) {
                        result[a][b] += step
                                * step
                                * x[i][k]
                                * phi[Math.floorMod(4 * a - step * i, rows)][Math.floorMod(4 * b - step * k, columns)][
                                        0];
                    }
                }
            }
        }
        return result;
    }

    private double[][][] morlet(double sd, double frequency, double angle) {
        double[][][] wave = gabor(sd, frequency, angle, 0.5);
        double[][][] envelope = gabor(sd, 0, angle, 0.5);
        double re = 0;
        double im = 0;
        double whole = 0;
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < columns; k++) {
                re += wave[i][k][0];
                im += wave[i][k][1];
                whole += envelope[i][k][0];
            }
        }
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < columns; k++) {
                wave[i][k][0] -= re / whole * envelope[i][k][0];
                wave[i][k][1] -= im / whole * envelope[i][k][0];
            }
        }
        return wave;
    }

    /** By the matrix R·diag(1, slant²)·Rᵀ/2sd² of the exponent, written out. */
    private double[][][] gabor(double sd, double frequency, double angle, double slant) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        double m00 = (c * c + slant * slant * s * s) / (2 * sd * sd);
        double m01 = c * s * (1 - slant * slant) / (2 * sd * sd);
        double m11 = (s * s + slant * slant * c * c) / (2 * sd * sd);
        double[][][] values = new double[rows][columns][2];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < columns; k++) {
                for (int down = -2; down <= 2; down++) {
                    for (int right = -2; right <= 2; right++) {
                        double x = i + (double) down * rows;
                        double y = k + (double) right * columns;
                        double size = Math.exp(-(m00 * x * x + 2 * m01 * x * y + m11 * y * y));
                        double phase = frequency * (c * x + s * y);
                        values[i][k][0] += size * Math.cos(phase) * slant / (2 * Math.PI * sd * sd);
                        values[i][k][1] += size * Math.sin(phase) * slant / (2 * Math.PI * sd * sd);
                    }
                }
            }
        }
        return values;
    }
}
