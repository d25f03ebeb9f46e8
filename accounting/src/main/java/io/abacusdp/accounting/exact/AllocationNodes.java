package io.abacusdp.accounting.exact;

import io.abacusdp.accounting.numeric.NearZero;

/**
 * The ratio Y = e^{z/σ − 1/2σ²}, z normal, of one batch on nodes z = x + ia above the real line, and weights that cut its upper tail off.
 *
 * <p>Formula: w_c(z) = exp(−e^{κ(z − c)}) for a cut c. All integrands f are analytic in the strip 0 ≤ Im z ≤ 2a, 2aκ = 1.5, κ ≥ 2/σ, and the
 * trapezoidal rule with spacing h along its middle errs by at most (N₀ + N₁)/(e^{2πa/h} − 1), N₀ and N₁ the integrals of |f| along its edges
 * (Trefethen, Weideman 2014, theorem 5.1). In the strip
 *
 * <ul>
 *   <li>the normal density is at most e^{2a²} times that at Re z, |Y − 1| ≤ 1 + Y(Re z);
 *   <li>|w_c| ≤ exp(−C·e^{κ(x − c)}) with C = cos 1.5, and |1 − w_c| ≤ e^{κ(x − c)}, |w_c − w_b| ≤ e^{κ(x − b)} for b &lt; c, as
 *       |1 − e^{−A}| ≤ |A| for Re A ≥ 0;
 *   <li>Re q·Y(z) ≤ Re q·Y(x) for 0 ≤ arg q ≤ π/2, as Y turns by an angle in [0, 1.5].
 * </ul>
 *
 * What the weight takes away: E(1 − w_c) ≤ e^{κ²/2 − κc} and E(1 − w_c)·Y ≤ e^{κ²/2 − κ(c − 1/σ)}.
 *
 * <p>Immutable.
 */
final class AllocationNodes {
    /** 2aκ. */
    static final double TURN = 1.5;

    /** C, rounded down. */
    static final double LEAST_COSINE = 0.0707;

    private static final double LEAST_SLOPE = 8;

    /** 2πa/h: the errors by spacing are e^{−45} = 3e-20 of the integrals along the edges. */
    private static final double SPACING = 45;

    /** What lies below is less than 1e-18 of the normal law. */
    private static final double LOW = -8.8;

    private static final int MAX_NODES = 20_000;

    /** Width of the cells of upper sums. */
    private static final double CELL = 1.0 / 16;

    final double sigma;
    /** κ. */
    final double slope;
    /** a. */
    final double height;

    final double spacing;
    final int size;
    final double[] x;
    /** Parts of h times the normal density. */
    final double[] massReal;

    final double[] massImaginary;
    /** Parts of Y − 1. */
    final double[] excessReal;

    final double[] excessImaginary;
    /** |Y|. */
    final double[] modulus;
    /** Bounds on the errors of Y, relative to |Y|, in units of 2^−53. */
    final double[] roundings;

    /**
     * The nodes that matter for cuts up to the last.
     *
     * @param growth what Re q·Y may be at the last cut, at most
     */
    AllocationNodes(double sigma, double lastCut, double growth) {
        this.sigma = sigma;
        slope = slope(sigma);
        height = 0.5 * TURN / slope;
        spacing = QuadratureLattice.fewDigits(2 * Math.PI * height / SPACING);
        // Beyond, the weight's exponent is above 4·(growth + 1/σ² + 60), and grows faster than Y does.
        double high = lastCut + Math.log(4 * (growth + 1 / (sigma * sigma) + 60) / LEAST_COSINE) / (slope - 1 / sigma);
        if (!((high - LOW) / spacing < MAX_NODES)) {
            throw new SlowDecayException("its ratio needs more than " + MAX_NODES + " nodes");
        }
        long first = (long) Math.floor(LOW / spacing);
        size = (int) ((long) Math.ceil(high / spacing) - first) + 1;
        x = new double[size];
        massReal = new double[size];
        massImaginary = new double[size];
        excessReal = new double[size];
        excessImaginary = new double[size];
        modulus = new double[size];
        roundings = new double[size];
        double angle = height / sigma;
        double sine = Math.sin(angle);
        double half = Math.sin(0.5 * angle);
        for (int l = 0; l < size; l++) {
            double at = (first + l) * spacing;
            x[l] = at;
            double density = spacing / Math.sqrt(2 * Math.PI) * Math.exp(-0.5 * (at - height) * (at + height));
            massReal[l] = density * Math.cos(height * at);
            massImaginary[l] = -density * Math.sin(height * at);
            double log = at / sigma - 0.5 / (sigma * sigma);
            double ratio = Math.exp(log);
            modulus[l] = ratio;
            // e^{r + iβ} − 1 = (e^r − 1) − 2·e^r·sin²(β/2) + i·e^r·sin β.
            excessReal[l] = Math.expm1(log) - 2 * ratio * half * half;
            excessImaginary[l] = ratio * sine;
            roundings[l] = 3 * (Math.abs(at) / sigma + 0.5 / (sigma * sigma)) + 8;
        }
    }

