package io.abacusdp.training.features;

import io.abacusdp.training.features.FourierRows.Table;
import java.util.Arrays;

/**
 * Scattering coefficients of pictures: how much there is of each orientation and scale around each place, and of each orientation in
 * that, with little regard to shifts of a pixel or two. A linear model on them is about as good as a private convolutional network.
 *
 * <p>Formula, with two scales, eight orientations and order 2: the picture x is continued by reflection, four pixels on each side;
 * S0 = φ*x, then for each scale j1 and orientation t1, S1 = φ*|ψ_{j1,t1}*x|, directly followed if j1 = 0 by S2 = φ*|ψ_{1,t2}*|ψ_{0,t1}*x||
 * for the eight t2: 81 channels. Moduli of scale 1 are taken at every second place, results at every fourth, without the border. Then
 * each 3 neighbouring channels are normalised over all places to mean 0 and variance 1, with 1e-5 added to the variance.
 * <p>Source: Bruna, Mallat 2013, arXiv:1203.1513; normalised in 27 groups as Tramèr, Boneh 2021, arXiv:2011.11660, section 3.
 * <p>Assumes: nothing of the data. It is a public function of one picture, the same bits in any company, so that privacy is that of
 * training on pictures.
 * <p>Accuracy: doubles inside; before normalisation within 1e-5 of values made elsewhere in single precision, and 1e-12 of the definition
 * computed by plain sums.
 * <p>Limits: pictures of one channel with sides that are multiples of 4, from 8 to 1024. Not safe for use by several threads.
 */
final class Scattering {
    static final int CHANNELS = 81;
    static final int REDUCTION = 4;

    /** Pictures that are worked on side by side, so that loops are long enough. */
    static final int LANES = 4;

    private static final int GROUP = 3;
    private static final double VARIANCE_FLOOR = 1e-5;

    private final int height;
    private final int width;
    private final int padded;
    private final int paddedWidth;
    private final double[][][][] wavelets;
    private final Grid fine;
    private final Grid coarse;
    private final double[] channels;

    /** @param height and width of the pictures, multiples of 4 */
    Scattering(int height, int width) {
        this.height = height;
        this.width = width;
        this.padded = height + 2 * REDUCTION;
        this.paddedWidth = width + 2 * REDUCTION;
        MorletFilters filters = new MorletFilters(padded, paddedWidth);
        this.wavelets = new double[MorletFilters.SCALES][MorletFilters.ANGLES][][];
        for (int scale = 0; scale < MorletFilters.SCALES; scale++) {
            for (int angle = 0; angle < MorletFilters.ANGLES; angle++) {
                wavelets[scale][angle] = inLanes(filters.wavelet(scale, angle));
            }
        }
        this.fine = new Grid(1);
        this.coarse = new Grid(2);
        this.channels = new double[LANES * outputs()];
    }

    private static double[][] inLanes(double[][] rows) {
        double[][] repeated = new double[rows.length][rows[0].length * LANES];
        for (int y = 0; y < rows.length; y++) {
            for (int i = 0; i < repeated[y].length; i++) {
                repeated[y][i] = rows[y][i / LANES];
            }
        }
        return repeated;
    }

    /** Numbers of one picture's features. */
    int outputs() {
        return height / REDUCTION * (width / REDUCTION) * CHANNELS;
    }

    /**
     * Features of some pictures, {height/4, width/4, 81} each.
     *
     * @param pictures one after the other, row by row
     * @param count of pictures, at most {@link #LANES}
     */
    void transform(float[] pictures, int count, float[] features, int at) {
        coefficients(pictures, count);
        for (int lane = 0; lane < count; lane++) {
            normalise(lane, features, at + lane * outputs());
        }
    }

