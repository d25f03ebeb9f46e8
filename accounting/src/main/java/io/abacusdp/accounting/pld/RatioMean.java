package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RoundOff;

/**
 * The weighted mean (a·X + b·Y)/(a + b) of two independent ratios whose laws are on lattices of log X and log Y, as cells of a
 * lattice of its logarithm.
 *
 * <p>Formula: with X = e^{ih} and Y = e^{jrh}, the logarithm is ih + log(1 + (b/(a + b))·(e^{dh} − 1)), d = jr − i: where it falls between
 * the points of the new lattice depends on d only. So all pairs of one d are one sum of products of masses.
 *
 * <p>Accuracy: all terms are positive; each cell errs relatively by as many roundings as it has terms.
 *
 * <p>Limits: b ≤ a, the step of Y is r times that of X, and the new step a whole part of that of X.
 */
final class RatioMean {
    private final RatioLaw x;
    private final RatioLaw y;
    private final double share;
    private final int ratio;
    private final int finer;
    private final double newStep;
    private final int low;
    private final double[][] right;
    private final double[][] rightMoment;
    private final double[][] left;
    private final double[][] leftMoment;

    private RatioMean(RatioLaw x, RatioLaw y, double share, int finer) {
        this.x = x;
        this.y = y;
        this.share = share;
        this.finer = finer;
        this.ratio = Math.toIntExact(Math.round(y.step() / x.step()));
        this.newStep = x.step() / finer;
        long lowest = Math.min(x.first(), y.first() * ratio);
        long highest = Math.max(x.first() + x.size() - 1, (y.first() + y.size() - 1) * ratio);
        this.low = Math.toIntExact(lowest - 2);
        int size = Math.toIntExact(highest - lowest + 5);
        if ((double) size * finer >= LossCells.MAX_CELLS) {
            throw new ArithmeticException("more than " + LossCells.MAX_CELLS + " cells");
        }
        right = new double[finer][size];
        rightMoment = new double[finer][size];
        left = new double[finer][size];
        leftMoment = new double[finer][size];
    }

    /**
     * The mean of a·X and b·Y.
     *
     * @param finer how many steps of the result a step of X has
     */
    static LossCells of(RatioLaw x, long a, RatioLaw y, long b, int finer) {
        RatioMean mean = new RatioMean(x, y, b / ((double) a + b), finer);
        mean.addAll(x == y && a == b);
        double infinity = (1 - mean.share) * (x.infinity() + y.zero()) + mean.share * (y.infinity() + x.zero());
        return mean.cells(infinity * (1 + 1e-15), x.zero() + y.zero());
    }

    /** How many terms a cell may have, and some roundings for each. */
    static double roundings(RatioLaw x, RatioLaw y) {
        return Math.max(x.size(), y.size()) + 64;
    }

    private void addAll(boolean same) {
        int firstX = Math.toIntExact(x.first());
        int lastX = firstX + x.size() - 1;
        int firstY = Math.toIntExact(y.first());
        int lastY = firstY + y.size() - 1;
        double[] massX = x.masses();
        double[] massY = y.masses();
        for (int d = same ? 0 : ratio * firstY - lastX; d <= ratio * lastY - firstX; d++) {
            // j with firstX ≤ j·ratio − d ≤ lastX.
            int fromY = Math.max(firstY, -Math.floorDiv(-(firstX + d), ratio));
            int toY = Math.min(lastY, Math.floorDiv(lastX + d, ratio));
            if (fromY > toY) {
                continue;
            }
            double gain = Math.log1p(share * Math.expm1(d * x.step()));
            long nearest = Math.round(gain / newStep);
            double above = gain - nearest * newStep;
            int phase = (int) Math.floorMod(nearest, (long) finer);
            int shift = (int) Math.floorDiv(nearest, (long) finer) - low - d;
            double[] mass = above > 0 ? right[phase] : left[phase];
            double[] moment = above > 0 ? rightMoment[phase] : leftMoment[phase];
            double weight = same && d > 0 ? 2 : 1;
            double off = Math.abs(Math.expm1(above));
            if (ratio == 1) {
                add(
                        massX,
                        fromY - d - firstX,
                        massY,
                        fromY - firstY,
                        toY - fromY + 1,
                        mass,
                        moment,
                        fromY + shift,
                        weight,
                        off);
            } else {
                for (int j = fromY; j <= toY; j++) {
                    double term = massX[j * ratio - d - firstX] * massY[j - firstY];
                    mass[j * ratio + shift] += term;
                    moment[j * ratio + shift] += off * term;
                }
            }
        }
    }

    /** A loop that the compiler can turn into vector instructions. */
    private static void add(
            double[] x,
            int atX,
            double[] y,
            int atY,
            int size,
            double[] mass,
            double[] moment,
            int at,
            double weight,
            double off) {
        for (int k = 0; k < size; k++) {
            double term = weight * (x[atX + k] * y[atY + k]);
            mass[at + k] += term;
            moment[at + k] += off * term;
        }
    }

    private LossCells cells(double infinity, double zero) {
        int size = left[0].length * finer;
        int from = 0;
        int to = size;
        while (from < to - 1 && isEmpty(from)) {
            from++;
        }
        while (to > from + 1 && isEmpty(to - 1)) {
            to--;
        }
        long first = (long) low * finer;
        LossCells cells = new LossCells(0, newStep, first + from, first + to - 1);
        for (int i = from; i < to; i++) {
            double scale = Math.exp((first + i) * newStep);
            int phase = i % finer;
            int at = i / finer;
            double more = rightMoment[phase][at];
            double less = leftMoment[phase][at];
            cells.addRight(i - from, scale * (right[phase][at] + more), scale * more);
            cells.addLeft(i - from, scale * (left[phase][at] - less), scale * less);
        }
        double reach = newStep * Math.max(Math.abs(first + from), Math.abs(first + to));
        return cells.outside(
                infinity, zero, 0, 0, Math.max(x.lossError(), y.lossError()) + 16 * RoundOff.UNIT * (reach + 1));
    }

    private boolean isEmpty(int i) {
        return right[i % finer][i / finer] == 0 && left[i % finer][i / finer] == 0;
    }
}
