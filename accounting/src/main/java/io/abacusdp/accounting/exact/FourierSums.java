package io.abacusdp.accounting.exact;

/**
 * The sums φ(kh) − 1 = Σ v_j·(e^{ikhc_j} − 1) for k = 1..n over masses v_j at points c_j.
 *
 * <p>Formula: with small steps P_b = e^{ibhc} − 1, b = 1..B, and large ones A = v·(e^{iαc} − 1), α = a(2B + 1)h,
 *
 * <pre>v·(e^{i(αc ± bhc)} − 1) = A + v·P + A·P,</pre>
 *
 * with P conjugated for the minus sign. The four sums over the products of the parts of A and P serve both signs, so that a
 * frequency costs two multiplications a node and no trigonometry.
 *
 * <p>Accuracy: in units of u·Σ v_j|c_j|, u = 2^−53, with β = bh. e^{iωc} − 1 by sine and cosine errs by at most 7ω|c|. A step of a
 * recurrence D + d·(D + 1), |D + 1| = 1, keeps the error of D and adds 11 times the length of the step and |D|. At most 24
 * steps make P_b err by less than 24β|c|, and the at most seven since the last sine make A err by less than 16vα|c|. The
 * error of (v + A)(1 + P) − v is that of A times |1 + P| = 1 and that of P times |v + A| = v. Sums in blocks add their
 * length times their terms, which are at most vα|c|, vβ|c|, and √2·|A·P| ≤ 3vβ|c|. In all,
 *
 * <pre>(41 + size/64)·(α + β) + 3·(36 + size/32)·β,</pre>
 *
 * the second term only where there is a large step. Nothing is rounded relative to one, so that the errors of small sums are small.
 */
final class FourierSums {
    /** Small steps where large ones are needed as well. */
    private static final int SMALL_STEPS = 16;

    /** With as few frequencies as this, small steps are enough. */
    private static final int MAX_SMALL_STEPS = 24;

    /** Large steps after which the sines are computed afresh. */
    private static final int FRESH = 8;

    private static final int LANES = 8;
    private static final int BLOCK = 64;
    private static final int PRODUCT_BLOCK = 32;

    private final int size;
    private final double[] mass;
    private final double[] points;
    private final double step;
    /** Re φ(kh) − 1. */
    final double[] real;
    /** Im φ(kh). */
    final double[] imaginary;
    /** A bound on the error in units of u·Σ v|c|. */
    final double[] roundings;

    /** The sums; only the first entries of the arrays, as many as size says, are nodes. */
    FourierSums(double[] mass, double[] points, int size, double step, int n) {
        this.mass = mass;
        this.points = points;
        this.size = size;
        this.step = step;
        real = new double[n + 1];
        imaginary = new double[n + 1];
        roundings = new double[n + 1];
        int most = n <= MAX_SMALL_STEPS ? n : SMALL_STEPS;
        double[][] smallReal = new double[most + 1][];
        double[][] smallImaginary = new double[most + 1][];
        smallSteps(most, smallReal, smallImaginary);
        if (most < n) {
            largeSteps(most, n, smallReal, smallImaginary);
        }
    }

    private void smallSteps(int most, double[][] smallReal, double[][] smallImaginary) {
        double[] stepReal = new double[size];
        double[] stepImaginary = new double[size];
        fresh(step, stepReal, stepImaginary);
        smallReal[1] = stepReal;
        smallImaginary[1] = stepImaginary;
        for (int b = 1; b <= most; b++) {
            if (b > 1) {
                smallReal[b] = new double[size];
                smallImaginary[b] = new double[size];
                advance(
                        smallReal[b - 1],
                        smallImaginary[b - 1],
                        stepReal,
                        stepImaginary,
                        smallReal[b],
                        smallImaginary[b]);
            }
            put(b, 0, b, weighted(smallReal[b]), weighted(smallImaginary[b]));
        }
    }

    private void largeSteps(int most, int n, double[][] smallReal, double[][] smallImaginary) {
        int width = 2 * most + 1;
        double[] stepReal = new double[size];
        double[] stepImaginary = new double[size];
        double[] nowReal = new double[size];
        double[] nowImaginary = new double[size];
        double[] products = new double[4];
        fresh(width * step, stepReal, stepImaginary);
        for (int a = 1; a * width - most <= n; a++) {
            int centre = a * width;
            if (a % FRESH == 1) {
                fresh(centre * step, nowReal, nowImaginary);
                weigh(nowReal);
                weigh(nowImaginary);
            } else {
                advanceWeighted(stepReal, stepImaginary, nowReal, nowImaginary);
            }
            double sumReal = sum(nowReal);
            double sumImaginary = sum(nowImaginary);
            if (centre <= n) {
                put(centre, centre, 0, sumReal, sumImaginary);
            }
            for (int b = Math.max(1, centre - n); b <= most; b++) {
                multiply(nowReal, nowImaginary, smallReal[b], smallImaginary[b], products);
                double smallSumReal = real[b];
                double smallSumImaginary = imaginary[b];
                put(
                        centre - b,
                        centre,
                        b,
                        (sumReal + smallSumReal) + (products[0] + products[1]),
                        (sumImaginary - smallSumImaginary) + (products[3] - products[2]));
                if (centre + b <= n) {
                    put(
                            centre + b,
                            centre,
                            b,
                            (sumReal + smallSumReal) + (products[0] - products[1]),
                            (sumImaginary + smallSumImaginary) + (products[3] + products[2]));
                }
            }
        }
    }

