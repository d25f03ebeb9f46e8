package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;
import io.abacusdp.accounting.numeric.RoundOff;

/**
 * Ψ of a level ({@link AllocationLevel}) at p_j = u + ijd, j = 0..n, with error bounds.
 *
 * <p>Formula: sums over the nodes for every B-th q are made to sums for the q between by {@link AllocationStep}: with x = q(Y − 1) and D = e^x − 1,
 * Σ a·g(x + y) = Σ a·g(x) + Σ a·g(y) + Σ a·D(x)·D(y) and Σ a·e^{x+y} = Σ a·e^x + Σ a·e^x·D(y). From |q| = 1/2 on φ is the mean of e^x as it is.
 *
 * <p>Accuracy: in units of 2^−53, with b the roundings of mass and weight, E ≥ |e^x| at the last q that was computed afresh, r the roundings of Y, and
 * s = √2·|q|·|Y − 1| ≥ |x| + |y|:
 *
 * <ul>
 *   <li>|g(x)| + |g(y)| + |D(x)·D(y)| is at most max(1, E)·min(s²/2, 8 + s), of which a term errs by b + 120: 24 afresh, 5 for each of at most 9 steps, 6
 *       for products with the weight, and 28 for sums in blocks of 16, of two products each, that are added with compensation;
 *   <li>D errs by at most 8 afresh and 6 more for each of at most 9 steps, of (|x| + |y|)·max(1, E), together less than 64·s ≤ 91·|q|·|Y − 1|, which like
 *       an error of x (4) moves g by |D| times as much, at most min(s, 16)·max(1, E)·|q|·(r·|Y| + 100·|Y − 1|) over all steps;
 *   <li>a term of e^x errs by b + 130 + |q|·(r·|Y| + 100·|Y − 1|) of E.
 * </ul>
 *
 * By method: spacing, as {@link AllocationNodes} says, with |g| ≤ |q|²·(1 + Y)²·e^{uY/t}/2; nodes below the lowest, with less than 2e-18 of the law; and
 * those beyond the cut, where the weight is below e^{−200} of anything else.
 */
final class AllocationTransform {
    private static final int BLOCK = 16;

    /** Blocks after which exponentials are computed afresh. */
    private static final int FRESH = 8;

    /** The modulus of q from which on the mean of e^x is taken as it is, and not as one and what differs from it. */
    private static final double DIRECT = 0.5;

