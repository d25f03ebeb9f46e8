package io.abacusdp.accounting.pair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The least pair that dominates both a pair of discrete laws and its reverse: for neighbours of which either may be P.
 *
 * <p>Formula: with k = e^ε, F(k) = E_P(1 − k/X)₊ and G, the same of (Q, P), are convex, fall, and are made of straight lines with corners at e^{±l}
 * for the losses l. So is their maximum, which has corners besides where the two cross. A convex function of this kind is that of a pair: at a corner k it has the mass
 * that the slope rises by under Q, and k times that under P.
 *
 * <p>Composition: a pair that dominates each run, whichever way round, dominates a sequence of them, of which some are one way and some the
 * other. The larger of the two directions of the whole does not: two runs of (P, Q), one of them reversed, can cost more than either.
 *
 * <p>Accuracy: where a corner is a crossing at k*, found with an error of at most d, it is put farther out by that: left of it the function is so above the
 * maximum, right of it it is the same. At k = 1 the two always meet, the total variation being the same both ways: a crossing next to it is there. With n losses, F and G and their slopes err by 4n + 16 roundings of 1, by which the mass is
 * raised, too. Other corners have the losses and masses of the pair itself.
 */
final class EitherWay {
    /** Losses beyond have ratios with too large a square. */
    static final double MAX_LOSS = 300;

    private static final double NEAR = 1e-12;

    private final double[] loss;
    private final double[] mass;
    private final double infinity;

    /** Takes over the arrays, which the caller must not change any more. */
    private EitherWay(double[] loss, double[] mass, double infinity) {
        this.loss = loss;
        this.mass = mass;
        this.infinity = infinity;
    }

    /** F(k), and the mass of Q above k. */
    private double[] at(double k) {
        double log = Math.log(k);
        double sum = infinity;
        double above = 0;
        for (int i = 0; i < loss.length; i++) {
            if (loss[i] > log) {
                double other = mass[i] * Math.exp(-loss[i]);
                sum += Math.max(0, mass[i] - k * other);
                above += other;
            }
        }
        return new double[] {sum, above};
    }

    /** Under P, at a corner of its own. */
    private double massAt(double corner) {
        double sum = 0;
        for (int i = 0; i < loss.length; i++) {
            sum += loss[i] == corner ? mass[i] : 0;
        }
        return sum;
    }

    /**
     * The pair.
     *
     * @param losses finite, of at most {@link #MAX_LOSS} in size
     */
    static Atoms of(double[] losses, double[] masses, double infinity, double counterInfinity) {
        int n = losses.length;
        double[] negated = new double[n];
        double[] counterMasses = new double[n];
        TreeSet<Double> corners = new TreeSet<>();
        corners.add(0.0);
        for (int i = 0; i < n; i++) {
            negated[i] = -losses[i];
            counterMasses[i] = masses[i] * Math.exp(-losses[i]);
            corners.add(losses[i] + 0.0);
            corners.add(negated[i] + 0.0);
        }
        EitherWay forward = new EitherWay(losses, masses, infinity);
        EitherWay backward = new EitherWay(negated, counterMasses, counterInfinity);
        double error = (4 * n + 16) * 0x1p-53;
        List<double[]> atoms = new ArrayList<>();
        // Left of all corners the larger function is that which falls less: it has more beyond on its other side.
        EitherWay active = counterInfinity >= infinity ? forward : backward;
        double previous = Double.NEGATIVE_INFINITY;
        for (double corner : corners) {
            EitherWay other = active == forward ? backward : forward;
            if (previous > Double.NEGATIVE_INFINITY) {
                double k = Math.exp(corner);
                double[] here = active.at(k);
                double[] there = other.at(k);
                // Both are straight from the corner before to this one, where their slopes are those just left of it.
                double fall = active.at(Math.exp(0.5 * (previous + corner)))[1];
                double otherFall = other.at(Math.exp(0.5 * (previous + corner)))[1];
                double lead = there[0] - here[0];
                double turn = fall - otherFall;
                if (lead > 0 && turn > 0) {
                    double crossing = k - Math.max(0, lead - error) / turn;
                    double log = Math.min(corner, Math.max(previous, Math.nextUp(Math.log(crossing))));
                    double at = Math.abs(log) <= NEAR ? 0 : log;
                    atoms.add(new double[] {at, (turn + error) * Math.exp(at)});
                    active = other;
                }
            }
            double own = active.massAt(corner);
            if (own > 0) {
                atoms.add(new double[] {corner, own});
            }
            previous = corner;
        }
        return merged(atoms, Math.max(infinity, counterInfinity));
    }

    /** Losses that are next to each other are taken for the larger, by which the function rises. */
    private static Atoms merged(List<double[]> atoms, double infinity) {
        double[] loss = new double[atoms.size()];
        double[] mass = new double[atoms.size()];
        int size = 0;
        for (double[] atom : atoms) {
            if (size > 0 && atom[0] - loss[size - 1] <= NEAR * (1 + Math.abs(atom[0]))) {
                loss[size - 1] = atom[0];
                mass[size - 1] += atom[1];
            } else {
                loss[size] = atom[0];
                mass[size++] = atom[1];
            }
        }
        return Atoms.exactly(Arrays.copyOf(loss, size), Arrays.copyOf(mass, size), infinity, infinity);
    }
}
