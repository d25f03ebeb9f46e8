package io.abacusdp.accounting.pld;

import io.abacusdp.accounting.numeric.CompensatedSum;

/**
 * Lower bound by data processing: outcomes are merged so that the mean of e^{−L} of each merger is on a lattice point.
 *
 * <p>With p and q the masses of a set of outcomes, s = p − e^x·q says on which side of the lattice point x its merged loss
 * log(p/q) lies; as seen from a point x + d, it is p·(1 − e^d) + s·e^d. A cell has a left part with s ≤ 0 and a right part
 * with s ≥ 0, and is merged once they balance. It is made to by moving its border: the cells below the heaviest one are
 * dealt with upwards, each handing what it has too much of its right part to the next, or taking from the next's left
 * part; those above it downwards, likewise; both so towards more mass, where what was moved matters ever less. The
 * heaviest cell is then mended with fractions of its merged neighbours. A fraction of a part is a randomised merger.
 *
 * <p>On a density that is smooth at the scale h, this takes about h²/12 of the variance of the loss. Where there is nothing
 * left to balance with, mass is put onto the lattice point below it, which lowers δ(ε) as well.
 */
final class LowerDiscretisation {
    private final LossCells cells;
    private final double step;
    private final double relativeError;
    private final int size;
    private final double[] left;
    private final double[] right;
    /** −s of the left part, and s of the right one; neither is negative. */
    private final double[] leftMoment;

    private final double[] rightMoment;
    private double infinity;
    private final double drift;

    LowerDiscretisation(LossCells cells) {
        this.cells = cells;
        this.step = cells.step();
        this.relativeError = cells.relativeError();
        this.size = cells.size() + 2;
        this.left = new double[size];
        this.right = new double[size];
        this.leftMoment = new double[size];
        this.rightMoment = new double[size];
        for (int i = 0; i < cells.size(); i++) {
            left[i + 1] = cells.leftMass(i);
            right[i + 1] = cells.rightMass(i);
            leftMoment[i + 1] = cells.leftMoment(i) * (1 + relativeError);
            rightMoment[i + 1] = cells.rightMoment(i) * (1 - relativeError);
        }
        this.infinity = cells.infinity();
        this.drift = merge();
    }

    LossCells cells() {
        return cells;
    }

    /** What is lost of the mean loss to mass that had to be put onto the lattice point below it. */
    double drift() {
        return drift;
    }

    /** Does all of the above and returns the drift. */
    private double merge() {
        int heaviest = 0;
        for (int i = 1; i < size; i++) {
            heaviest = mass(i) > mass(heaviest) ? i : heaviest;
        }
        upTo(heaviest);
        downTo(heaviest);
        mend(heaviest);
        double lost = 0;
        for (int i = 0; i < size; i++) {
            lost += behind(i) ? mass(i) * step : Math.max(0, rightMoment[i] - leftMoment[i]);
        }
        return lost;
    }

    /** Whether the merged loss is below its lattice point by more than rounding; the error that less leaves in the losses is stated. */
    private boolean behind(int i) {
        return leftMoment[i] - rightMoment[i] > 8 * relativeError * mass(i) * step;
    }

