package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The law under Q of the ratio X = dP/dQ of a pair, on the points e^{i·step}, with what of Q is at X = 0 and what of P is where Q
 * has nothing.
 *
 * <p>As a bound from above it is a mean-preserving spread of the pair's own law, with masses rounded up; from below it is what is
 * left of it after outcomes were merged, or left out, with masses rounded down. Either holds for (P, Q) and for (Q, P) at once, as
 * E(X − K)₊ and E(1 − KX)₊ both are expectations of convex functions of X.
 */
final class RatioLaw {
    /** Exponentials of larger ones are no doubles. */
    private static final double MAX_LOSS = 600;

    private final double step;
    private final long first;
    private final double[] mass;
    private final double infinity;
    private final double zero;
    private final double lossError;

    /**
     * Takes the array over.
     *
     * @param first i of the first mass
     * @param mass under Q
     * @param infinity mass of P where Q has none
     * @param zero mass of Q where P has none
     * @param lossError bound on the error of any log X
     */
    RatioLaw(double step, long first, double[] mass, double infinity, double zero, double lossError) {
        this.step = step;
        this.first = first;
        this.mass = mass;
        this.infinity = infinity;
        this.zero = zero;
        this.lossError = lossError;
    }

    /**
     * The pair of these cells, spread onto the lattice. The tails, of at most the given mass under P and under Q each, are shown to
     * whom they belong: the mass of P goes to infinity and that of Q to zero.
     *
     * @param roundings by which each mass may be too small, in units of 2^−53, of which four times as many are granted for the differences of the spread
     */
    static RatioLaw above(LossCells cells, double tail, double roundings) {
        PrivacyLossDistribution law = UpperDiscretisation.above(cells);
        double counter = cells.reversed().cut() + cells.counterInfinity();
        return of(law, counter, 1 + 4 * roundings * RoundOff.UNIT, tail, 1);
    }

    /** The pair of these cells, merged onto the lattice without what cannot be balanced; tails are left out. */
    static RatioLaw below(LossCells cells, double tail, double roundings) {
        PrivacyLossDistribution law = new LowerDiscretisation(cells).balanced();
        return of(law, 0, 1 - 4 * roundings * RoundOff.UNIT, tail, 0);
    }

    private static RatioLaw of(
            PrivacyLossDistribution law, double counter, double slack, double tail, int keptOfTails) {
        int from = 0;
        int to = law.size();
        double cutAbove = 0;
        double cutUnderQ = 0;
        double sum = 0;
        while (to > from + 1 && sum + law.mass(to - 1) <= tail) {
            to--;
            sum += law.mass(to);
            cutUnderQ += law.mass(to) * Math.exp(-law.loss(to));
        }
        cutAbove += sum;
        sum = 0;
        while (from < to - 1 && sum + law.mass(from) * Math.exp(-law.loss(from)) <= tail) {
            sum += law.mass(from) * Math.exp(-law.loss(from));
            cutAbove += law.mass(from);
            from++;
        }
        cutUnderQ += sum;
        double[] mass = new double[to - from];
        for (int i = 0; i < mass.length; i++) {
            mass[i] = law.mass(from + i) * Math.exp(-law.loss(from + i)) * slack;
        }
        // The rounding of i·step and of its exponential, as one of the loss.
        double reach = Math.max(Math.abs(law.loss(from)), Math.abs(law.loss(to - 1)));
        return new RatioLaw(
                law.step(),
                law.first() + from,
                mass,
                keptOfTails * (law.infinityMass() + cutAbove) * (1 + 1e-12),
                keptOfTails * (counter + cutUnderQ) * (1 + 1e-12),
                law.lossError() + 8 * RoundOff.UNIT * reach);
    }

    /** The same law from above on another lattice: a spread that keeps the mean. */
    RatioLaw onLattice(double otherStep, double tail) {
        return otherStep == step
                ? this
                : above(pair().cells(0, otherStep, 0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), tail, 64);
    }

    /**
     * The law from above of the product of two independent ratios on lattices of the same step.
     *
     * @param tail mass under P at the upper end, and under Q at the lower one, that may be shown to whom it belongs
     */
    RatioLaw times(RatioLaw other, double tail) {
        double[] product = new double[mass.length + other.mass.length - 1];
        for (int i = 0; i < mass.length; i++) {
            for (int j = 0; j < other.mass.length; j++) {
                product[i + j] += mass[i] * other.mass[j];
            }
        }
        double slack = 1 + 4 * (Math.min(mass.length, other.mass.length) + 64) * RoundOff.UNIT;
        long from = first + other.first;
        double highest = (from + product.length) * step;
        if (!(Math.max(highest, -from * step) <= MAX_LOSS)) {
            throw new ArithmeticException("the losses of the product reach " + highest);
        }
        // Products that underflow are not nothing; and as masses are rounded up, those of P may sum to a little more
        // than 1.
        double lost = (double) mass.length * other.mass.length * Double.MIN_NORMAL;
        PrivacyLossDistribution law = new PrivacyLossDistribution(
                0,
                step,
                from,
                underP(product, from, slack),
                (infinity + other.infinity + lost * Math.exp(highest)) * (1 + 1e-9),
                lossError + other.lossError);
        return of(law, (zero + other.zero + lost) * (1 + 1e-9), slack, tail, 1);
    }

    private double[] underP(double[] underQ, long from, double slack) {
        double[] result = new double[underQ.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = underQ[i] * Math.exp((from + i) * step) * slack;
        }
        return result;
    }

    double step() {
        return step;
    }

    /** Lattice index of the first mass. */
    long first() {
        return first;
    }

    int size() {
        return mass.length;
    }

    double infinity() {
        return infinity;
    }

    double zero() {
        return zero;
    }

    double lossError() {
        return lossError;
    }

    /** The masses under Q, not to be changed. */
    double[] masses() {
        return mass;
    }

    /** The pair as atoms. */
    AtomicPair pair() {
        double[] loss = new double[mass.length];
        double[] underP = new double[mass.length];
        for (int i = 0; i < loss.length; i++) {
            loss[i] = (first + i) * step;
            underP[i] = mass[i] * Math.exp(loss[i]);
        }
        return new AtomicPair(loss, underP, infinity, zero, 0, false, lossError);
    }
}
