package io.abacusdp.accounting.pld;

import java.util.ArrayList;
import java.util.List;

/**
 * The laws of the parts of a composition on one lattice, from above and from below.
 *
 * @param above of each part
 * @param below of each part
 */
record Laws(List<Term> above, List<Term> below) {
    Laws {
        above = List.copyOf(above);
        below = List.copyOf(below);
    }

    static Laws of(List<Part> parts, Grid grid, double[] floors) {
        List<Term> above = new ArrayList<>();
        List<Term> below = new ArrayList<>();
        for (int i = 0; i < floors.length; i++) {
            parts.get(i).laws(grid.step(), grid.tail(), floors[i], above, below);
        }
        return new Laws(above, below);
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
