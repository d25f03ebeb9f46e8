package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RealFft;
import io.abacusdp.accounting.numeric.RoundOff;
import java.util.List;

/**
 * The law of a composition as a {@link PrivacyLossDistribution}, for those who need more than a few values of δ(ε).
 *
 * <p>From above, what lies below the window is put onto its first point and what lies above it onto +∞; from below, both
 * are dropped. Losses are moved by the bound on their error, and masses rounded by more than a sum over all of them
 * can be off.
 */
final class WholeLaw {
    private WholeLaw() {}

    static PrivacyLossDistribution above(List<RepeatedLaw> terms, Grid grid) {
        TiltedWindow law = law(terms, grid);
        double[] mass = new double[law.size()];
        double scale = Math.exp(law.logMoment()) * (1 + rounding(law));
        for (int i = 0; i < mass.length; i++) {
            mass[i] = Math.max(0, law.at(i) + law.error()) * scale;
        }
        boolean whole = CompositionFacts.isSingleRun(terms);
        double outside = CompositionFacts.infinity(terms);
        if (!whole) {
            mass[0] += Math.exp(CompositionFacts.beyond(terms, grid, law, -1)) * scale;
            outside += Math.exp(CompositionFacts.beyond(terms, grid, law, 1)) * scale;
        }
        double infinity = outside <= 1 ? outside : 1;
        return law(terms, law, mass, infinity * (1 + rounding(law)), CompositionFacts.lossError(terms));
    }

    static PrivacyLossDistribution below(List<RepeatedLaw> terms, Grid grid) {
        TiltedWindow law = law(terms, grid);
        boolean whole = CompositionFacts.isSingleRun(terms);
        double wrapped = whole
                ? 0
                : Math.exp(CompositionFacts.beyond(terms, grid, law, 1))
                        + Math.exp(CompositionFacts.beyond(terms, grid, law, -1));
        double[] mass = new double[law.size()];
        double scale = Math.exp(law.logMoment()) * (1 - rounding(law));
        for (int i = 0; i < mass.length; i++) {
            mass[i] = Math.max(0, law.at(i) - law.error() - wrapped) * scale;
        }
        double infinity = CompositionFacts.infinity(terms) * (1 - rounding(law));
        return law(terms, law, mass, infinity, -CompositionFacts.lossError(terms));
    }

    private static TiltedWindow law(List<RepeatedLaw> terms, Grid grid) {
        if (CompositionFacts.isSingleRun(terms)) {
            return TiltedWindow.of(terms.get(0).law());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        return convolution.of(terms, CompositionFacts.first(terms, grid));
    }

    private static PrivacyLossDistribution law(
            List<RepeatedLaw> terms, TiltedWindow law, double[] mass, double infinity, double lossError) {
        double step = terms.get(0).law().step();
        return new PrivacyLossDistribution(
                CompositionFacts.origin(terms) + lossError, step, law.first(), mass, infinity, 2 * Math.abs(lossError));
    }

    private static double rounding(TiltedWindow law) {
        return RoundOff.UNIT * (8.0 * law.size() + 8 * law.exponents() + 64);
    }
}