    /** The coefficients before they are normalised, for tests. */
    double[] coefficients(float[] pictures, int count) {
        pad(pictures, count, fine.space);
        int channel = 0;
        fine.lowPass(fine.space, channel++);
        Table spectrum = Table.of(paddedWidth, padded * LANES);
        copy(fine.forward(fine.space), spectrum);
        Table second = Table.of(paddedWidth, padded * LANES);
        for (int t1 = 0; t1 < MorletFilters.ANGLES; t1++) {
            double[][] modulus = fine.modulus(spectrum, wavelets[0][t1]);
            fine.lowPass(modulus, channel++);
            copy(fine.forward(modulus), second);
            for (int t2 = 0; t2 < MorletFilters.ANGLES; t2++) {
                coarse.lowPass(coarse.modulus(second, wavelets[1][t2]), channel++);
            }
        }
        for (int t1 = 0; t1 < MorletFilters.ANGLES; t1++) {
            coarse.lowPass(coarse.modulus(spectrum, wavelets[1][t1]), channel++);
        }
        return channels;
    }

    private static void copy(Table from, Table to) {
        for (int y = 0; y < to.real().length; y++) {
            System.arraycopy(from.real()[y], 0, to.real()[y], 0, to.real()[y].length);
            System.arraycopy(from.imaginary()[y], 0, to.imaginary()[y], 0, to.imaginary()[y].length);
        }
    }

    private void pad(float[] pictures, int count, double[][] space) {
        for (int x = 0; x < padded; x++) {
            Arrays.fill(space[x], 0);
            int fromRow = reflected(x - REDUCTION, height);
            for (int y = 0; y < paddedWidth; y++) {
                int from = fromRow * width + reflected(y - REDUCTION, width);
                for (int lane = 0; lane < count; lane++) {
                    space[x][y * LANES + lane] = pictures[lane * height * width + from];
                }
            }
        }
    }

    /** The place that a place outside mirrors; the border itself is not repeated. */
    private static int reflected(int place, int side) {
        int inside = Math.abs(place);
        return inside < side ? inside : 2 * (side - 1) - inside;
    }

    private void normalise(int lane, float[] features, int at) {
        int places = outputs() / CHANNELS;
        int size = outputs();
        for (int group = 0; group < CHANNELS; group += GROUP) {
            double sum = 0;
            double squares = 0;
            for (int place = 0; place < places; place++) {
                for (int channel = group; channel < group + GROUP; channel++) {
                    sum += channels[lane * size + place * CHANNELS + channel];
                }
            }
            double mean = sum / (places * GROUP);
            for (int place = 0; place < places; place++) {
                for (int channel = group; channel < group + GROUP; channel++) {
                    double off = channels[lane * size + place * CHANNELS + channel] - mean;
                    squares += off * off;
                }
            }
            double scale = 1 / Math.sqrt(squares / (places * GROUP) + VARIANCE_FLOOR);
            for (int place = 0; place < places; place++) {
                for (int channel = group; channel < group + GROUP; channel++) {
                    int i = place * CHANNELS + channel;
                    features[at + i] = (float) ((channels[lane * size + i] - mean) * scale);
                }
            }
        }
    }

    /** Pictures at every place, or at every second: [row][column, lane]. Their spectra are [column frequency][row frequency, lane]. */
    private final class Grid {
        private final int step;
        private final int rows;
        private final int columns;
        private final FourierRows down;
        private final FourierRows across;
        private final double[][] lowDown;
        private final double[][] lowAcross;
        private final double[][] space;
        private final double[] low;
        private final Table whole;

        Grid(int step) {
            this.step = step;
            this.rows = padded / step;
            this.columns = paddedWidth / step;
            this.down = new FourierRows(rows, columns * LANES);
            this.across = new FourierRows(columns, rows * LANES);
            this.lowDown = MorletFilters.lowPass(padded, step);
            this.lowAcross = MorletFilters.lowPass(paddedWidth, step);
            this.space = new double[rows][columns * LANES];
            this.low = new double[columns * LANES];
            this.whole = Table.of(1, padded * LANES);
        }

        Table forward(double[][] real) {
            for (int x = 0; x < rows; x++) {
                System.arraycopy(real[x], 0, down.input().real()[x], 0, columns * LANES);
                Arrays.fill(down.input().imaginary()[x], 0);
            }
            Table half = down.forward();
            transpose(half, across.input(), rows, columns);
            return across.forward();
        }

