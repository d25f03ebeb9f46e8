package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.CompensatedSum;

/**
 * From cells to laws on the lattice that bound the pair from above and from below.
 *
 * <p>With y = e^{−L}, δ(ε) = E_P[(1 − e^ε·y)₊] is the expectation of a convex function of y. Spreading mass without moving
 * its mean of y can only raise it, merging mass at its mean of y can only lower it, for every ε at once; and so it is for
 * compositions, as a spread or a merger of a part is one of the whole. The mean of y is kept if and only if the mass
 * under Q is. Both errors are of second order: per step, a spread adds up to h²/4 (h²/6 on average) to the variance of the
 * loss, a merger takes h²/12 from it.
 */
final class UpperDiscretisation {
    private UpperDiscretisation() {}

    /**
     * Connect-the-dots (Doroshenko et al. 2022, arXiv:2207.04380): all mass is split onto the two lattice points around it,
     * keeping its mass under P and under Q. What was left out goes to +∞, what lies below the cells up to them. Masses are raised by their relative error.
     *
     * <p>A left half with moment m gives m/(e^h − 1) to the point on its left, a right half m/(1 − e^{−h}) to the one on its
     * right; the rest stays.
     */
    static PrivacyLossDistribution above(LossCells cells) {
        int size = cells.size();
        double slack = cells.relativeError();
        double toLeft = 1 / Math.expm1(cells.step());
        double toRight = -1 / Math.expm1(-cells.step());
        double[] mass = new double[size + 2];
        for (int i = 0; i < size; i++) {
            double left = cells.leftMoment(i) * toLeft;
            double right = cells.rightMoment(i) * toRight;
            mass[i] += left;
            mass[i + 1] += Math.max(0, cells.leftMass(i) - left) + Math.max(0, cells.rightMass(i) - right);
            mass[i + 2] += right;
        }
        // Twice for the differences above, of which at least half of the minuend is left, and as much for the sums.
        // Mass below the cells is put onto the third of their lattice points, which is above any loss that they lack.
        mass[Math.min(3, size + 1)] += cells.sunk();
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < mass.length; i++) {
            mass[i] *= 1 + 4 * slack;
            sum.add(mass[i]);
        }
        double outside = (cells.infinity() + cells.cut()) * (1 + 4 * slack);
        // Inflated masses cannot sum to less than 1, or the cells lack something: it might be anywhere, so at infinity.
        double infinity = sum.value() + outside >= 1 ? outside : 1 - sum.value();
        return new PrivacyLossDistribution(
                cells.origin(), cells.step(), cells.first() - 1, mass, infinity, cells.lossError());
    }
}
