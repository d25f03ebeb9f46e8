package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.CompensatedSum;
import io.abacusdp.accounting.numeric.RoundOff;
import java.util.List;

/** What is known of a composition without a transform. */
final class CompositionFacts {
    private CompositionFacts() {}

    /** Whether it is a single run, which needs no transform. */
    static boolean isSingleRun(List<RepeatedLaw> terms) {
        return terms.size() == 1 && terms.get(0).count() == 1;
    }

    /** Lattice index at which the window of the grid begins. */
    static long first(List<RepeatedLaw> terms, Grid grid) {
        return (long) Math.floor((grid.bottom() - origin(terms)) / grid.step());
    }

    /** The loss of lattice index 0 of the composition. */
    static double origin(List<RepeatedLaw> terms) {
        CompensatedSum sum = new CompensatedSum();
        for (RepeatedLaw term : terms) {
            sum.add(term.count() * term.law().origin());
        }
        return sum.value();
    }

    /** log of Chernoff's bound on the tilted mass above (sign +1) or below (−1) the window, from the origin. */
    static double beyond(List<RepeatedLaw> terms, Grid grid, TiltedWindow law, int sign) {
        double tilt = sign > 0 ? grid.above() : grid.below();
        double moment = 0;
        double rounding = 0;
        for (RepeatedLaw term : terms) {
            double k = term.law().logMoment(grid.theta() + sign * tilt);
            moment += term.count() * k;
            rounding += term.count() * RoundOff.UNIT * (term.law().size() + 16 + 4 * Math.abs(k));
        }
        double loss = grid.step() * (sign > 0 ? law.first() + law.size() : law.first() - 1);
        rounding += 8 * RoundOff.UNIT * (law.exponents() + (grid.theta() + tilt) * Math.abs(loss));
        return moment - law.logMoment() - sign * tilt * loss + 2 * rounding;
    }

    /** 1 − Π (1 − m_i)^{T_i}. */
    static double infinity(List<RepeatedLaw> terms) {
        double sum = 0;
        for (RepeatedLaw term : terms) {
            sum += term.count() * Math.log1p(-term.law().infinityMass());
        }
        return -Math.expm1(sum);
    }

    static double lossError(List<RepeatedLaw> terms) {
        double sum = 0;
        for (RepeatedLaw term : terms) {
            sum += term.count()
                    * (term.law().lossError()
                            + 4 * RoundOff.UNIT * Math.abs(term.law().origin()));
        }
        return sum;
    }
}
