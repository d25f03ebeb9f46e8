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
    static Bounds of(Laws laws, Grid grid) {
        List<Term> over = laws.above();
        List<Term> under = laws.below();
        if (over.size() == 1 && over.get(0).count() == 1) {
            Tilted upper = Tilted.of(over.get(0).law());
            Tilted lower = Tilted.of(under.get(0).law());
            return new Bounds(
                    Tail.above(upper, Terms.origin(over), grid.step(), Terms.infinity(over), Terms.lossError(over)),
                    Tail.below(
                            lower, Terms.origin(under), grid.step(), Terms.infinity(under), 0, Terms.lossError(under)),
                    grid.finest());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        return new Bounds(above(over, convolution, grid), below(under, convolution, grid), grid.finest());
    }

    private static Tail above(List<Term> terms, Convolution convolution, Grid grid) {
        Tilted law = convolution.of(terms, Terms.first(terms, grid));
        double end = (law.first() + law.size()) * grid.step();
        double beyond = Math.exp(Terms.beyond(terms, grid, law, 1) + law.logMoment() - grid.theta() * end);
        double outside = Math.min(1, (Terms.infinity(terms) + beyond) * (1 + 1e-12));
        return Tail.above(law, Terms.origin(terms), grid.step(), outside, Terms.lossError(terms));
    }

    private static Tail below(List<Term> terms, Convolution convolution, Grid grid) {
        Tilted law = convolution.of(terms, Terms.first(terms, grid));
        double wrapped = Math.exp(Terms.beyond(terms, grid, law, 1)) + Math.exp(Terms.beyond(terms, grid, law, -1));
        double infinity = Terms.infinity(terms) * (1 - 1e-12);
        return Tail.below(law, Terms.origin(terms), grid.step(), infinity, wrapped, Terms.lossError(terms));
    }
}