    /** κ. */
    static double slope(double sigma) {
        return Math.max(LEAST_SLOPE, 2 / sigma);
    }

    /** Logarithm of a bound on E(1 − w). */
    static double logLeak(double slope, double cut) {
        return 0.5 * slope * slope - slope * cut;
    }

    /** The factor of the integrals along the edges in the error by spacing: e^{2a²}/(e^{2πa/h} − 1), for each edge. */
    double spacingError() {
        return Math.exp(2 * height * height) / Math.expm1(2 * Math.PI * height / spacing) * (1 + 1e-9);
    }

    /** Bound on the relative error of mass times weight at node l, in units of 2^−53. */
    double massRoundings(int l, double cut) {
        double exponent = Math.exp(slope * (x[l] - cut));
        return 3 * x[l] * x[l] + 4 + exponent * (3 * slope * (Math.abs(x[l]) + Math.abs(cut)) + 6) + 12;
    }

    /** Y at x. */
    double ratio(double at) {
        return Math.exp(at / sigma - 0.5 / (sigma * sigma));
    }

    /** What an upper sum is over: a bound of a function on a cell. */
    interface CellBound {
        /**
         * A bound.
         *
         * @param low the cell's lower end
         * @param high its upper end
         * @param below Y at the lower end
         * @param above Y at the upper end
         */
        double on(double low, double high, double below, double above);
    }

    /**
     * An upper bound of ∫ n(x)·f(x) dx, n the normal density, from the lowest node to the highest, by cells on each of which f has a bound.
     * Round-off is within a part in 10^9.
     */
    double upperSum(CellBound bound) {
        double sum = 0;
        int cells = (int) Math.ceil((x[size - 1] - LOW) / CELL) + 2;
        double low = LOW - CELL;
        double below = ratio(low);
        double densityBelow = Math.exp(-0.5 * low * low);
        for (int i = 0; i < cells; i++) {
            double high = LOW + i * CELL;
            double above = ratio(high);
            double densityAbove = Math.exp(-0.5 * high * high);
            double density = low < 0 && high > 0 ? 1 : Math.max(densityBelow, densityAbove);
            double value = bound.on(low, high, below, above);
            if (value != 0) {
                sum += density * value;
            }
            low = high;
            below = above;
            densityBelow = densityAbove;
        }
        return sum * CELL / Math.sqrt(2 * Math.PI) * (1 + 1e-9);
    }

    /** An upper bound of E e^{−s(Y−1)} − 1 for s ≥ 0, and of the same with the weight of a cut for s &lt; 0: as a mean of e^y − 1 − y. */
    double upperExcess(double s, double cut) {
        double inside = upperSum((low, high, below, above) -> {
            double logWeight = s < 0 ? -Math.exp(slope * (low - cut)) * (1 - 1e-12) : 0;
            return Math.max(weighted(logWeight, -s * (below - 1)), weighted(logWeight, -s * (above - 1)));
        });
        // Outside, e^y − 1 − y is at most y²·max(1, e^y)/2: y ≤ s on the left; on the right Y² has the mean e^{1/σ²},
        // and for s < 0 the
        // weight is below e^{−growth − 1/σ² − 60}.
        double left = s * s * Math.exp(Math.max(0, s)) * 1e-18;
        double right = s >= 0 ? s * outside() : s * s * 2e-26;
        return inside + left + right;
    }

    /** Logarithm of an upper bound of E e^{−sY} for s ≥ 0. */
    double logLaplace(double s) {
        if (s <= 1) {
            return Math.log1p(upperExcess(s, 0)) - s;
        }
        return Math.log(upperSum((low, high, below, above) -> Math.exp(-s * below)) + 1e-18 + outside());
    }

    /** A weight times e^y − 1 − y, or times e^y where that is nearly the same. */
    private static double weighted(double logWeight, double y) {
        return y > 30 ? Math.exp(logWeight + y) : Math.exp(logWeight) * NearZero.expm1mx(y);
    }

    /** How many of the nodes matter to a weight: beyond, its exponent is more than uY/t + 200 + 3/σ², and the more so the farther. */
    int count(double cut, double rate) {
        double enough = 200 + 3 / (sigma * sigma);
        for (int l = 0; l < size; l++) {
            if (LEAST_COSINE * Math.exp(slope * (x[l] - cut)) > rate * modulus[l] + enough) {
                return l;
            }
        }
        return size;
    }

    /** E(Y; z above the highest node), at most. */
    double outside() {
        double top = x[size - 1] - 1 / sigma;
        return top > 1 ? Math.exp(-0.5 * top * top) : 1;
    }
}