    /** What lies below the lowest node, at most: of the normal law, and of that times |q(Y − 1)|²/2. */
    private static final double BELOW = 2e-18;

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
    private final double spacingOfMass;
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
            // w = e^{−A}, as it is: one less what is near one would err by far more than its own modulus where A is
            // large.
            double weight = Math.exp(-exponent * cosine);
            double wr = weight * Math.cos(exponent * sine);
            double wi = -weight * Math.sin(exponent * sine);
            bulkReal[l] = mr * wr - mi * wi;
            bulkImaginary[l] = mr * wi + mi * wr;
            bulk[l] = mass * weight;
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
                // Where A is small, so is the jump, and errs by as much of itself as A does.
                jumpRoundings[l] = nodes.massRoundings(l, level.cut())
                        + rounding
                        + 3 * nodes.slope * (Math.abs(nodes.x[l]) + Math.abs(level.lower()))
                        + 16;
            }
        }
        from = begin;
        lost = new AllocationLoss(nodes, base);
        double edges = 2 * nodes.spacingError();
        omittedJump = omitted * (1 + 1e-9) + 1e-45;
        double[] edge = edgeOfBulk(base);
        spacingOfBulk = edges * edge[0];
        spacingOfMass = edges * edge[1];
        spacingOfJump = level.isLowest() ? 0 : edges * edgeOfJump();
        real = new double[n + 1];
        imaginary = new double[n + 1];
        errors = new double[n + 1];
        fill();
    }

    /** Upper bounds of ∫ n·|w|·(1 + Y)²·e^{uY/t}/2 and of ∫ n·|w|·e^{uY/t} along either edge, without the factor e^{2a²}. */
    private double[] edgeOfBulk(double base) {
        double rate = u / level.batches();
        double squares = nodes.upperSum((low, high, below, above) -> {
            double log = rate * above - AllocationNodes.LEAST_COSINE * Math.exp(nodes.slope * (low - base));
            return 0.5 * (1 + above) * (1 + above) * Math.exp(log);
        });
        double mass = nodes.upperSum((low, high, below, above) ->
                Math.exp(rate * above - AllocationNodes.LEAST_COSINE * Math.exp(nodes.slope * (low - base))));
        // Below the lowest cell Y < 1.
        double below = 1e-15 * Math.exp(rate);
        return new double[] {squares + below, mass + below};
    }

    private double edgeOfJump() {
        double rate = u / level.batches();
        return nodes.upperSum((low, high, below, above) -> Math.exp(Math.min(
                                nodes.slope * (high - level.lower()),
                                Math.log(2)
                                        - AllocationNodes.LEAST_COSINE * Math.exp(nodes.slope * (low - level.cut())))
                        + rate * above))
                + 1e-45 * Math.exp(rate);
    }

    private void fill() {
        double t = level.batches();
        AllocationStep[] steps = AllocationStep.multiples(nodes, size, step / t, small);
        double[] stepSums = new double[2 * small];
        double[] dot = new double[2];
        for (int b = 1; b < small; b++) {
            steps[b].sum(bulkReal, bulkImaginary, size, dot);
            stepSums[2 * b] = dot[0];
            stepSums[2 * b + 1] = dot[1];
        }
        AllocationStep large = AllocationStep.fresh(nodes, size, 0, small * step / t);
        AllocationStep now = large;
        double[] weightedReal = new double[size];
        double[] weightedImaginary = new double[size];
        double[] movedReal = new double[size];
        double[] movedImaginary = new double[size];
        double[] growth = new double[size];
        for (int first = 0, block = 0; first <= n; first += small, block++) {
            if (block % FRESH == 0) {
                now = AllocationStep.fresh(nodes, size, u / t, first * step / t);
                for (int l = 0; l < size; l++) {
                    growth[l] = Math.sqrt(now.real[l] * now.real[l] + now.imaginary[l] * now.imaginary[l]);
                }
            } else {
                now = now.then(large);
            }
            boolean direct = Math.hypot(u, first * step) > DIRECT * t;
            double[] re = direct ? now.real : now.lessOneReal;
            double[] im = direct ? now.imaginary : now.lessOneImaginary;
            for (int l = 0; l < size; l++) {
                weightedReal[l] = bulkReal[l] * re[l] - bulkImaginary[l] * im[l];
                weightedImaginary[l] = bulkReal[l] * im[l] + bulkImaginary[l] * re[l];
            }
            if (direct) {
                total(weightedReal, weightedImaginary, 0, dot);
            } else {
                now.sum(bulkReal, bulkImaginary, size, dot);
            }
            double sumReal = dot[0];
            double sumImaginary = dot[1];
            double jumpSumReal = 0;
            double jumpSumImaginary = 0;
            if (from < size) {
                for (int l = from; l < size; l++) {
                    movedReal[l] = jumpReal[l] * now.real[l] - jumpImaginary[l] * now.imaginary[l];
                    movedImaginary[l] = jumpReal[l] * now.imaginary[l] + jumpImaginary[l] * now.real[l];
                }
                total(movedReal, movedImaginary, from, dot);
                jumpSumReal = dot[0];
                jumpSumImaginary = dot[1];
            }
            int last = Math.min(n, first + small - 1);
            double[] bounds = roundOff(growth, Math.hypot(u, last * step) / t, direct);
            for (int j = first; j <= last; j++) {
                int b = j - first;
                double gr = sumReal;
                double gi = sumImaginary;
                double fr = jumpSumReal;
                double fi = jumpSumImaginary;
                if (b > 0) {
                    product(weightedReal, weightedImaginary, steps[b], 0, dot);
                    gr += dot[0] + (direct ? 0 : stepSums[2 * b]);
                    gi += dot[1] + (direct ? 0 : stepSums[2 * b + 1]);
                    if (from < size) {
                        product(movedReal, movedImaginary, steps[b], from, dot);
                        fr += dot[0];
                        fi += dot[1];
                    }
                }
                double square = (u * u + j * step * j * step) / (t * t);
                double modulus = Math.sqrt(square);
                double bulkError = bounds[0];
                if (direct) {
                    gr -= 1;
                    bulkError += 2 * RoundOff.UNIT + spacingOfMass + BELOW * Math.exp(u / t);
                } else {
                    gr -= lost.mass() + u / t * lost.excess();
                    gi -= j * step / t * lost.excess();
                    bulkError += 8 * RoundOff.UNIT * (lost.mass() + modulus * Math.abs(lost.excess()))
                            + lost.massError()
                            + modulus * lost.excessError()
                            + square * (spacingOfBulk + BELOW * Math.exp(u / t));
                }
                put(j, gr, gi, bulkError, fr, fi, bounds[1] + spacingOfJump + omittedJump);
            }
        }
    }

    /** Bounds on the round-off of the sums of g, or of e^x, and of F, at moduli of q up to the given one. */
    private double[] roundOff(double[] growth, double modulus, boolean direct) {
        double sumBulk = 0;
        double sumJump = 0;
        for (int l = 0; l < size; l++) {
            double excess = Math.abs(nodes.excessReal[l]) + Math.abs(nodes.excessImaginary[l]);
            double ratio = modulus * (nodes.modulus[l] * nodes.roundings[l] + 100 * excess);
            if (direct) {
                sumBulk += bulk[l] * growth[l] * (bulkRoundings[l] + 130 + ratio);
            } else {
                double s = 1.4143 * modulus * excess;
                sumBulk += bulk[l]
                        * Math.max(1, growth[l])
                        * (Math.min(0.5 * s * s, 8 + s) * (bulkRoundings[l] + 120) + Math.min(s, 16) * ratio);
            }
            if (l >= from) {
                sumJump += jump[l] * growth[l] * (jumpRoundings[l] + 130 + ratio);
            }
        }
        return new double[] {RoundOff.UNIT * sumBulk + 1e-60, RoundOff.UNIT * sumJump};
    }

    /** Σ a·D over the nodes, D that of the step. */
    private void product(double[] re, double[] im, AllocationStep other, int begin, double[] into) {
        double[] otherRe = other.lessOneReal;
        double[] otherIm = other.lessOneImaginary;
        CompensatedPair sum = new CompensatedPair();
        for (int block = begin; block < size; block += BLOCK) {
            int end = Math.min(size, block + BLOCK);
            double rr = 0;
            double ii = 0;
            double ri = 0;
            double ir = 0;
            for (int l = block; l < end; l++) {
                rr += re[l] * otherRe[l];
                ii += im[l] * otherIm[l];
                ri += re[l] * otherIm[l];
                ir += im[l] * otherRe[l];
            }
            sum.add(rr - ii, ri + ir);
        }
        into[0] = sum.real();
        into[1] = sum.imaginary();
    }

    private void total(double[] re, double[] im, int begin, double[] into) {
        CompensatedPair sum = new CompensatedPair();
        for (int l = begin; l < size; l++) {
            sum.add(re[l], im[l]);
        }
        into[0] = sum.real();
        into[1] = sum.imaginary();
    }

    /** Keeps Ψ_j. */
    private void put(int j, double gr, double gi, double bulkError, double fr, double fi, double jumpError) {
        double t = level.batches();
        double[] lower = new double[3];
        power(gr, gi, bulkError, lower);
        if (level.isLowest()) {
            keep(j, lower[0], lower[1], lower[2]);
            return;
        }
        double base = Math.hypot(1 + gr, gi);
        double jumpSize = Math.sqrt(fr * fr + fi * fi);
        if (!(base > 2 * bulkError && jumpSize + jumpError < 0.5 * base)) {
            double[] upper = new double[3];
            power(gr + fr, gi + fi, bulkError + jumpError + 2 * RoundOff.UNIT, upper);
            keep(j, upper[0] - lower[0], upper[1] - lower[1], upper[2] + lower[2]);
            return;
        }
        double square = base * base;
        double rr = (fr * (1 + gr) + fi * gi) / square;
        double ri = (fi * (1 + gr) - fr * gi) / square;
        double ratio = jumpSize / base;
        double unit = RoundOff.UNIT;
        double ratioError = (jumpError + ratio * bulkError) / (base - bulkError) + 16 * unit * ratio;
        double moved = Math.hypot(1 + rr, ri);
        double xr = t * logModulus(rr, ri);
        double xi = t * Math.atan2(ri, 1 + rr);
        double logError = t * (ratioError / (moved - ratioError) + logRoundings(ratio, moved))
                + 4 * unit * (Math.abs(xr) + Math.abs(xi));
        double er = expm1Real(xr, xi);
        double ei = expm1Imaginary(xr, xi);
        double growth = Math.max(1, Math.exp(xr));
        double changeError = growth * (Math.expm1(logError) + 16 * unit * (Math.abs(xr) + Math.abs(xi)));
        double change = Math.sqrt(er * er + ei * ei);
        double modulus = Math.hypot(lower[0], lower[1]);
        keep(
                j,
                lower[0] * er - lower[1] * ei,
                lower[0] * ei + lower[1] * er,
                change * (lower[2] + 8 * unit * modulus) + changeError * (modulus + lower[2]));
    }

    private void keep(int j, double re, double im, double error) {
        real[j] = re;
        imaginary[j] = im;
        errors[j] = 1.001 * error + 1e-300;
    }

    /**
     * (1 + G)^t, and a bound on its error. With e the error of G, the logarithm errs by e/(|1 + G| − e) and by its roundings; where |1 + G| is not above 2e, or
     * the power is uncertain altogether, it is taken to be zero and its error to be the most that it can be.
     */
    private void power(double gr, double gi, double error, double[] into) {
        double t = level.batches();
        double excess = Math.sqrt(gr * gr + gi * gi);
        double base = Math.hypot(1 + gr, gi);
        double logReal = t * logModulus(gr, gi);
        double logImaginary = t * Math.atan2(gi, 1 + gr);
        double relative = t * (error / (base - error) + logRoundings(excess, base))
                + 4 * RoundOff.UNIT * (Math.abs(logReal) + Math.abs(logImaginary));
        if (!(base > 2 * error && relative < 1)) {
            into[0] = 0;
            into[1] = 0;
            into[2] = Math.exp(t * Math.log((base + error) * (1 + 4 * RoundOff.UNIT) + 1e-300) + 1e-9);
            return;
        }
        double modulus = Math.exp(logReal);
        into[0] = modulus * Math.cos(logImaginary);
        into[1] = modulus * Math.sin(logImaginary);
        into[2] = modulus * (Math.expm1(relative) + 8 * RoundOff.UNIT);
    }

    /** A bound on the round-off of log(1 + z), |z| being the excess: where 1 + z is small, 1 + Re z is exact. */
    private static double logRoundings(double excess, double modulus) {
        return RoundOff.UNIT
                * (modulus > 0.5 ? 16 * excess * (1 + excess) / (modulus * modulus) : 16 * (1 - Math.log(modulus)));
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
}
