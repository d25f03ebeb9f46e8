package io.abacusdp.accounting.numeric;

/**
 * In-place discrete Fourier transform of a power-of-two number of complex values, stored as re, im, re, im, ...
 *
 * <p>Formula: Y_k = Σ_j z_j·e^{2πijk/m}; Y_k is left in slot p, where k is p with its bits reversed. No value is ever moved
 * to its natural place: whoever multiplies spectra does not care, and half of the memory traffic is saved.
 *
 * <p>Method: a block of coefficients is a polynomial modulo x^{2l} − s²; its remainders modulo x^l − s and x^l + s are its
 * two children. Two such levels are done at once (radix 4). The root s is constant in a block, so that the long passes
 * load no roots at all, and the roots of a level are a prefix of those of the next one. Depth first: a block that fits a
 * cache is finished while it is there.
 *
 * <p>Accuracy: a value passes log2(m) levels, each of which multiplies it by a root (relative error at most √2·u, of which
 * less than an ulp in each part), multiplies (√5·u) and adds (u), u = 2^−53. Hence each Y_k is within
 * ((1 + 4.7u)^{log2 m} − 1)·Σ|z_j| of the exact one.
 */
final class ComplexFft {
    /** Blocks of at most so many complex values (32 KiB) are transformed level by level, larger ones depth first. */
    private static final int BREADTH_FIRST = 1 << 11;

    private final int size;
    /** e^{iφ_b}, where φ_b is π times the fraction whose binary digits are those of b reversed. */
    private final double[] root;
    /** e^{3iφ_{2b}}, which a radix-4 block b needs besides root[b] and root[2b]. */
    private final double[] cube;

    /** @param size a power of two, at least 4 */
    ComplexFft(int size) {
        this.size = size;
        this.root = roots(size);
        this.cube = cubes(root, size / 4);
    }

    /** Real part of e^{iφ_b}, b below size. */
    double rootRe(int b) {
        return root[2 * b];
    }

    double rootIm(int b) {
        return root[2 * b + 1];
    }

    void forward(double[] z) {
        if (Integer.numberOfTrailingZeros(size) % 2 == 1) {
            addAndSubtract(z, size);
            descend(z, 0, size / 2, 0);
            descend(z, size, size / 2, 1);
        } else {
            descend(z, 0, size, 0);
        }
    }

    /** The inverse of {@link #forward}, times size. */
    void inverse(double[] z) {
        if (Integer.numberOfTrailingZeros(size) % 2 == 1) {
            ascend(z, 0, size / 2, 0);
            ascend(z, size, size / 2, 1);
            addAndSubtract(z, size);
        } else {
            ascend(z, 0, size, 0);
        }
    }

    private void descend(double[] z, int at, int length, int block) {
        if (length <= BREADTH_FIRST) {
            int blocks = 1;
            int first = block;
            for (int l = length; l >= 4; l /= 4) {
                for (int b = 0; b < blocks; b++) {
                    split(z, at + 2 * b * l, l / 4, first + b);
                }
                blocks *= 4;
                first *= 4;
            }
            return;
        }
        split(z, at, length / 4, block);
        for (int child = 0; child < 4; child++) {
            descend(z, at + child * (length / 2), length / 4, 4 * block + child);
        }
    }

    private void ascend(double[] z, int at, int length, int block) {
        if (length <= BREADTH_FIRST) {
            int blocks = length / 4;
            int first = block * blocks;
            for (int l = 4; l <= length; l *= 4) {
                for (int b = 0; b < blocks; b++) {
                    join(z, at + 2 * b * l, l / 4, first + b);
                }
                blocks /= 4;
                first /= 4;
            }
            return;
        }
        for (int child = 0; child < 4; child++) {
            ascend(z, at + child * (length / 2), length / 4, 4 * block + child);
        }
        join(z, at, length / 4, block);
    }

    /** y0,1 = (a0 + s·a2) ± (t·a1 + t³·a3), y2,3 = (a0 − s·a2) ± i(t·a1 − t³·a3), where t² = s is the root of the block. */
    private void split(double[] z, int at, int quarter, int block) {
        double sr = root[2 * block];
        double si = root[2 * block + 1];
        double tr = root[4 * block];
        double ti = root[4 * block + 1];
        double cr = cube[2 * block];
        double ci = cube[2 * block + 1];
        int step = 2 * quarter;
        for (int i0 = at, end = at + step; i0 < end; i0 += 2) {
            int i1 = i0 + step;
            int i2 = i1 + step;
            int i3 = i2 + step;
            double a0r = z[i0];
            double a0i = z[i0 + 1];
            double a1r = z[i1] * tr - z[i1 + 1] * ti;
            double a1i = z[i1] * ti + z[i1 + 1] * tr;
            double a2r = z[i2] * sr - z[i2 + 1] * si;
            double a2i = z[i2] * si + z[i2 + 1] * sr;
            double a3r = z[i3] * cr - z[i3 + 1] * ci;
            double a3i = z[i3] * ci + z[i3 + 1] * cr;
            double evenR = a0r + a2r;
            double evenI = a0i + a2i;
            double evenR2 = a0r - a2r;
            double evenI2 = a0i - a2i;
            double oddR = a1r + a3r;
            double oddI = a1i + a3i;
            double oddR2 = a1r - a3r;
            double oddI2 = a1i - a3i;
            z[i0] = evenR + oddR;
            z[i0 + 1] = evenI + oddI;
            z[i1] = evenR - oddR;
            z[i1 + 1] = evenI - oddI;
            z[i2] = evenR2 - oddI2;
            z[i2 + 1] = evenI2 + oddR2;
            z[i3] = evenR2 + oddI2;
            z[i3 + 1] = evenI2 - oddR2;
        }
    }