    /** Keeps φ(kh) − 1 for k = large ± small. */
    private void put(int k, int large, int small, double x, double y) {
        real[k] = x;
        imaginary[k] = y;
        double products = large == 0 || small == 0 ? 0 : 3 * (4 + PRODUCT_BLOCK + size / (double) PRODUCT_BLOCK);
        roundings[k] = step * ((27 + 6 + LANES + size / (double) BLOCK) * (large + small) + products * small);
    }

    /** e^{iωc} − 1. */
    private void fresh(double omega, double[] freshReal, double[] freshImaginary) {
        for (int j = 0; j < size; j++) {
            double half = 0.5 * omega * points[j];
            double sine = Math.sin(half);
            freshReal[j] = -2 * sine * sine;
            freshImaginary[j] = 2 * sine * Math.cos(half);
        }
    }

    private void weigh(double[] values) {
        for (int j = 0; j < size; j++) {
            values[j] *= mass[j];
        }
    }

    /** With D = e^{iωc} − 1 and d = e^{ihc} − 1: e^{i(ω+h)c} − 1 = D + d·(D + 1). */
    static void advance(
            double[] fromReal, double[] fromImaginary, double[] dReal, double[] dImaginary, double[] re, double[] im) {
        for (int j = 0; j < re.length; j++) {
            double x = fromReal[j];
            double y = fromImaginary[j];
            double u = dReal[j];
            double v = dImaginary[j];
            re[j] = x + (u * (x + 1) - v * y);
            im[j] = y + (u * y + v * (x + 1));
        }
    }

    /** The same for v·D in place: v·D + d·(v·D + v). */
    private void advanceWeighted(double[] dReal, double[] dImaginary, double[] re, double[] im) {
        for (int j = 0; j < size; j++) {
            double x = re[j];
            double y = im[j];
            double u = dReal[j];
            double v = dImaginary[j];
            double moved = x + mass[j];
            re[j] = x + (u * moved - v * y);
            im[j] = y + (u * y + v * moved);
        }
    }

    /** The sums over the products of parts: both real, both imaginary, real with imaginary, imaginary with real. */
    private void multiply(double[] re, double[] im, double[] otherRe, double[] otherIm, double[] into) {
        double real2 = 0;
        double imaginary2 = 0;
        double realImaginary = 0;
        double imaginaryReal = 0;
        for (int from = 0; from < size; from += PRODUCT_BLOCK) {
            int to = Math.min(from + PRODUCT_BLOCK, size);
            double rr = 0;
            double ii = 0;
            double ri = 0;
            double ir = 0;
            for (int j = from; j < to; j++) {
                double x = re[j];
                double y = im[j];
                double u = otherRe[j];
                double v = otherIm[j];
                rr += x * u;
                ii += y * v;
                ri += x * v;
                ir += y * u;
            }
            real2 += rr;
            imaginary2 += ii;
            realImaginary += ri;
            imaginaryReal += ir;
        }
        into[0] = real2;
        into[1] = imaginary2;
        into[2] = realImaginary;
        into[3] = imaginaryReal;
    }

    private double weighted(double[] values) {
        double[] products = new double[size];
        for (int j = 0; j < size; j++) {
            products[j] = values[j] * mass[j];
        }
        return sum(products);
    }

    private double sum(double[] values) {
        double total = 0;
        for (int from = 0; from < size; from += BLOCK) {
            total += blockSum(values, from, Math.min(from + BLOCK, size));
        }
        return total;
    }

    private static double blockSum(double[] values, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int j = from;
        for (; j + LANES <= to; j += LANES) {
            s0 += values[j];
            s1 += values[j + 1];
            s2 += values[j + 2];
            s3 += values[j + 3];
            s4 += values[j + 4];
            s5 += values[j + 5];
            s6 += values[j + 6];
            s7 += values[j + 7];
        }
        for (; j < to; j++) {
            s0 += values[j];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }
}
