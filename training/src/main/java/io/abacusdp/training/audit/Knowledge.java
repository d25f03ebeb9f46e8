package io.abacusdp.training.audit;

import io.abacusdp.training.sampling.Participation;
import io.abacusdp.training.step.PrivateStep;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the attacker knows of a scene before anything is released: the claim, and what the code itself computes of the rows,
 * since all but the canary's presence is known. In units of the clipping norm. Immutable.
 */
final class Knowledge {
    private final double[] centre;
    private final double[] canary;
    private final double[] companion;
    private final int[] idle;
    private final double noise;
    private final double rate;
    private final Participation participation;

    /** C: each row up to its diagonal. */
    private final double[][] matrix;

    private final int lot;

    /** Of how many lots in a row the canary is in exactly one; 1 where it is drawn for each. */
    private final int dealt;

    /** How many rows like the canary's are there or not together with it, each drawn by itself. */
    private final int rows;

    private Knowledge(Scene scene, double[] centre, double[] canary, double[] companion) {
        this.centre = centre;
        this.canary = canary;
        this.companion = companion;
        this.idle = IntStream.range(0, canary.length)
                .filter(i -> canary[i] == 0 && companion[i] == 0)
                .toArray();
        this.noise = scene.noiseMultiplier() * scene.plan().sensitivity();
        this.lot = scene.lots().size();
        this.dealt = scene.lots().lotsPerCharge();
        this.rows = scene.userRows();
        this.participation = scene.lots().participation();
        this.rate = participation == Participation.SAMPLED_IN_TURN ? scene.rate() * dealt : scene.rate();
        this.matrix = new double[scene.steps()][];
        Arrays.setAll(matrix, scene.plan().matrix()::row);
    }

    /** Looks at sums without noise; draws nothing. */
    static Knowledge of(Scene scene, PrivateStep step) {
        double[] companion = sum(scene, step, scene.companion());
        if (scene.isFullBatch()) {
            int[] others = IntStream.range(0, scene.lots().examples())
                    .filter(row -> row != scene.canary())
                    .toArray();
            double[] centre = sum(scene, step, others);
            double[] all =
                    sum(scene, step, IntStream.range(0, scene.lots().examples()).toArray());
            double[] moved = new double[all.length];
            Arrays.setAll(moved, i -> all[i] - centre[i]);
            return new Knowledge(scene, centre, moved, companion);
        }
        double[] canary = sum(scene, step, scene.canary());
        return new Knowledge(scene, new double[canary.length], canary, companion);
    }

    private static double[] sum(Scene scene, PrivateStep step, int... rows) {
        double[] sum = step.sum(new float[scene.model().parameterCount()], step.deal(rows))
                .sum()
                .toArray();
        Arrays.setAll(sum, i -> sum[i] / Scene.CLIPPING_NORM);
        return sum;
    }

    /** Number of coordinates of a release. */
    int dimension() {
        return centre.length;
    }

