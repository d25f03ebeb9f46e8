package io.abacusdp.accounting.pld;

/**
 * Lower bound by data processing: the mass of each cell is merged, and mergers with a little of the neighbouring mass bring
 * the mean of e^{−L} of each onto its lattice point exactly.
 *
 * <p>With p and q the masses of a cell i and x its lattice point, s = p − e^x·q is positive if the merged loss log(p/q) is
 * above x. In cell k, the same quantity with respect to x is p_k − e^{x − x_k}·(p_k − s_k). A first sweep, upwards, mends
 * the cells with s &lt; 0 by taking what is needed from the next cells above, a second one, downwards, those with s &gt; 0 from
 * below; a fraction of a cell is a randomised merger, and leaves the merged loss of the rest as it was. On a density that
 * is smooth at the scale h, s is O(h²) and so is the fraction. Where nothing is left to take from, mass is put onto the
 * next lattice point below it, which lowers δ(ε) as well.
 */
final class Merger {
    private final LossCells cells;
    private final double step;
    private final int size;
    private final double[] p;
    private final double[] s;
    private double infinity;
    private double counterInfinity;

    Merger(LossCells cells) {
        this.cells = cells;
        this.step = cells.step();
        this.size = cells.size() + 2;
        this.p = new double[size];
        this.s = new double[size];
        double down = 1 - LossCells.RELATIVE_ERROR;
        double up = 1 + LossCells.RELATIVE_ERROR;
        for (int i = 0; i < cells.size(); i++) {
            p[i + 1] = cells.leftMass(i) + cells.rightMass(i);
            s[i + 1] = cells.rightMoment(i) * down - cells.leftMoment(i) * up;
        }
        this.infinity = cells.infinity();
        this.counterInfinity = cells.counterInfinity();
    }

    PrivacyLossDistribution merge() {
        upwards();
        downwards();
        for (int i = 0; i < size; i++) {
            p[i] *= 1 - 4 * LossCells.RELATIVE_ERROR;
        }
        infinity *= 1 - 4 * LossCells.RELATIVE_ERROR;
        // Masses that are off by their relative error move the mean by that share of the moments, at most about p·h.
        double lossError = cells.lossError() + 2 * LossCells.RELATIVE_ERROR * step;
        return new PrivacyLossDistribution(step, cells.first() - 1, p, infinity, lossError);
    }

    private void upwards() {
        boolean lowest = true;
        int donor = 0;
        for (int i = 0; i < size; i++) {
            if (p[i] == 0) {
                continue;
            }
            if (lowest && s[i] > 0 && i + 1 < size) {
                // Nothing is below it: look at it from the next lattice point, and take from above instead.
                p[i + 1] += p[i];
                s[i + 1] += s[i] * Math.exp(step) - p[i] * Math.expm1(step);
                clear(i);
                continue;
            }
            lowest = false;
            for (donor = Math.max(donor, i + 1); s[i] < 0 && donor < size; ) {
                if (p[donor] > 0 && takeFromAbove(i, donor)) {
                    break;
                }
                donor++;
            }
            if (s[i] < 0) {
                double taken = Math.min(infinity, -s[i]);
                infinity -= taken;
                p[i] += taken;
                s[i] = taken == -s[i] ? 0 : s[i] + taken;
            }
            if (s[i] < 0 && i > 0) {
                p[i - 1] += p[i];
                s[i - 1] += Math.max(0, -p[i] * Math.expm1(-step) + s[i] * Math.exp(-step));
                clear(i);
            }
        }
    }

    /** Takes from the donor until s is 0, or all there is; true if the donor had enough. */
    private boolean takeFromAbove(int i, int donor) {
        double tilt = (donor - i) * step;
        double gain = -p[donor] * Math.expm1(-tilt) + s[donor] * Math.exp(-tilt);
        if (gain <= -s[i]) {
            p[i] += p[donor];
            s[i] += gain;
            clear(donor);
            return false;
        }
        double fraction = -s[i] / gain;
        p[i] += fraction * p[donor];
        s[i] = 0;
        shrink(donor, fraction);
        return true;
    }

    private void downwards() {
        int donor = size - 1;
        for (int i = size - 1; i >= 0; i--) {
            if (p[i] == 0) {
                continue;
            }
            for (donor = Math.min(donor, i - 1); s[i] > 0 && donor >= 0; ) {
                if (p[donor] > 0 && takeFromBelow(i, donor)) {
                    break;
                }
                donor--;
            }
            if (s[i] > 0 && counterInfinity > 0) {
                double tilt = Math.exp((cells.first() - 1 + i) * step);
                double taken = Math.min(counterInfinity, s[i] / tilt);
                counterInfinity -= taken;
                s[i] = 0;
            }
        }
    }

    private boolean takeFromBelow(int i, int donor) {
        double tilt = (i - donor) * step;
        double loss = p[donor] * Math.expm1(tilt) - s[donor] * Math.exp(tilt);
        if (loss <= s[i]) {
            p[i] += p[donor];
            s[i] -= loss;
            clear(donor);
            return false;
        }
        double fraction = s[i] / loss;
        p[i] += fraction * p[donor];
        s[i] = 0;
        shrink(donor, fraction);
        return true;
    }

    private void shrink(int i, double fraction) {
        p[i] *= 1 - fraction;
        s[i] *= 1 - fraction;
    }

    private void clear(int i) {
        p[i] = 0;
        s[i] = 0;
    }
}
