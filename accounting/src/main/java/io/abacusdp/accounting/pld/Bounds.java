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
    static Bounds of(LatticeLaws laws, Grid grid) {
        List<RepeatedLaw> over = laws.above();
        List<RepeatedLaw> under = laws.below();
        if (CompositionFacts.isSingleRun(over)) {
            TiltedWindow upper = TiltedWindow.of(over.get(0).law());
            TiltedWindow lower = TiltedWindow.of(under.get(0).law());
            return new Bounds(
                    Tail.above(
                            upper,
                            CompositionFacts.origin(over),
                            grid.step(),
                            CompositionFacts.infinity(over),
                            CompositionFacts.lossError(over),
                            true),
                    Tail.below(
                            lower,
                            CompositionFacts.origin(under),
                            grid.step(),
                            CompositionFacts.infinity(under),
                            0,
                            CompositionFacts.lossError(under)),
                    grid.finest());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        return new Bounds(above(over, convolution, grid), below(under, convolution, grid), grid.finest());
    }

    private static Tail above(List<RepeatedLaw> terms, Convolution convolution, Grid grid) {
        TiltedWindow law = convolution.of(terms, CompositionFacts.first(terms, grid));
        double end = (law.first() + law.size()) * grid.step();
        double beyond = Math.exp(CompositionFacts.beyond(terms, grid, law, 1) + law.logMoment() - grid.theta() * end);
        double outside = Math.min(1, (CompositionFacts.infinity(terms) + beyond) * (1 + 1e-12));
        return Tail.above(
                law, CompositionFacts.origin(terms), grid.step(), outside, CompositionFacts.lossError(terms), false);
    }

    private static Tail below(List<RepeatedLaw> terms, Convolution convolution, Grid grid) {
        TiltedWindow law = convolution.of(terms, CompositionFacts.first(terms, grid));
        double wrapped = Math.exp(CompositionFacts.beyond(terms, grid, law, 1))
                + Math.exp(CompositionFacts.beyond(terms, grid, law, -1));
        double infinity = CompositionFacts.infinity(terms) * (1 - 1e-12);
        return Tail.below(
                law, CompositionFacts.origin(terms), grid.step(), infinity, wrapped, CompositionFacts.lossError(terms));
    }
}