    /** Undoes {@link #split}, times 4. */
    private void join(double[] z, int at, int quarter, int block) {
        double sr = root[2 * block];
        double si = root[2 * block + 1];
        double tr = root[4 * block];
        double ti = root[4 * block + 1];
        double cr = cube[2 * block];
        double ci = cube[2 * block + 1];
        int step = 2 * quarter;
        for (int i0 = at, end = at + step; i0 < end; i0 += 2) {
            int i1 = i0 + step;
            int i2 = i1 + step;
            int i3 = i2 + step;
            double evenR = z[i0] + z[i1];
            double evenI = z[i0 + 1] + z[i1 + 1];
            double oddR = z[i0] - z[i1];
            double oddI = z[i0 + 1] - z[i1 + 1];
            double evenR2 = z[i2] + z[i3];
            double evenI2 = z[i2 + 1] + z[i3 + 1];
            double oddR2 = z[i2 + 1] - z[i3 + 1];
            double oddI2 = z[i3] - z[i2];
            z[i0] = evenR + evenR2;
            z[i0 + 1] = evenI + evenI2;
            double a1r = oddR + oddR2;
            double a1i = oddI + oddI2;
            z[i1] = a1r * tr + a1i * ti;
            z[i1 + 1] = a1i * tr - a1r * ti;
            double a2r = evenR - evenR2;
            double a2i = evenI - evenI2;
            z[i2] = a2r * sr + a2i * si;
            z[i2 + 1] = a2i * sr - a2r * si;
            double a3r = oddR - oddR2;
            double a3i = oddI - oddI2;
            z[i3] = a3r * cr + a3i * ci;
            z[i3 + 1] = a3i * cr - a3r * ci;
        }
    }

    /** The first level alone: its root is 1, and it is its own inverse up to the factor 2. */
    private static void addAndSubtract(double[] z, int size) {
        for (int i = 0; i < size; i++) {
            double a = z[i];
            double b = z[i + size];
            z[i] = a + b;
            z[i + size] = a - b;
        }
    }

    private static double[] roots(int count) {
        double[] w = new double[2 * count];
        w[0] = 1;
        w[3] = 1;
        // φ_{2b} = φ_b / 2 and φ_{2b+1} = φ_{2b} + π/2, so only even b need the functions; and of those in an octave
        // the second half mirrors the first: the angles of b and 3·2^s − 1 − b sum to π.
        for (int octave = 2; octave < count; octave *= 2) {
            for (int b = octave; b < octave + octave / 2; b += 2) {
                UnitRoots.put(w, 2 * b, reverse(b) / (2.0 * octave));
                w[2 * b + 2] = -w[2 * b + 1];
                w[2 * b + 3] = w[2 * b];
            }
            for (int b = octave; b < octave + octave / 2; b++) {
                int mirror = 3 * octave - 1 - b;
                w[2 * mirror] = -w[2 * b];
                w[2 * mirror + 1] = w[2 * b + 1];
            }
        }
        return w;
    }

    /** Three times an angle of the table is, up to half a turn, another angle of the table. */
    private static double[] cubes(double[] root, int count) {
        double[] w = new double[2 * count];
        w[0] = 1;
        for (int b = 1; b < count; b++) {
            int halfTurn = 2 * Integer.highestOneBit(2 * b);
            int tripled = 3 * reverse(2 * b);
            int turns = tripled / halfTurn;
            int remainder = tripled - turns * halfTurn;
            // The remainder is odd times a power of two, and so is a table index once its bits are reversed.
            int index = Integer.reverse(remainder) >>> (Integer.numberOfLeadingZeros(halfTurn) + 1);
            double sign = turns % 2 == 0 ? 1 : -1;
            w[2 * b] = sign * root[2 * index];
            w[2 * b + 1] = sign * root[2 * index + 1];
        }
        return w;
    }

    /** The bits of a positive number in reverse. */
    private static int reverse(int b) {
        return Integer.reverse(b) >>> Integer.numberOfLeadingZeros(b);
    }
}
