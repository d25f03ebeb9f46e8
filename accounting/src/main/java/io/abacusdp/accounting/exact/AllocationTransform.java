package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.RoundOff;

/**
 * Ψ of a level ({@link AllocationLevel}) at p_j = u + ijd, j = 0..n, with error bounds.
 *
 * <p>Formula: with x = q(Y − 1), D = e^x − 1 and g = D − x, a step from q_a by q_b is g(x_a + x_b) = g(x_a) + g(x_b) + D(x_a)·D(x_b) and
 * e^{x_a + x_b} = e^{x_a} + e^{x_a}·D(x_b), so that exponentials are needed for every B-th q and for the first B steps only.
 *
 * <p>Accuracy: in units of u = 2^−53. Terms of a sum err by at most 40 + b, b the roundings of mass and weight, of |g(x_a)| + |g(x_b)| + |D(x_a)·D(x_b)|,
 * which is at most E·min(s²/2, 8 + s) with s = (|q_a| + |q_b|)·|Y − 1| ≤ √2·|q|·|Y − 1| and E ≥ max(1, |e^{x_a}|); in blocks of 16 whose sums are
 * added with compensation. An error r of Y moves g by |D|·|q|·r ≤ min(s, 2)·E·|q|·r. The first D and g are by the series up to |x| = 1/2.
 * By method: spacing, as {@link AllocationNodes} says, with |g| ≤ |q|²·(1 + Y)²·e^{uY/t}/2; and the nodes that are left out, which are less than
 * |q|²·10^−21 below, and far less above.
 */
final class AllocationTransform {
    private static final int BLOCK = 16;

    private static final double[] INVERSE_FACTORIAL = new double[16];

    static {
        INVERSE_FACTORIAL[0] = 1;
        for (int k = 1; k < INVERSE_FACTORIAL.length; k++) {
            INVERSE_FACTORIAL[k] = 1 / factorial(k);
        }
    }

    private final AllocationLevel level;
    private final AllocationNodes nodes;
    private final double u;
    private final double step;
    private final int n;
    private final int small;
    /** How many of the nodes matter. */
    private final int size;
    /** First node at which the level differs from the lower one. */
    private final int from;
    /** Parts of mass times the weight of which g is taken: that of the cut for the lowest level, else of the lower cut. */
    private final double[] bulkReal;

    private final double[] bulkImaginary;
    private final double[] jumpReal;
    private final double[] jumpImaginary;
    /** Moduli of these, and what they err by. */
    private final double[] bulk;

    private final double[] bulkRoundings;
    private final double[] jump;
    private final double[] jumpRoundings;
    private final AllocationLoss lost;
    private final double spacingOfBulk;
    private final double spacingOfJump;
    /** Jumps that are left out, at most. */
    private final double omittedJump;

    /** Re Ψ. */
    final double[] real;
    /** Im Ψ. */
    final double[] imaginary;
    /** Bounds on the errors. */
    final double[] errors;

