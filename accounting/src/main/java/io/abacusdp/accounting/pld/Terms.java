package io.abacusdp.accounting.pld;

import java.util.List;

/** What is known of a composition without a transform. */
final class Terms {
    private static final double U = 0x1p-53;

    private Terms() {}

    /** Lattice index at which the window of the grid begins. */
    static long first(List<Term> terms, Grid grid) {
        return (long) Math.floor((grid.bottom() - origin(terms)) / grid.step());
    }

    /** The loss of lattice index 0 of the composition. */
    static double origin(List<Term> terms) {
        CompensatedSum sum = new CompensatedSum();
        for (Term term : terms) {
            sum.add(term.count() * term.law().origin());
        }
        return sum.value();
    }

    /** log of Chernoff's bound on the tilted mass above (sign +1) or below (−1) the window, from the origin. */
    static double beyond(List<Term> terms, Grid grid, Tilted law, int sign) {
        double tilt = sign > 0 ? grid.above() : grid.below();
        double moment = 0;
        double rounding = 0;
        for (Term term : terms) {
            double k = term.law().logMoment(grid.theta() + sign * tilt);
            moment += term.count() * k;
            rounding += term.count() * U * (term.law().size() + 16 + 4 * Math.abs(k));
        }
        double loss = grid.step() * (sign > 0 ? law.first() + law.size() : law.first() - 1);
        rounding += 8 * U * (law.exponents() + (grid.theta() + tilt) * Math.abs(loss));
        return moment - law.logMoment() - sign * tilt * loss + 2 * rounding;
    }

    /** 1 − Π (1 − m_i)^{T_i}. */
    static double infinity(List<Term> terms) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.count() * Math.log1p(-term.law().infinityMass());
        }
        return -Math.expm1(sum);
    }

    static double lossError(List<Term> terms) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.count()
                    * (term.law().lossError() + 4 * U * Math.abs(term.law().origin()));
        }
        return sum;
    }
}
