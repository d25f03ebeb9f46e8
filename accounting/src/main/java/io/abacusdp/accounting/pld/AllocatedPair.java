package io.abacusdp.accounting.pld;

import java.util.HashMap;
import java.util.Map;

/**
 * One of t runs of a mechanism has the record, which one is drawn uniformly: P = (1/t)·Σ_i P_i, P_i the law of all t outcomes if run i
 * has it, against Q, where none has.
 *
 * <p>Formula: dP/dQ = (Y_1 + … + Y_t)/t with Y_i = dP₀/dQ₀ of the runs, independent under Q. Doubling: the mean of 2n of them is the mean of
 * two independent means of n; and for odd numbers one more is added ({@link RatioMean}).
 *
 * <p>Source: Chua et al. 2024, arXiv:2412.16802; Feldman, Shenfeld 2025, arXiv:2502.08202: given the places of the other records and
 * the past, each run is dominated by (P₀, Q₀), and channels that map this pair to that of the run, one after the other,
 * map (P, Q) to the laws of everything. Attained, if (P₀, Q₀) is.
 *
 * <p>Accuracy: a mean-preserving spread of every Y_i, or of any partial mean, is one of the mean, and a conditional mean likewise: so
 * every rounding to a lattice is to the proper side, in both directions, and of second order in its step.
 */
final class AllocatedPair implements LossPair {
    /** Lattice points of the law of one run, and about as many of each mean. */
    private static final int POINTS = 2000;

    /** Means of more are farther from a constant than those of so many only by what does not matter. */
    private static final long MOST = 1L << 30;

    private static final double ROUGH = 1e-39;

    /** Ratios that are farther apart have no quotient in doubles. */
    private static final double MAX_SPAN = 600;

    /** Tails that are left out, of which the first that is small enough is taken: the law of the mean is wide, and most of it far tails. */
    private static final double[] TAILS = {1e-17, 1e-30, 1e-120};

    /** Which side of the truth. */
    enum Side {
        ABOVE,
        BELOW
    }

    private final LossPair run;
    private final long runs;
    private final Side side;
    private final int points;
    private final Map<Double, LossPair> known = new HashMap<>();

    AllocatedPair(LossPair run, long runs, Side side) {
        this(run, runs, side, POINTS);
    }

    /** @param points of the lattice, about */
    AllocatedPair(LossPair run, long runs, Side side, int points) {
        this.run = run;
        this.runs = runs;
        this.side = side;
        this.points = points;
    }

    private synchronized LossPair pair(double tail) {
        return known.computeIfAbsent(usualTail(tail), one -> mean(one).pair());
    }

    /** The tail that is left out where so much may be. */
    static double usualTail(double tail) {
        for (double one : TAILS) {
            if (10 * one <= tail) {
                return one;
            }
        }
        return TAILS[TAILS.length - 1];
    }

    /** What is asked for the farthest tails is where to look first, for which the usual ones do. */
    static double sketchTail(double tail) {
        return tail > ROUGH ? tail : TAILS[0] * 10;
    }

    /** The law of the mean; of more than can be told apart from above by fewer, which costs more, and from below by nothing. */
    RatioLaw mean(double tail) {
        if (runs > MOST && side == Side.BELOW) {
            return new RatioLaw(1, 0, new double[] {1}, 0, 0, 0);
        }
        long n = Math.min(runs, MOST);
        RatioLaw one = one(tail / n);
        RatioLaw mean = one;
        long done = 1;
        for (int bit = 62 - Long.numberOfLeadingZeros(n); bit >= 0; bit--) {
            int finer = mean.size() <= 0.75 * points ? 2 : 1;
            mean = rounded(
                    RatioMean.of(mean, done, mean, done, finer), tail * done * 2 / n, RatioMean.roundings(mean, mean));
            done *= 2;
            if ((n >> bit & 1) == 1) {
                mean = rounded(RatioMean.of(mean, done, one, 1, 1), tail * done / n, RatioMean.roundings(mean, one));
                done++;
            }
        }
        return mean;
    }

    private RatioLaw one(double tail) {
        double span = run.sketch(tail).span();
        if (!(span <= MAX_SPAN)) {
            throw new ArithmeticException("the losses of one run span " + span);
        }
        double step = even(Math.max(span, 1e-6) / points);
        return rounded(run.cells(0, step, tail, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY), tail, 64);
    }

    /** About this step, a power of two times a few digits, so that multiples of it are exact. */
    static double even(double step) {
        return Math.scalb(Math.rint(Math.scalb(step, 20 - Math.getExponent(step))), Math.getExponent(step) - 20);
    }

    private RatioLaw rounded(LossCells cells, double tail, double roundings) {
        return side == Side.ABOVE ? RatioLaw.above(cells, tail, roundings) : RatioLaw.below(cells, tail, roundings);
    }

    @Override
    public LossCells cells(double origin, double step, double tail, double low, double high) {
        return pair(tail).cells(origin, step, tail, low, high);
    }

    @Override
    public double[] origins(double step, double tail) {
        return pair(tail).origins(step, tail);
    }

    @Override
    public Sketch sketch(double tail) {
        return pair(sketchTail(tail)).sketch(tail);
    }

    @Override
    public double supremum() {
        return run.supremum();
    }

    @Override
    public double infimum() {
        return run.infimum();
    }
}