    AllocationTransform(AllocationLevel level, double u, double step, int n) {
        this.level = level;
        this.nodes = level.nodes();
        this.u = u;
        this.step = step;
        this.n = n;
        small = Math.max(1, Math.min(64, (int) Math.sqrt(n + 1.0)));
        size = nodes.count(level.cut(), u / level.batches());
        bulkReal = new double[size];
        bulkImaginary = new double[size];
        bulk = new double[size];
        bulkRoundings = new double[size];
        jumpReal = new double[size];
        jumpImaginary = new double[size];
        jump = new double[size];
        jumpRoundings = new double[size];
        double base = level.isLowest() ? level.cut() : level.lower();
        double angle = nodes.slope * nodes.height;
        double cosine = Math.cos(angle);
        double sine = Math.sin(angle);
        double omitted = 0;
        int begin = level.isLowest() ? size : 0;
        for (int l = 0; l < size; l++) {
            double exponent = Math.exp(nodes.slope * (nodes.x[l] - base));
            double mr = nodes.massReal[l];
            double mi = nodes.massImaginary[l];
            double mass = Math.sqrt(mr * mr + mi * mi);
            double rounding = nodes.massRoundings(l, base);
            // w = e^{−A}; 1 − w = −expm1(−A).
            double re = expm1Real(-exponent * cosine, -exponent * sine);
            double im = expm1Imaginary(-exponent * cosine, -exponent * sine);
            double wr = 1 + re;
            bulkReal[l] = mr * wr - mi * im;
            bulkImaginary[l] = mr * im + mi * wr;
            bulk[l] = mass * Math.exp(-exponent * cosine);
            bulkRoundings[l] = rounding;
            if (!level.isLowest()) {
                // w_c − w_b = −w_c·expm1(−(A_b − A_c)).
                double upper = Math.exp(nodes.slope * (nodes.x[l] - level.cut()));
                double difference = exponent * -Math.expm1(-nodes.slope * (level.cut() - level.lower()));
                double dr = -expm1Real(-difference * cosine, -difference * sine);
                double di = -expm1Imaginary(-difference * cosine, -difference * sine);
                double decay = Math.exp(-upper * cosine);
                double vr = decay * Math.cos(upper * sine);
                double vi = -decay * Math.sin(upper * sine);
                double jr = vr * dr - vi * di;
                double ji = vr * di + vi * dr;
                double modulus = mass * Math.sqrt(jr * jr + ji * ji);
                double growth = Math.exp(u * nodes.modulus[l] / level.batches());
                if (!(modulus * growth > 1e-45)) {
                    omitted += modulus * growth;
                    if (begin == l) {
                        begin = l + 1;
                    }
                    continue;
                }
                jumpReal[l] = mr * jr - mi * ji;
                jumpImaginary[l] = mr * ji + mi * jr;
                jump[l] = modulus;
                jumpRoundings[l] = nodes.massRoundings(l, level.cut()) + rounding;
            }
        }
        from = begin;
        lost = new AllocationLoss(nodes, base);
        double edges = 2 * nodes.spacingError();
        omittedJump = omitted * (1 + 1e-9) + 1e-60;
        spacingOfBulk = edges * edgeOfBulk(base);
        spacingOfJump = level.isLowest() ? 0 : edges * edgeOfJump();
        real = new double[n + 1];
        imaginary = new double[n + 1];
        errors = new double[n + 1];
        fill();
    }

    /** An upper bound of ∫ n·|w|·(1 + Y)²·e^{uY/t}/2 along either edge, without the factor e^{2a²}. */
    private double edgeOfBulk(double base) {
        double rate = u / level.batches();
        return nodes.upperSum((low, high, below, above) -> {
            double log = rate * above - AllocationNodes.LEAST_COSINE * Math.exp(nodes.slope * (low - base));
            return 0.5 * (1 + above) * (1 + above) * Math.exp(log);
        }) + 1e-20;
    }

    private double edgeOfJump() {
        double rate = u / level.batches();
        return nodes.upperSum((low, high, below, above) -> Math.exp(Math.min(
                                nodes.slope * (high - level.lower()),
                                Math.log(2)
                                        - AllocationNodes.LEAST_COSINE * Math.exp(nodes.slope * (low - level.cut())))
                        + rate * above))
                + 1e-60;
    }