        /** |ψ*x| at the places of this grid, from the spectrum of x at every place. */
        double[][] modulus(Table spectrum, double[][] wavelet) {
            Table input = across.input();
            for (int y = 0; y < columns; y++) {
                if (step == 1) {
                    filter(spectrum, wavelet, y, input.real()[y], input.imaginary()[y]);
                } else {
                    fold(spectrum, wavelet, y, input.real()[y], input.imaginary()[y]);
                }
            }
            transpose(across.backward(), down.input(), columns, rows);
            Table result = down.backward();
            double scale = 1.0 / (padded * (double) paddedWidth);
            for (int x = 0; x < rows; x++) {
                absolute(result.real()[x], result.imaginary()[x], space[x], scale);
            }
            return space;
        }

        private void absolute(double[] real, double[] imaginary, double[] to, double scale) {
            for (int i = 0; i < columns * LANES; i++) {
                to[i] = scale * Math.sqrt(real[i] * real[i] + imaginary[i] * imaginary[i]);
            }
        }

        private void filter(Table spectrum, double[][] wavelet, int y, double[] real, double[] imaginary) {
            double[] re = spectrum.real()[y];
            double[] im = spectrum.imaginary()[y];
            double[] filter = wavelet[y];
            for (int i = 0; i < rows * LANES; i++) {
                real[i] = re[i] * filter[i];
                imaginary[i] = im[i] * filter[i];
            }
        }

        /** What every second place sees of a spectrum: the sum of the frequencies that look the same there. */
        private void fold(Table spectrum, double[][] wavelet, int y, double[] real, double[] imaginary) {
            double[] re0 = spectrum.real()[y];
            double[] im0 = spectrum.imaginary()[y];
            double[] filter0 = wavelet[y];
            double[] re1 = spectrum.real()[y + columns];
            double[] im1 = spectrum.imaginary()[y + columns];
            double[] filter1 = wavelet[y + columns];
            double[] re = whole.real()[0];
            double[] im = whole.imaginary()[0];
            for (int i = 0; i < padded * LANES; i++) {
                re[i] = re0[i] * filter0[i] + re1[i] * filter1[i];
                im[i] = im0[i] * filter0[i] + im1[i] * filter1[i];
            }
            int half = rows * LANES;
            for (int i = 0; i < half; i++) {
                real[i] = re[i] + re[i + half];
                imaginary[i] = im[i] + im[i + half];
            }
        }

        /** φ*x at every fourth place, into a channel. */
        void lowPass(double[][] picture, int channel) {
            int outputRows = height / REDUCTION;
            int outputColumns = width / REDUCTION;
            int size = outputs();
            for (int m = 0; m < outputRows; m++) {
                Arrays.fill(low, 0);
                for (int x = 0; x < rows; x++) {
                    addTo(low, lowDown[m][x], picture[x]);
                }
                for (int n = 0; n < outputColumns; n++) {
                    int at = (m * outputColumns + n) * CHANNELS + channel;
                    for (int lane = 0; lane < LANES; lane++) {
                        double sum = 0;
                        for (int y = 0; y < columns; y++) {
                            sum += lowAcross[n][y] * low[y * LANES + lane];
                        }
                        channels[lane * size + at] = sum;
                    }
                }
            }
        }
    }

    private static void addTo(double[] sum, double factor, double[] row) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * row[i];
        }
    }

    private static void transpose(Table from, Table to, int outer, int inner) {
        for (int x = 0; x < outer; x++) {
            double[] re = from.real()[x];
            double[] im = from.imaginary()[x];
            for (int y = 0; y < inner; y++) {
                double[] toRe = to.real()[y];
                double[] toIm = to.imaginary()[y];
                for (int lane = 0; lane < LANES; lane++) {
                    toRe[x * LANES + lane] = re[y * LANES + lane];
                    toIm[x * LANES + lane] = im[y * LANES + lane];
                }
            }
        }
    }
}
