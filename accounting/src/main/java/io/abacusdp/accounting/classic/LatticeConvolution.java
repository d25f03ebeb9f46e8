package io.abacusdp.accounting.classic;

import java.util.List;

/**
 * Convolution of laws of privacy losses on the lattice of the multiples of h, as {@link PureCompositionLaw} defines it.
 *
 * <p>Formula: every law is moved so that its mean is near 0. By Hoeffding's inequality the sum of any of them is outside
 * of ±√(2V·ln(1/η)), V = Σ ε_i² over all mechanisms, with probability at most η on either side. Mass below this window is
 * moved up to its lower end, mass above it to infinity.
 *
 * <p>Accuracy: never below the truth; every sum is rounded up by more than its error.
 */
final class LatticeConvolution {
    /** ln(1/η), η = 1e-120. */
    private static final double LOG_TAIL = 276.4;

    /** Cells of less mass are given to infinity, far before products of them underflow. */
    private static final double NEGLIGIBLE = 1e-140;

    private static final int MAX_CELLS = 1 << 17;
    private static final int MIN_CELLS = 1 << 12;
    private static final double MAX_WORK = 1e8;

    /** Index on the lattice of the first cell. */
    private final long first;

    private final double[] cells;
    private double infinite;

    private LatticeConvolution(long first, int size) {
        this.first = first;
        this.cells = new double[size];
    }

    /**
     * The law of the sum.
     *
     * @param squares V
     */
    static AtomicLossLaw convolve(List<AtomicLossLaw> laws, double squares) {
        double widths = 0;
        double largest = 0;
        for (AtomicLossLaw law : laws) {
            widths += law.largest() - law.smallest();
            largest = Math.max(largest, Math.max(law.largest(), -law.smallest()));
        }
        double half = Math.min(Math.sqrt(2 * squares * LOG_TAIL), widths);
        // Far from 0 a double does not tell finer steps apart.
        double step = Math.max(2 * half / cells(laws, 2 * half), largest * 0x1p-40);
        int reach = (int) Math.ceil(half / step) + laws.size() + 1;
        LatticeConvolution sum = new LatticeConvolution(-reach, 2 * reach + 1);
        sum.cells[reach] = 1;
        long moved = 0;
        for (AtomicLossLaw law : laws) {
            long centre = Math.round(mean(law) / step);
            sum = sum.plus(of(law, step, centre));
            moved += centre;
        }
        double[] losses = new double[sum.cells.length];
        for (int i = 0; i < losses.length; i++) {
            losses[i] = Math.nextUp((sum.first + moved + i) * step);
        }
        return new AtomicLossLaw(losses, sum.cells, sum.infinite);
    }

    /** As many cells as the time for the convolution allows. */
    private static int cells(List<AtomicLossLaw> laws, double width) {
        int cells = MAX_CELLS;
        while (cells > MIN_CELLS && work(laws, width, cells) > MAX_WORK) {
            cells /= 2;
        }
        return cells;
    }

    private static double work(List<AtomicLossLaw> laws, double width, int cells) {
        double work = 0;
        for (AtomicLossLaw law : laws) {
            double touched = (law.largest() - law.smallest()) / width * cells + 2;
            work += Math.min(2.0 * law.size(), touched) * cells;
        }
        return work;
    }

    private static double mean(AtomicLossLaw law) {
        double sum = 0;
        for (int i = 0; i < law.size(); i++) {
            sum += law.loss(i) * law.mass(i);
        }
        return sum;
    }

    /** The law less the given number of steps, with each atom put onto its two neighbours. */
    private static LatticeConvolution of(AtomicLossLaw law, double step, long centre) {
        long first = below(law.smallest(), step);
        long last = below(law.largest(), step) + 1;
        LatticeConvolution lattice = new LatticeConvolution(first - centre, Math.toIntExact(last - first + 1));
        double whole = Math.expm1(-step);
        for (int i = 0; i < law.size(); i++) {
            double loss = law.loss(i);
            long below = below(loss, step);
            double offset = Math.fma(-step, (double) below, loss);
            double share = Math.min(1, Math.expm1(-offset) / whole * (1 + 8 * Math.ulp(1.0)));
            int cell = (int) (below - first);
            lattice.cells[cell] += law.mass(i) * (1 - share);
            lattice.cells[cell + 1] += law.mass(i) * share;
        }
        double up = 1 + (law.size() + lattice.cells.length + 16) * Math.ulp(1.0);
        for (int i = 0; i < lattice.cells.length; i++) {
            lattice.cells[i] *= up;
        }
        lattice.infinite = law.infinite();
        lattice.dropNegligible();
        return lattice;
    }

    /** The largest multiple of the step that is not above the loss; the rounding of the quotient is undone. */
    private static long below(double loss, double step) {
        long index = (long) Math.floor(loss / step);
        if (Math.fma(-step, (double) index, loss) < 0) {
            return index - 1;
        }
        return Math.fma(-step, index + 1.0, loss) >= 0 ? index + 1 : index;
    }

    /** The convolution on this window; the other's masses are rounded up enough for the sums made here. */
    private LatticeConvolution plus(LatticeConvolution other) {
        LatticeConvolution sum = new LatticeConvolution(first, cells.length);
        double under = 0;
        double over = 0;
        for (int k = 0; k < other.cells.length; k++) {
            double mass = other.cells[k];
            if (mass > 0) {
                int shift = Math.toIntExact(other.first + k);
                int from = Math.min(cells.length, Math.max(0, -shift));
                int to = Math.max(0, Math.min(cells.length, cells.length - shift));
                for (int i = from; i < to; i++) {
                    sum.cells[i + shift] += cells[i] * mass;
                }
                under += mass * total(0, from);
                over += mass * total(to, cells.length);
            }
        }
        double up = 1 + ((double) cells.length + other.cells.length + 16) * Math.ulp(1.0);
        sum.cells[0] += under * up;
        sum.infinite = (infinite + other.infinite + over) * up;
        sum.dropNegligible();
        return sum;
    }

    private double total(int from, int to) {
        double total = 0;
        for (int i = from; i < to; i++) {
            total += cells[i];
        }
        return total;
    }

    private void dropNegligible() {
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] < NEGLIGIBLE) {
                infinite += cells[i];
                cells[i] = 0;
            }
        }
        infinite *= 1 + cells.length * Math.ulp(1.0);
    }
}