    private void fill() {
        double t = level.batches();
        double[][] stepReal = new double[small][];
        double[][] stepImaginary = new double[small][];
        double[] stepSumReal = new double[small];
        double[] stepSumImaginary = new double[small];
        double[] value = new double[4];
        for (int b = 1; b < small; b++) {
            double[] re = new double[size];
            double[] im = new double[size];
            double q = b * step / t;
            CompensatedPair sum = new CompensatedPair();
            for (int l = 0; l < size; l++) {
                exponential(-q * nodes.excessImaginary[l], q * nodes.excessReal[l], value);
                re[l] = value[0];
                im[l] = value[1];
                sum.add(
                        bulkReal[l] * value[2] - bulkImaginary[l] * value[3],
                        bulkReal[l] * value[3] + bulkImaginary[l] * value[2]);
            }
            stepReal[b] = re;
            stepImaginary[b] = im;
            stepSumReal[b] = sum.real();
            stepSumImaginary[b] = sum.imaginary();
        }
        double[] weightedReal = new double[size];
        double[] weightedImaginary = new double[size];
        double[] movedReal = new double[size];
        double[] movedImaginary = new double[size];
        double[] growth = new double[size];
        double[] dot = new double[2];
        for (int first = 0; first <= n; first += small) {
            double qr = u / t;
            double qi = first * step / t;
            CompensatedPair sumBulk = new CompensatedPair();
            CompensatedPair sumJump = new CompensatedPair();
            for (int l = 0; l < size; l++) {
                double er = nodes.excessReal[l];
                double ei = nodes.excessImaginary[l];
                exponential(qr * er - qi * ei, qr * ei + qi * er, value);
                double wr = bulkReal[l];
                double wi = bulkImaginary[l];
                weightedReal[l] = wr * value[0] - wi * value[1];
                weightedImaginary[l] = wr * value[1] + wi * value[0];
                sumBulk.add(wr * value[2] - wi * value[3], wr * value[3] + wi * value[2]);
                double x = 1 + value[0];
                double y = value[1];
                growth[l] = Math.sqrt(x * x + y * y);
                if (l >= from) {
                    movedReal[l] = jumpReal[l] * x - jumpImaginary[l] * y;
                    movedImaginary[l] = jumpReal[l] * y + jumpImaginary[l] * x;
                    sumJump.add(movedReal[l], movedImaginary[l]);
                }
            }
            int last = Math.min(n, first + small - 1);
            double[] bounds = roundOff(growth, Math.hypot(u, last * step) / t);
            for (int j = first; j <= last; j++) {
                int b = j - first;
                double q = j * step / t;
                double gr = sumBulk.real() + (b == 0 ? 0 : stepSumReal[b]);
                double gi = sumBulk.imaginary() + (b == 0 ? 0 : stepSumImaginary[b]);
                double fr = sumJump.real();
                double fi = sumJump.imaginary();
                if (b > 0) {
                    product(weightedReal, weightedImaginary, stepReal[b], stepImaginary[b], 0, dot);
                    gr += dot[0];
                    gi += dot[1];
                    if (from < size) {
                        product(movedReal, movedImaginary, stepReal[b], stepImaginary[b], from, dot);
                        fr += dot[0];
                        fi += dot[1];
                    }
                }
                double square = (u * u + j * step * j * step) / (t * t);
                double modulus = Math.sqrt(square);
                gr -= lost.mass() + u / t * lost.excess();
                gi -= q * lost.excess();
                double bulkError = bounds[0]
                        + 8 * RoundOff.UNIT * (lost.mass() + modulus * Math.abs(lost.excess()))
                        + lost.massError()
                        + modulus * lost.excessError()
                        + square * (spacingOfBulk + 1e-21 * Math.exp(u / t));
                double jumpError = bounds[1] + spacingOfJump + omittedJump;
                put(j, gr, gi, bulkError, fr, fi, jumpError);
            }
        }
    }

    /** Bounds on the round-off of the sums of g and of F, at moduli of q up to the given one. */
    private double[] roundOff(double[] growth, double modulus) {
        double sumBulk = 0;
        double sumJump = 0;
        for (int l = 0; l < size; l++) {
            double excess = Math.abs(nodes.excessReal[l]) + Math.abs(nodes.excessImaginary[l]);
            double ratio = modulus * (nodes.modulus[l] * nodes.roundings[l] + 4 * excess);
            double s = 1.4143 * modulus * excess;
            double most = Math.max(1, growth[l]);
            sumBulk += bulk[l]
                    * most
                    * (Math.min(0.5 * s * s, 8 + s) * (bulkRoundings[l] + 40) + Math.min(s, 2) * ratio);
            if (l >= from) {
                sumJump += jump[l] * growth[l] * (jumpRoundings[l] + 40 + ratio);
            }
        }
        return new double[] {RoundOff.UNIT * sumBulk, RoundOff.UNIT * sumJump};
    }

    private void product(double[] re, double[] im, double[] otherRe, double[] otherIm, int begin, double[] into) {
        CompensatedPair sum = new CompensatedPair();
        for (int block = begin; block < size; block += BLOCK) {
            int end = Math.min(size, block + BLOCK);
            double x = 0;
            double y = 0;
            for (int l = block; l < end; l++) {
                x += re[l] * otherRe[l] - im[l] * otherIm[l];
                y += re[l] * otherIm[l] + im[l] * otherRe[l];
            }
            sum.add(x, y);
        }
        into[0] = sum.real();
        into[1] = sum.imaginary();
    }