    /** A release as the noisy sum that it comes from, in units of the clipping norm, less what is known of the others. */
    void read(float[] released, double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = released[i] * (double) lot / Scene.CLIPPING_NORM - centre[i];
        }
    }

    /**
     * Multiplies all sums of a run by C, so that noise is independent again: row i then has noise of its own, and what the canary adds at step t with a factor of
     * C_{i,t}. Correlation is public, and whoever attacks takes it off first.
     */
    void whiten(double[][] sums) {
        // From the last on, as a row needs those before it.
        for (int i = sums.length - 1; i >= 0; i--) {
            for (int k = 0; k < sums[i].length; k++) {
                double sum = 0;
                for (int t = 0; t <= i; t++) {
                    sum += matrix[i][t] * sums[t][k];
                }
                sums[i][k] = sum;
            }
        }
    }

    /**
     * How much likelier all releases are with the canary than without it, in logarithm, by the claimed sampling and matrix.
     *
     * <p>Formula: if it is in the steps t of a set, row i has s_i = Σ_t C_{i,t} times the canary, and the logarithm is Σ_i (2s_i·a_i − s_i²‖v‖²)/2σ², a_i how far row i moves along the
     * canary v. Where it is always in the same one of b steps, this is averaged over all b. Where its steps have no row in common, each of them has a sum of its
     * own, for {@link #logRatio}.
     *
     * @param along a_i times ‖v‖
     */
    double logLikelihoodRatio(double[] along) {
        if (participation != Participation.IN_TURN) {
            double[] y = new double[along.length];
            Arrays.setAll(y, t -> ratio(along, i -> i < t ? 0 : matrix[i][t]));
            return logRatio(y);
        }
        double[] byTurn = new double[dealt];
        Arrays.setAll(byTurn, turn -> ratio(along, i -> inTurn(i, turn)));
        return logMean(byTurn, 0, dealt);
    }

    private double inTurn(int row, int turn) {
        double sum = 0;
        for (int t = turn; t <= row; t += dealt) {
            sum += matrix[row][t];
        }
        return sum;
    }

    private double ratio(double[] along, IntToDoubleFunction weight) {
        double square = canarySquare();
        double sum = 0;
        for (int i = 0; i < along.length; i++) {
            double w = weight.applyAsDouble(i);
            sum += (2 * w * along[i] - w * w * square) / (2 * noise * noise);
        }
        return sum;
    }

    /** Squared length of what the canary adds to a sum. */
    double canarySquare() {
        return dot(canary, canary);
    }

    /** A sum along what the canary adds, in units of the clipping norm times its length. */
    double alongCanary(double[] sum) {
        return dot(canary, sum);
    }

    /** How far a sum moves along the companion's gradient. */
    double alongCompanion(double[] sum) {
        return dot(companion, sum) / Math.sqrt(dot(companion, companion));
    }

    /** What the canary adds to a coordinate. */
    double canary(int coordinate) {
        return canary[coordinate];
    }

    /** Number of coordinates in which neither the canary nor its companion has a part: there is nothing but noise. */
    int idle() {
        return idle.length;
    }

    /** Sum of the squares of a sum's idle coordinates. */
    double idleSquares(double[] sum) {
        double squares = 0;
        for (int i : idle) {
            squares += sum[i] * sum[i];
        }
        return squares;
    }

    /** Claimed noise of each step once it is independent, in units of the clipping norm. */
    double noise() {
        return noise;
    }

    /** Claimed divisor. */
    int lot() {
        return lot;
    }

    /**
     * How much likelier all releases are with the canary than without it, in logarithm, by the claimed sampling.
     *
     * <p>Formula: Σ log(1 − q + q·e^{y_t}) over lots for which it is drawn, and Σ log((e^{y_1} + … + e^{y_d})/d) over epochs of d lots
     * into one of which it is dealt. Of k rows that are drawn each by itself, Σ log Σ_j C(k, j)·q^j·(1 − q)^(k−j)·e^{j·y_t − j(j − 1)·s/2} with
     * s = ‖v‖²/σ², as j of them add j·v.
     *
     * @param y for each lot, the same if the canary is in it for certain
     */
    double logRatio(double[] y) {
        if (participation != Participation.ANY) {
            double[] byTurn = new double[dealt];
            for (int t = 0; t < y.length; t++) {
                byTurn[t % dealt] += participation == Participation.IN_TURN ? y[t] : logRatio(rate, y[t]);
            }
            return logMean(byTurn, 0, dealt);
        }
        double sum = 0;
        for (int from = 0; from < y.length; from += dealt) {
            sum += dealt == 1 ? logRatioOfRows(y[from]) : logMean(y, from, from + dealt);
        }
        return sum;
    }

    private double logRatioOfRows(double y) {
        if (rows == 1) {
            return logRatio(rate, y);
        }
        double square = canarySquare() / (noise * noise);
        double[] terms = new double[rows + 1];
        double logBinomial = 0;
        for (int j = 0; j <= rows; j++) {
            terms[j] = logBinomial
                    + j * Math.log(rate)
                    + (rows - j) * Math.log1p(-rate)
                    + j * y
                    - j * (j - 1) * square / 2;
            logBinomial += Math.log((double) (rows - j) / (j + 1));
        }
        return logMean(terms, 0, terms.length) + Math.log(terms.length);
    }

    /** log((e^{y_from} + … + e^{y_to−1})/(to − from)). */
    static double logMean(double[] y, int from, int to) {
        double largest = Arrays.stream(y, from, to).max().orElseThrow();
        return largest
                + Math.log(Arrays.stream(y, from, to)
                        .map(one -> Math.exp(one - largest))
                        .average()
                        .orElseThrow());
    }

    /**
     * The logarithm of 1 − q + q·e^y: how much likelier a release is with the canary than without it, if it is drawn at rate
     * q, and y is the same if it is drawn for certain.
     */
    static double logRatio(double rate, double y) {
        if (rate == 1) {
            return y;
        }
        // e^y could overflow.
        return y > 30 ? y + Math.log(rate + (1 - rate) * Math.exp(-y)) : Math.log1p(rate * Math.expm1(y));
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }
}
