package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.Cumulants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Losses and their approximate masses under P: enough to plan a grid by, and never part of a bound. */
final class Sketch {
    /** More of them make no better plan. */
    private static final int MAX_LOSSES = 1 << 13;

    private final double[] loss;
    private final double[] mass;

    /** Takes the arrays over. */
    Sketch(double[] loss, double[] mass) {
        this.loss = loss;
        this.mass = mass;
    }

    /** The sketch of (Q, P). */
    Sketch reversed() {
        double[] negated = new double[loss.length];
        double[] tilted = new double[loss.length];
        for (int i = 0; i < loss.length; i++) {
            negated[i] = -loss[i];
            tilted[i] = mass[i] * Math.exp(-loss[i]);
        }
        return new Sketch(negated, tilted);
    }

    /** What has a positive loss. */
    Sketch positive() {
        int[] kept = IntStream.range(0, loss.length).filter(i -> loss[i] > 0).toArray();
        return new Sketch(
                Arrays.stream(kept).mapToDouble(i -> loss[i]).toArray(),
                Arrays.stream(kept).mapToDouble(i -> mass[i]).toArray());
    }

    /** Many losses in order as fewer: of an odd number of neighbours, the one in the middle stands for all. */
    Sketch thinned() {
        return thinned(MAX_LOSSES);
    }

    private Sketch thinned(int most) {
        int group = loss.length / most / 2 * 2 + 1;
        if (group == 1) {
            return this;
        }
        int size = (loss.length + group - 1) / group;
        double[] losses = new double[size];
        double[] masses = new double[size];
        for (int i = 0; i < loss.length; i++) {
            masses[i / group] += mass[i];
        }
        for (int i = 0; i < size; i++) {
            losses[i] = loss[Math.min(loss.length - 1, i * group + group / 2)];
        }
        return new Sketch(losses, masses);
    }

    /** One of several, each with its share of the mass; of many, each is drawn with fewer lines. */
    static Sketch oneOf(List<Sketch> sketches, List<Double> shares) {
        List<Sketch> thinned = new ArrayList<>();
        int size = 0;
        for (Sketch sketch : sketches) {
            thinned.add(sketch.thinned(Math.max(MAX_LOSSES / 64, 4 * MAX_LOSSES / sketches.size())));
            size += thinned.get(thinned.size() - 1).loss.length;
        }
        double[] losses = new double[size];
        double[] masses = new double[size];
        int at = 0;
        for (int i = 0; i < shares.size(); i++) {
            Sketch sketch = thinned.get(i);
            for (int j = 0; j < sketch.loss.length; j++) {
                losses[at] = sketch.loss[j];
                masses[at++] = shares.get(i) * sketch.mass[j];
            }
        }
        return new Sketch(losses, masses);
    }

    /** Both together. */
    Sketch plus(Sketch other) {
        double[] losses = Arrays.copyOf(loss, loss.length + other.loss.length);
        double[] masses = Arrays.copyOf(mass, losses.length);
        System.arraycopy(other.loss, 0, losses, loss.length, other.loss.length);
        System.arraycopy(other.mass, 0, masses, mass.length, other.mass.length);
        return new Sketch(losses, masses);
    }

    /** From the least loss to the greatest. */
    double span() {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double x : loss) {
            least = Math.min(least, x);
            greatest = Math.max(greatest, x);
        }
        return loss.length == 0 ? 0 : greatest - least;
    }

    /** From the given loss, or the least one if that is more, to the greatest. */
    double spanAbove(double floor) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double x : loss) {
            least = Math.min(least, x);
            greatest = Math.max(greatest, x);
        }
        return loss.length == 0 ? 0 : Math.max(0, greatest - Math.max(least, floor));
    }

    /** K(θ) = log E_P[e^{θL}] and its first two derivatives. */
    Cumulants cumulants(double theta) {
        double shift = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < loss.length; i++) {
            if (mass[i] > 0) {
                shift = Math.max(shift, theta * loss[i]);
            }
        }
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < loss.length; i++) {
            double w = mass[i] > 0 ? mass[i] * Math.exp(theta * loss[i] - shift) : 0;
            sum += w;
            first += w * loss[i];
            second += w * loss[i] * loss[i];
        }
        if (!(sum > 0)) {
            return new Cumulants(0, 0, 0);
        }
        double mean = first / sum;
        return new Cumulants(shift + Math.log(sum), mean, Math.max(0, second / sum - mean * mean));
    }

    /**
     * E[u(h − u)] under the law tilted by θ, where u is the distance of the loss to the lattice point below it, and the
     * heaviest loss is on the lattice.
     */
    double spread(double theta, double logMoment, double step) {
        int heaviest = 0;
        for (int i = 1; i < loss.length; i++) {
            heaviest = mass[i] > mass[heaviest] ? i : heaviest;
        }
        double sum = 0;
        for (int i = 0; i < loss.length; i++) {
            if (mass[i] > 0) {
                double w = mass[i] * Math.exp(theta * loss[i] - logMoment);
                double above = loss[i] - loss[heaviest];
                double u = above - step * Math.floor(above / step);
                sum += w * u * (step - u);
            }
        }
        return sum;
    }

    /** A loss x of which the mass below it, were it all at x, has at most the given share of the law tilted by θ. */
    double floor(double theta, double logMoment, double share) {
        Integer[] order = new Integer[loss.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> loss[i]));
        double below = 0;
        double floor = Double.NEGATIVE_INFINITY;
        for (int i : order) {
            if (!(below * Math.exp(theta * loss[i] - logMoment) <= share)) {
                break;
            }
            floor = loss[i];
            below += mass[i];
        }
        return floor;
    }
}