    /**
     * Keeps Ψ_j. With e the error of φ_b, log φ_b errs by e/(|φ_b| − e) and by its roundings, 8|G|(1 + |G|)/|φ_b|² for φ_b = 1 + G; where φ_b is
     * not above 2e, Ψ is taken to be zero and its error to be the most that it can be.
     */
    private void put(int j, double gr, double gi, double bulkError, double fr, double fi, double jumpError) {
        double t = level.batches();
        double excess = Math.sqrt(gr * gr + gi * gi);
        double base = Math.hypot(1 + gr, gi);
        double jumpSize = Math.sqrt(fr * fr + fi * fi);
        if (!(base > 2 * bulkError)) {
            double most = base + bulkError;
            errors[j] = level.isLowest()
                    ? Math.pow(most, t) * (1 + 1e-9)
                    : t * Math.pow(most + jumpSize + jumpError, t - 1) * (jumpSize + jumpError) * (1 + 1e-9);
            return;
        }
        double logReal = t * logModulus(gr, gi);
        double logImaginary = t * Math.atan2(gi, 1 + gr);
        double unit = RoundOff.UNIT;
        double relative = t * (bulkError / (base - bulkError) + 8 * unit * excess * (1 + excess) / (base * base))
                + 4 * unit * (Math.abs(logReal) + Math.abs(logImaginary));
        double modulus = Math.exp(logReal);
        double re = modulus * Math.cos(logImaginary);
        double im = modulus * Math.sin(logImaginary);
        double growth = Math.expm1(relative) + 8 * unit;
        if (level.isLowest()) {
            real[j] = re;
            imaginary[j] = im;
            errors[j] = modulus * growth;
            return;
        }
        double square = base * base;
        double rr = (fr * (1 + gr) + fi * gi) / square;
        double ri = (fi * (1 + gr) - fr * gi) / square;
        double ratio = jumpSize / base;
        double ratioError = (jumpError + ratio * bulkError) / (base - bulkError) + 16 * unit * ratio;
        double moved = Math.hypot(1 + rr, ri);
        if (!(moved > 2 * ratioError)) {
            double most = (base + bulkError) * (1 + ratio + ratioError);
            errors[j] = 2 * Math.pow(most, t) * (1 + 1e-9);
            return;
        }
        double xr = t * logModulus(rr, ri);
        double xi = t * Math.atan2(ri, 1 + rr);
        double logError = t * (ratioError / (moved - ratioError) + 8 * unit * ratio * (1 + ratio) / (moved * moved))
                + 4 * unit * (Math.abs(xr) + Math.abs(xi));
        double er = expm1Real(xr, xi);
        double ei = expm1Imaginary(xr, xi);
        double change = Math.sqrt(er * er + ei * ei);
        double changeError = Math.exp(xr) * Math.expm1(logError) + 16 * unit * (Math.abs(xr) + Math.abs(xi)) * Math.max(1, Math.exp(xr));
        real[j] = re * er - im * ei;
        imaginary[j] = re * ei + im * er;
        errors[j] = modulus * (change * growth + changeError * (1 + growth)) + 1e-300;
    }

    private static double factorial(int k) {
        return k == 0 ? 1 : k * factorial(k - 1);
    }

    /** log|1 + x + iy|. */
    private static double logModulus(double x, double y) {
        double change = x * (2 + x) + y * y;
        return 0.5 * (Math.abs(change) <= 0.4 ? NearZero.log1p(change) : Math.log((1 + x) * (1 + x) + y * y));
    }

    static double expm1Real(double x, double y) {
        double sine = Math.sin(0.5 * y);
        return Math.expm1(x) - 2 * Math.exp(x) * sine * sine;
    }

    static double expm1Imaginary(double x, double y) {
        return Math.exp(x) * Math.sin(y);
    }

    /** e^z − 1 and e^z − 1 − z, parts of each, z = x + iy. */
    private static void exponential(double x, double y, double[] into) {
        if (x * x + y * y <= 0.25) {
            // Σ z^{k−2}/k! from k = 2 to 15: what is left out is below 2·0.5^14/16! of the first term.
            double re = INVERSE_FACTORIAL[15];
            double im = 0;
            for (int k = 14; k >= 2; k--) {
                double r = re * x - im * y + INVERSE_FACTORIAL[k];
                im = re * y + im * x;
                re = r;
            }
            double sr = x * x - y * y;
            double si = 2 * x * y;
            into[2] = sr * re - si * im;
            into[3] = sr * im + si * re;
            into[0] = x + into[2];
            into[1] = y + into[3];
            return;
        }
        double exp = Math.exp(x);
        double sine = Math.sin(0.5 * y);
        into[0] = Math.expm1(x) - 2 * exp * sine * sine;
        into[1] = exp * Math.sin(y);
        into[2] = into[0] - x;
        into[3] = into[1] - y;
    }

    /** A compensated sum of complex numbers (Kahan). */
    private static final class CompensatedPair {
        private double sumReal;
        private double lowReal;
        private double sumImaginary;
        private double lowImaginary;

        void add(double re, double im) {
            double y = re - lowReal;
            double s = sumReal + y;
            lowReal = (s - sumReal) - y;
            sumReal = s;
            double z = im - lowImaginary;
            double w = sumImaginary + z;
            lowImaginary = (w - sumImaginary) - z;
            sumImaginary = w;
        }

        double real() {
            return sumReal;
        }

        double imaginary() {
            return sumImaginary;
        }
    }
}
