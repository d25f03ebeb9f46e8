package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.Cumulants;
import io.abacusdp.accounting.numeric.SaddlePoint;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * Saddle-point estimates ({@link SaddlePoint}) of a composition, by which grids are planned. Nothing certified rests on them.
 */
final class SaddleEstimates {
    private static final double MIN_TILT = 1e-3;
    private static final double MAX_TILT = 1e6;

    private final List<Sketch> sketches;
    private final double[] counts;

    SaddleEstimates(List<Sketch> sketches, double[] counts) {
        this.sketches = List.copyOf(sketches);
        this.counts = counts.clone();
    }

    /** K, K′ and K″ of the composition. */
    Cumulants cumulants(double theta) {
        Cumulants sum = Cumulants.ZERO;
        for (int i = 0; i < counts.length; i++) {
            sum = sum.plus(counts[i], sketches.get(i).cumulants(theta));
        }
        return sum;
    }

    /** The saddle for ε at the given δ, or the one for ε = 0 if δ(0) is smaller. */
    double forDelta(double delta) {
        double target = Math.log(delta);
        return least(t -> {
            Cumulants k = cumulants(t);
            return SaddlePoint.epsilon(t, k) >= 0 && SaddlePoint.logDelta(t, k, SaddlePoint.epsilon(t, k)) <= target;
        });
    }

    /** The saddle for the given ε. */
    double forEpsilon(double epsilon) {
        return least(t -> SaddlePoint.epsilon(t, cumulants(t)) >= epsilon);
    }

    private static double least(DoublePredicate holds) {
        double low = MIN_TILT;
        double high = MAX_TILT;
        for (int k = 0; k < 40 && high > low * 1.002; k++) {
            double middle = Math.sqrt(low * high);
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** What discretisation is expected to add to log δ, from the bound below to the one above: 3/4·θ(θ+1)·Σ T·E[u(h − u)]. */
    double width(double theta, double step) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            double k = sketches.get(i).cumulants(theta).value();
            sum += counts[i] * sketches.get(i).spread(theta, k, step);
        }
        return 0.75 * theta * (theta + 1) * sum;
    }

    /** For each part, a loss below which nothing matters: lumped there, it adds at most the given share to δ. */
    double[] floors(double theta, double share) {
        double[] floors = new double[counts.length];
        for (int i = 0; i < floors.length; i++) {
            double k = sketches.get(i).cumulants(theta).value();
            floors[i] = sketches.get(i).floor(theta, k, share / (counts.length * counts[i]));
        }
        return floors;
    }

    /** The loss above (sign +1) or below (−1) which the law tilted by θ has at most the mass e^logMass, by Chernoff. */
    Edge edge(double theta, Cumulants k, double logMass, int sign, double maxTilt) {
        double scale = Math.min(maxTilt, Math.sqrt(-2 * logMass / k.variance()));
        Edge best = new Edge(sign * Double.POSITIVE_INFINITY, scale);
        for (double s = scale / 64; s < Math.min(maxTilt, 16 * scale); s *= 1.3) {
            double loss = sign * (cumulants(theta + sign * s).value() - k.value() - logMass) / s;
            if (sign * loss < sign * best.loss()) {
                best = new Edge(loss, s);
            }
        }
        return best;
    }

    /**
     * An end of a window.
     *
     * @param loss where it is
     * @param tilt the distance from θ at which Chernoff's bound on what lies beyond is best
     */
    record Edge(double loss, double tilt) {}
}
