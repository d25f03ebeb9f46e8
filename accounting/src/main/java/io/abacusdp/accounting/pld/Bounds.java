package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RealFft;
import java.util.ArrayList;
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

    static Bounds of(List<Part> parts, Grid grid) {
        List<Term> over = new ArrayList<>();
        List<Term> under = new ArrayList<>();
        for (Part part : parts) {
            over.add(new Term(part.lawAbove(grid.step(), grid.tail()), part.count()));
            under.add(new Term(part.lawBelow(grid.step(), grid.tail()), part.count()));
        }
        if (parts.size() == 1 && parts.get(0).count() == 1) {
            return new Bounds(
                    Tail.above(Tilted.of(over.get(0).law()), grid.step(), infinity(over), lossError(over)),
                    Tail.below(Tilted.of(under.get(0).law()), grid.step(), infinity(under), 0, lossError(under)),
                    grid.finest());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        Tilted upper = convolution.of(over, grid.first());
        double beyond =
                Math.exp(beyond(over, grid, upper.logMoment(), 1) + upper.logMoment() - grid.theta() * end(grid));
        double raised = Math.min(1, (infinity(over) + beyond) * (1 + 1e-12));
        Tail above = Tail.above(upper, grid.step(), raised, lossError(over));
        Tilted lower = convolution.of(under, grid.first());
        double wrapped = Math.exp(beyond(under, grid, lower.logMoment(), 1))
                + Math.exp(beyond(under, grid, lower.logMoment(), -1));
        Tail below = Tail.below(lower, grid.step(), infinity(under) * (1 - 1e-12), wrapped, lossError(under));
        return new Bounds(above, below, grid.finest());
    }

    /** The first loss above the window. */
    private static double end(Grid grid) {
        return (grid.first() + grid.points()) * grid.step();
    }

    /** log of Chernoff's bound on the tilted mass above (sign +1) or below (−1) the window. */
    private static double beyond(List<Term> terms, Grid grid, double logMoment, int sign) {
        double tilt = sign > 0 ? grid.above() : grid.below();
        double moment = 0;
        double rounding = 0;
        for (Term term : terms) {
            double k = term.law().logMoment(grid.theta() + sign * tilt);
            moment += term.count() * k;
            rounding += term.count() * U * (term.law().size() + 16 + 4 * Math.abs(k));
        }
        double loss = sign > 0 ? end(grid) : (grid.first() - 1) * grid.step();
        rounding += 8 * U * (Math.abs(logMoment) + (grid.theta() + tilt) * Math.abs(loss));
        return moment - logMoment - sign * tilt * loss + 2 * rounding;
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
            sum += term.count() * term.law().lossError();
        }
        return sum;
    }
}