    /** The law; what is left out is dropped, and masses are lowered by their relative error. */
    PrivacyLossDistribution law() {
        double[] merged = new double[size];
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < size; i++) {
            merged[behind(i) && i > 0 ? i - 1 : i] += mass(i) * (1 - 4 * relativeError);
            sum.add(mass(i));
        }
        if (Double.isNaN(sum.value())) {
            throw new ArithmeticException("masses that no double holds");
        }
        if (!(sum.value() + infinity <= 1 + 1e-9)) {
            throw new IllegalStateException("masses sum to " + (sum.value() + infinity));
        }
        // Masses that are off by their relative error move the mean by that share of the moments, at most about p·h.
        double lossError = cells.lossError() + 16 * relativeError * step;
        double certain = infinity * (1 - 4 * relativeError);
        return new PrivacyLossDistribution(cells.origin(), step, cells.first() - 1, merged, certain, lossError);
    }

    /**
     * The merged law without what is not balanced and what is at infinity: a bound from below of (Q, P) as well, as an outcome that is left
     * out of both laws takes from either δ.
     */
    PrivacyLossDistribution balanced() {
        double[] merged = new double[size];
        for (int i = 0; i < size; i++) {
            boolean even = Math.abs(leftMoment[i] - rightMoment[i]) <= 8 * relativeError * mass(i) * step;
            merged[i] = even ? mass(i) * (1 - 4 * relativeError) : 0;
        }
        double lossError = cells.lossError() + 16 * relativeError * step;
        return new PrivacyLossDistribution(cells.origin(), step, cells.first() - 1, merged, 0, lossError);
    }

    private double mass(int i) {
        return left[i] + right[i];
    }

    private void upTo(int end) {
        int donor = 0;
        for (int i = 0; i < end; i++) {
            if (rightMoment[i] > leftMoment[i]) {
                handUp(i);
            } else {
                for (donor = Math.max(donor, i + 1); leftMoment[i] > rightMoment[i] && donor < size; donor++) {
                    takeFromAbove(i, donor);
                    if (mass(donor) > 0) {
                        break;
                    }
                }
            }
        }
    }

    private void downTo(int end) {
        int donor = size - 1;
        for (int i = size - 1; i > end; i--) {
            if (leftMoment[i] > rightMoment[i]) {
                handDown(i);
            } else {
                for (donor = Math.min(donor, i - 1); rightMoment[i] > leftMoment[i] && donor >= end; donor--) {
                    takeFromBelow(i, donor);
                    if (mass(donor) > 0) {
                        break;
                    }
                }
            }
        }
    }

    /**
     * The last cell; all others are merged. If there is nothing on the side from which it would have to take, it gives to
     * the other side instead, and the cell that is given to takes from beyond.
     */
    private void mend(int i) {
        takeMergedFromBelow(i);
        takeMergedFromAbove(i);
        if (rightMoment[i] > leftMoment[i] && i + 1 < size) {
            handUp(i);
            takeMergedFromAbove(i + 1);
            takeFromInfinity(i + 1);
        } else if (leftMoment[i] > rightMoment[i] && i > 0) {
            takeFromInfinity(i);
            if (leftMoment[i] > rightMoment[i]) {
                handDown(i);
                takeMergedFromBelow(i - 1);
            }
        }
    }

    private void takeMergedFromBelow(int i) {
        for (int k = i - 1; k >= 0 && rightMoment[i] > leftMoment[i]; k--) {
            double gain = mass(k) * Math.expm1((i - k) * step);
            double fraction = gain > 0 ? Math.min(1, (rightMoment[i] - leftMoment[i]) / gain) : 0;
            left[i] += fraction * mass(k);
            leftMoment[i] = fraction < 1 && gain > 0 ? rightMoment[i] : leftMoment[i] + fraction * gain;
            shrink(k, fraction);
        }
    }

    private void takeMergedFromAbove(int i) {
        for (int k = i + 1; k < size && leftMoment[i] > rightMoment[i]; k++) {
            double gain = -mass(k) * Math.expm1((i - k) * step);
            double fraction = gain > 0 ? Math.min(1, (leftMoment[i] - rightMoment[i]) / gain) : 0;
            right[i] += fraction * mass(k);
            rightMoment[i] = fraction < 1 && gain > 0 ? leftMoment[i] : rightMoment[i] + fraction * gain;
            shrink(k, fraction);
        }
    }

    /** An infinite loss has no mass under Q, so that all of its mass counts. */
    private void takeFromInfinity(int i) {
        double taken = Math.max(0, Math.min(infinity, leftMoment[i] - rightMoment[i]));
        infinity -= taken;
        right[i] += taken;
        rightMoment[i] += taken;
    }

    /** A fraction of both parts of a merged cell leaves the rest merged. */
    private void shrink(int i, double fraction) {
        left[i] *= 1 - fraction;
        right[i] *= 1 - fraction;
        leftMoment[i] *= 1 - fraction;
        rightMoment[i] *= 1 - fraction;
    }

    /** Gives the cell above what the right part has more than balances the left one. */
    private void handUp(int i) {
        double given = 1 - leftMoment[i] / rightMoment[i];
        double p = given * right[i];
        double s = given * rightMoment[i];
        right[i] -= p;
        rightMoment[i] = leftMoment[i];
        left[i + 1] += p;
        leftMoment[i + 1] += Math.max(0, p * Math.expm1(step) - s * Math.exp(step));
    }

    /** Gives the cell below what the left part has more than balances the right one. */
    private void handDown(int i) {
        double given = 1 - rightMoment[i] / leftMoment[i];
        double p = given * left[i];
        double s = given * leftMoment[i];
        left[i] -= p;
        leftMoment[i] = rightMoment[i];
        right[i - 1] += p;
        rightMoment[i - 1] += Math.max(0, -p * Math.expm1(-step) - s * Math.exp(-step));
    }

    /** Takes from the left part of a cell above what balances this one, then from its right part, as far as there is any. */
    private void takeFromAbove(int i, int donor) {
        double d = (donor - i) * step;
        double grow = -Math.expm1(-d);
        double fade = Math.exp(-d);
        double gain = left[donor] * grow - leftMoment[donor] * fade;
        double fraction = gain > 0 ? Math.min(1, (leftMoment[i] - rightMoment[i]) / gain) : 0;
        right[i] += fraction * left[donor];
        rightMoment[i] = fraction < 1 && gain > 0 ? leftMoment[i] : rightMoment[i] + fraction * gain;
        left[donor] *= 1 - fraction;
        leftMoment[donor] *= 1 - fraction;
        double more = right[donor] * grow + rightMoment[donor] * fade;
        if (leftMoment[i] > rightMoment[i] && more > 0) {
            fraction = Math.min(1, (leftMoment[i] - rightMoment[i]) / more);
            right[i] += fraction * right[donor];
            rightMoment[i] = fraction < 1 ? leftMoment[i] : rightMoment[i] + more;
            right[donor] *= 1 - fraction;
            rightMoment[donor] *= 1 - fraction;
        }
    }

    /** Takes from the right part of a cell below what balances this one, then from its left part. */
    private void takeFromBelow(int i, int donor) {
        double d = (i - donor) * step;
        double grow = Math.expm1(d);
        double swell = Math.exp(d);
        double gain = right[donor] * grow - rightMoment[donor] * swell;
        double fraction = gain > 0 ? Math.min(1, (rightMoment[i] - leftMoment[i]) / gain) : 0;
        left[i] += fraction * right[donor];
        leftMoment[i] = fraction < 1 && gain > 0 ? rightMoment[i] : leftMoment[i] + fraction * gain;
        right[donor] *= 1 - fraction;
        rightMoment[donor] *= 1 - fraction;
        double more = left[donor] * grow + leftMoment[donor] * swell;
        if (rightMoment[i] > leftMoment[i] && more > 0) {
            fraction = Math.min(1, (rightMoment[i] - leftMoment[i]) / more);
            left[i] += fraction * left[donor];
            leftMoment[i] = fraction < 1 ? rightMoment[i] : leftMoment[i] + more;
            left[donor] *= 1 - fraction;
            leftMoment[donor] *= 1 - fraction;
        }
    }
}
