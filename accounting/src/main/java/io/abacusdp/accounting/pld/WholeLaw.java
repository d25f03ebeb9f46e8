package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.RealFft;
import java.util.List;

/**
 * The law of a composition as a {@link PrivacyLossDistribution}, for those who need more than a few values of δ(ε).
 *
 * <p>From above, what lies below the window is put onto its first point and what lies above it onto +∞; from below, both
 * are dropped. Losses are moved by the bound on their error, and masses rounded by more than a sum over all of them
 * can be off.
 */
final class WholeLaw {
    private static final double U = 0x1p-53;

    private WholeLaw() {}

    static PrivacyLossDistribution above(List<Term> terms, Grid grid) {
        Tilted law = law(terms, grid);
        double[] mass = new double[law.size()];
        double scale = Math.exp(law.logMoment()) * (1 + rounding(law));
        for (int i = 0; i < mass.length; i++) {
            mass[i] = Math.max(0, law.at(i) + law.error()) * scale;
        }
        boolean whole = terms.size() == 1 && terms.get(0).count() == 1;
        double outside = Terms.infinity(terms);
        if (!whole) {
            mass[0] += Math.exp(Terms.beyond(terms, grid, law, -1)) * scale;
            outside += Math.exp(Terms.beyond(terms, grid, law, 1)) * scale;
        }
        double infinity = outside <= 1 ? outside : 1;
        return law(terms, law, mass, infinity * (1 + rounding(law)), Terms.lossError(terms));
    }

    static PrivacyLossDistribution below(List<Term> terms, Grid grid) {
        Tilted law = law(terms, grid);
        boolean whole = terms.size() == 1 && terms.get(0).count() == 1;
        double wrapped =
                whole ? 0 : Math.exp(Terms.beyond(terms, grid, law, 1)) + Math.exp(Terms.beyond(terms, grid, law, -1));
        double[] mass = new double[law.size()];
        double scale = Math.exp(law.logMoment()) * (1 - rounding(law));
        for (int i = 0; i < mass.length; i++) {
            mass[i] = Math.max(0, law.at(i) - law.error() - wrapped) * scale;
        }
        double infinity = Terms.infinity(terms) * (1 - rounding(law));
        return law(terms, law, mass, infinity, -Terms.lossError(terms));
    }

    private static Tilted law(List<Term> terms, Grid grid) {
        if (terms.size() == 1 && terms.get(0).count() == 1) {
            return Tilted.of(terms.get(0).law());
        }
        Convolution convolution = new Convolution(RealFft.ofSize(grid.points()), grid.theta());
        return convolution.of(terms, Terms.first(terms, grid));
    }

    private static PrivacyLossDistribution law(
            List<Term> terms, Tilted law, double[] mass, double infinity, double lossError) {
        double step = terms.get(0).law().step();
        return new PrivacyLossDistribution(Terms.origin(terms) + lossError, step, law.first(), mass, infinity, 0);
    }

    private static double rounding(Tilted law) {
        return U * (8.0 * law.size() + 8 * law.exponents() + 64);
    }
}
