package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RealFft;
import java.util.List;

/**
 * δ(ε) of a composition from above and from below on one grid.
 *
 * @param above nowhere below the truth
 * @param below nowhere above it
 * @param finest whether a finer grid is not allowed
 */
record Bounds(Tail above, Tail below, boolean finest) {
    private static final double U = 0x1p-53;

    static Bounds of(Laws laws, Grid grid) {
        List<Term> over = laws.above();
        List<Term> under = laws.below();
        if (over.size() == 1 && over.get(0).count() == 1) {
            Tilted upper = Tilted.of(over.get(0).law());
            Tilted lower = Tilted.of(under.get(0).law());
            return new Bounds(
                    Tail.above(upper, origin(over), grid.step(), infinity(over), lossError(over)),
                    Tail.below(lower, origin(under), grid.step(), infinity(under), 0, lossError(under)),
                    grid.finest());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        return new Bounds(above(over, convolution, grid), below(under, convolution, grid), grid.finest());
    }

    private static Tail above(List<Term> terms, Convolution convolution, Grid grid) {
        Tilted law = convolution.of(terms, first(terms, grid));
        double end = (law.first() + law.size()) * grid.step();
        double beyond = Math.exp(beyond(terms, grid, law, 1) + law.logMoment() - grid.theta() * end);
        double outside = Math.min(1, (infinity(terms) + beyond) * (1 + 1e-12));
        return Tail.above(law, origin(terms), grid.step(), outside, lossError(terms));
    }

    private static Tail below(List<Term> terms, Convolution convolution, Grid grid) {
        Tilted law = convolution.of(terms, first(terms, grid));
        double wrapped = Math.exp(beyond(terms, grid, law, 1)) + Math.exp(beyond(terms, grid, law, -1));
        double infinity = infinity(terms) * (1 - 1e-12);
        return Tail.below(law, origin(terms), grid.step(), infinity, wrapped, lossError(terms));
    }

    private static long first(List<Term> terms, Grid grid) {
        return (long) Math.floor((grid.bottom() - origin(terms)) / grid.step());
    }

    /** The loss of lattice index 0 of the composition. */
    private static double origin(List<Term> terms) {
        CompensatedSum sum = new CompensatedSum();
        for (Term term : terms) {
            sum.add(term.count() * term.law().origin());
        }
        return sum.value();
    }

    /** log of Chernoff's bound on the tilted mass above (sign +1) or below (−1) the window, from the origin. */
    private static double beyond(List<Term> terms, Grid grid, Tilted law, int sign) {
        double tilt = sign > 0 ? grid.above() : grid.below();
        double moment = 0;
        double rounding = 0;
        for (Term term : terms) {
            double k = term.law().logMoment(grid.theta() + sign * tilt);
            moment += term.count() * k;
            rounding += term.count() * U * (term.law().size() + 16 + 4 * Math.abs(k));
        }
        double loss = grid.step() * (sign > 0 ? law.first() + law.size() : law.first() - 1);
        rounding += 8 * U * (Math.abs(law.logMoment()) + (grid.theta() + tilt) * Math.abs(loss));
        return moment - law.logMoment() - sign * tilt * loss + 2 * rounding;
    }

    /** 1 − Π (1 − m_i)^{T_i}. */
    private static double infinity(List<Term> terms) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.count() * Math.log1p(-term.law().infinityMass());
        }
        return -Math.expm1(sum);
    }

    private static double lossError(List<Term> terms) {
        double sum = 0;
        for (Term term : terms) {
            sum += term.count()
                    * (term.law().lossError() + 4 * U * Math.abs(term.law().origin()));
        }
        return sum;
    }
}
