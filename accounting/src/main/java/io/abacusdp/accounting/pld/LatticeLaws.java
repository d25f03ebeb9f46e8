package io.abacusdp.accounting.pld;

import java.util.ArrayList;
import java.util.List;

/**
 * The laws of the parts of a composition on one lattice, from above and from below.
 *
 * @param above of each part
 * @param below of each part
 */
record LatticeLaws(List<RepeatedLaw> above, List<RepeatedLaw> below) {
    LatticeLaws {
        above = List.copyOf(above);
        below = List.copyOf(below);
    }

    static LatticeLaws of(List<RepeatedPair> parts, Grid grid, double[] floors) {
        List<RepeatedLaw> above = new ArrayList<>();
        List<RepeatedLaw> below = new ArrayList<>();
        for (int i = 0; i < floors.length; i++) {
            parts.get(i).laws(grid.step(), grid.tail(), floors[i], above, below);
        }
        return new LatticeLaws(above, below);
    }

    /** What discretisation does to log δ near the saddle θ: the difference of the logarithms of the moments. */
    double width(double theta) {
        double sum = 0;
        for (int i = 0; i < above.size(); i++) {
            PrivacyLossDistribution upper = above.get(i).law();
            PrivacyLossDistribution lower = below.get(i).law();
            double shift = theta * (upper.origin() - lower.origin());
            sum += above.get(i).count() * (upper.logMoment(theta) - lower.logMoment(theta) + shift);
        }
        return sum;
    }
}
