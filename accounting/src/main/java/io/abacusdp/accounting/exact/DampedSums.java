package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;

/**
 * The sums Σ v_j·(e^{ikhc_j} − 1) for k = 1..n over complex masses v_j at complex points c_j with Im c_j ≥ 0.
 *
 * <p>Formula: with small steps P = e^{ibhc} − 1, b &lt; 16, and large ones A = v·(e^{iαc} − 1), α = 16ah,
 *
 * <pre>v·(e^{i(α + bh)c} − 1) = A + (v + A)·P,</pre>
 *
 * so that a frequency costs one multiplication a node and no trigonometry. As |e^{iωc}| = e^{−ω·Im c} falls with ω, nodes at
 * either end are left out one after the other as it becomes negligible there: their terms are −v from then on.
 *
 * <p>Accuracy: in units of u·Σ |v_j||c_j|, u = 2^−53, with β = bh. No error grows, as |e^{iωc}| ≤ 1; and |e^{iωc} − 1| ≤ ω|c|.
 * e^{iωc} − 1 = E + (1 + E)·(e^{iω·Re c} − 1) with E = e^{−ω·Im c} − 1 errs by at most 15ω|c|: E by 4ω·Im c, 1 + E by 4, and the
 * last factor by 7ω|Re c|. A step of a recurrence D + d·(D + 1) keeps the error of D and adds 19 times the length of the step,
 * of which 15 are that of d, and |D|. At most 15 steps make P err by less than 35β|c|, and the at most seven since the last
 * sine make A, multiplied by v, err by less than 27|v|α|c|. The error of (v + A)(1 + P) − v is that of A times |1 + P| ≤ 1
 * and that of P times |v + A| ≤ |v|, and one more of v + A. Sums in blocks add their length l = 16 + size/16 times their
 * terms, which are at most |v|α|c|, and 2|v|β|c| for the parts of products. With four more for each of the sums and their
 * sum,
 *
 * <pre>(31 + l)·α + (48 + 2l)·β.</pre>
 *
 * <p>The mass of nodes left out is at least e^{30} times what is omitted or as small as that itself; so the round-off of
 * its sum is covered as well. What is omitted is at most a given size for each node.
 */
final class DampedSums {
    private static final int SMALL_STEPS = 16;

    /** Large steps after which the sines are computed afresh. */
    private static final int FRESH = 8;

    private static final int BLOCK = 16;

    private final double[] massReal;
    private final double[] massImaginary;
    private final double[] pointReal;
    private final double[] pointImaginary;
    private final int size;
    private final double[][] smallReal = new double[SMALL_STEPS][];
    private final double[][] smallImaginary = new double[SMALL_STEPS][];
    /** A. */
    private final double[] largeReal;

    private final double[] largeImaginary;
    /** v + A. */
    private final double[] movedReal;

    private final double[] movedImaginary;
    /** The nodes that are not left out. */
    private int from;

    private int to;
    private double leftOutReal;
    private double leftOutImaginary;

    /** Real parts of the sums. */
    final double[] real;
    /** Imaginary parts of the sums. */
    final double[] imaginary;
    /** A bound on the error in units of u·Σ |v||c|. */
    final double[] roundings;

    /**
     * The sums.
     *
     * @param size how many of the first entries of the arrays are nodes
     * @param negligible what may be omitted for each node
     */
    DampedSums(
            double[] massReal,
            double[] massImaginary,
            double[] pointReal,
            double[] pointImaginary,
            int size,
            double step,
            int n,
            double negligible) {
        this.massReal = massReal;
        this.massImaginary = massImaginary;
        this.pointReal = pointReal;
        this.pointImaginary = pointImaginary;
        this.size = size;
        real = new double[n + 1];
        imaginary = new double[n + 1];
        roundings = new double[n + 1];
        largeReal = new double[size];
        largeImaginary = new double[size];
        movedReal = massReal.clone();
        movedImaginary = massImaginary.clone();
        to = size;
        smallSteps(step, Math.min(n, SMALL_STEPS - 1));
        double[] stepReal = new double[size];
        double[] stepImaginary = new double[size];
        if (n >= SMALL_STEPS) {
            fresh(SMALL_STEPS * step, stepReal, stepImaginary);
        }
        for (int k = 0; k <= n; k += SMALL_STEPS) {
            if (k > 0) {
                largeStep(k / SMALL_STEPS, k * step, stepReal, stepImaginary);
                leaveOut(k * step, negligible);
            }
            sums(k, Math.min(n - k, SMALL_STEPS - 1), step);
        }
    }

    private void smallSteps(double step, int most) {
        for (int b = 1; b <= most; b++) {
            double[] re = new double[size];
            double[] im = new double[size];
            smallReal[b] = re;
            smallImaginary[b] = im;
            if (b == 1) {
                fresh(step, re, im);
            } else {
                FourierSums.advance(smallReal[b - 1], smallImaginary[b - 1], smallReal[1], smallImaginary[1], re, im);
            }
        }
    }

    /** As {@link FourierSums#advance} for A = v·D in place: A + d·(A + v). */
    private void largeStep(int a, double omega, double[] dReal, double[] dImaginary) {
        if (a % FRESH == 0) {
            fresh(omega, largeReal, largeImaginary);
        }
        for (int j = from; j < to; j++) {
            double x = largeReal[j];
            double y = largeImaginary[j];
            double massX = massReal[j];
            double massY = massImaginary[j];
            if (a % FRESH == 0) {
                largeReal[j] = x * massX - y * massY;
                largeImaginary[j] = x * massY + y * massX;
            } else {
                double u = dReal[j];
                double v = dImaginary[j];
                double movedX = movedReal[j];
                double movedY = movedImaginary[j];
                largeReal[j] = x + (u * movedX - v * movedY);
                largeImaginary[j] = y + (u * movedY + v * movedX);
            }
            movedReal[j] = massX + largeReal[j];
            movedImaginary[j] = massY + largeImaginary[j];
        }
    }

    /** e^{iωc} − 1. */
    private void fresh(double omega, double[] re, double[] im) {
        for (int j = from; j < to; j++) {
            double damping = NearZero.expm1(-omega * pointImaginary[j]);
            double half = 0.5 * omega * pointReal[j];
            double sine = Math.sin(half);
            re[j] = damping - (1 + damping) * 2 * sine * sine;
            im[j] = (1 + damping) * 2 * sine * Math.cos(half);
        }
    }

    private void leaveOut(double omega, double negligible) {
        while (from < to && isNegligible(to - 1, omega, negligible)) {
            to--;
            leftOutReal -= massReal[to];
            leftOutImaginary -= massImaginary[to];
        }
        while (from < to && isNegligible(from, omega, negligible)) {
            leftOutReal -= massReal[from];
            leftOutImaginary -= massImaginary[from];
            from++;
        }
    }

    private boolean isNegligible(int j, double omega, double negligible) {
        double modulus = Math.abs(massReal[j]) + Math.abs(massImaginary[j]);
        return 1.001 * modulus * Math.exp(-omega * pointImaginary[j]) <= negligible;
    }

    /** The sums for k + b, b = 0..most. */
    private void sums(int k, int most, double step) {
        double length = BLOCK + size / (double) BLOCK;
        double re = leftOutReal;
        double im = leftOutImaginary;
        for (int begin = from; begin < to; begin += BLOCK) {
            int end = Math.min(begin + BLOCK, to);
            double x = 0;
            double y = 0;
            for (int j = begin; j < end; j++) {
                x += largeReal[j];
                y += largeImaginary[j];
            }
            re += x;
            im += y;
        }
        for (int b = 0; b <= most; b++) {
            real[k + b] = re;
            imaginary[k + b] = im;
            roundings[k + b] = step * ((31 + length) * k + (48 + 2 * length) * b);
        }
        for (int b = 1; b <= most; b += 2) {
            int other = Math.min(b + 1, most);
            addProducts(k, b, other);
        }
    }

    /** Adds the sums of (v + A)·P for two small steps, or for one if both are the same. */
    private void addProducts(int k, int b, int other) {
        double[] oneReal = smallReal[b];
        double[] oneImaginary = smallImaginary[b];
        double[] otherReal = smallReal[other];
        double[] otherImaginary = smallImaginary[other];
        double re = 0;
        double im = 0;
        double re2 = 0;
        double im2 = 0;
        for (int begin = from; begin < to; begin += BLOCK) {
            int end = Math.min(begin + BLOCK, to);
            double x = 0;
            double y = 0;
            double x2 = 0;
            double y2 = 0;
            for (int j = begin; j < end; j++) {
                double u = movedReal[j];
                double v = movedImaginary[j];
                x += u * oneReal[j] - v * oneImaginary[j];
                y += u * oneImaginary[j] + v * oneReal[j];
                x2 += u * otherReal[j] - v * otherImaginary[j];
                y2 += u * otherImaginary[j] + v * otherReal[j];
            }
            re += x;
            im += y;
            re2 += x2;
            im2 += y2;
        }
        real[k + b] += re;
        imaginary[k + b] += im;
        if (other != b) {
            real[k + other] += re2;
            imaginary[k + other] += im2;
        }
    }
}
