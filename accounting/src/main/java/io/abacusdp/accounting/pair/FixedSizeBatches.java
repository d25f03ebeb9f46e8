package io.abacusdp.accounting.pair;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.pair.DominatingPair.GaussianMixture;
import io.abacusdp.accounting.pair.DominatingPair.Hybrid;
import io.abacusdp.accounting.pair.DominatingPair.OneOf;
import java.util.ArrayList;
import java.util.List;

/**
 * The pairs of Gaussian noise on the sum over a batch of fixed size. A record that is drawn takes the place of another one, so that the
 * sum moves by the difference of two contributions, hence by 2 for each time that it is drawn.
 *
 * <p>Formula, with p_j the probability that a record is drawn j times, q = 1 − p_0 that it is drawn at all:
 *
 * <ul>
 *   <li>Record absent: Σ p_j·N(2j, σ²) against N(0, σ²). Given the other draws this is the law for three collinear points, and by joint convexity
 *       the worst such; attained where the record contributes +1 and all others −1.
 *   <li>Record replaced: with advanced joint convexity, H_{α'}(P‖Q) = q·H_α(N(x)‖(1 − β)N(a) + βN(x')) ≤ q·H_α(N(2)‖N(0)) for α ≥ 1, and the roles
 *       exchanged for α &lt; 1: the {@link Hybrid} of both orders dominates a step, and so do compositions of it. No data has both its tails;
 *       what is attained is the pair above.
 *   <li>Record zeroed out: covered by the bound for one that is replaced. Attained, where all others contribute nothing: Σ p_j·N(j, σ²) against
 *       N(0, σ²).
 *   <li>Drawn several times (with replacement): it costs no less to know how often, given that it is at all: one of the hybrids with shift 2j.
 * </ul>
 *
 * <p>Source: Balle, Barthe, Gaboardi 2018, arXiv:1807.01647, theorems 2 and 10; Zhu, Dong, Wang 2022, arXiv:2106.08567; Lebeda et al. 2024,
 * arXiv:2405.20769.
 *
 * <p>Assumes: the size of the batch is the same for both data sets, and the stated number of records that of the larger.
 */
final class FixedSizeBatches {
    /** Numbers of draws that are rarer are taken for infinite losses. */
    private static final double RARE = 1e-40;

    /** A shift of so many standard deviations is taken for an infinite loss, and from below for all that are larger: it differs by 1e-197. */
    private static final double FAR = 60;

    /** Where there are more numbers of draws to be told apart, neighbours are taken for the greatest of them. */
    private static final int MOST_PAIRS = 128;

    private FixedSizeBatches() {}

    /** A batch of different records. */
    static List<DominatedEvent> withoutReplacement(
            DpEvent event, double deviation, long records, long batch, Adjacency adjacency) {
        double rate = batch == records ? 1 : Math.min(1, Math.nextUp((double) batch / records));
        double surely = batch == records ? 1 : Math.nextDown(Math.nextDown((double) batch / records));
        if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
            // With one record less there is no batch of all: the sum over all then lacks a contribution.
            return List.of(DominatedEvent.between(
                    event, single(deviation, surely, batch == records ? 1 : 2), single(deviation, rate, 2), false));
        }
        double attained = adjacency == Adjacency.REPLACE_ONE ? 2 : 1;
        return List.of(DominatedEvent.between(
                event, single(deviation, surely, attained), new Hybrid(deviation, rate, 2), false));
    }

    /** A batch of independent draws. */
    static List<DominatedEvent> withReplacement(
            DpEvent event, double deviation, long records, long draws, Adjacency adjacency) {
        BinomialDraws number = new BinomialDraws(draws, 1.0 / records, RARE);
        double shift = adjacency == Adjacency.ZERO_OUT ? 1 : 2;
        DominatingPair attained = mixture(deviation, pooled(number.below(), near(deviation, shift), -1), shift);
        return List.of(DominatedEvent.between(
                event,
                attained,
                adjacency == Adjacency.ADD_OR_REMOVE_ONE ? present(deviation, number) : hybrids(deviation, number),
                false));
    }

    private static DominatingPair present(double deviation, BinomialDraws number) {
        double near = near(deviation, 2);
        double far = number.rest();
        double[] mass = number.above();
        for (int j = 1; j < mass.length; j++) {
            if (j > near) {
                far += mass[j];
                mass[j] = 0;
            }
        }
        return withRest(mixture(deviation, pooled(mass, near, 1), 2), far);
    }

    private static DominatingPair hybrids(double deviation, BinomialDraws number) {
        double near = near(deviation, 2);
        double[] mass = number.above();
        double drawn = 0;
        double far = 0;
        for (int j = 1; j < mass.length; j++) {
            drawn += mass[j];
            far += j > near ? mass[j] : 0;
            mass[j] = j > near ? 0 : mass[j];
        }
        double rate = Math.min(1, (drawn + number.rest()) * (1 + 1e-12));
        List<DominatingPair> pairs = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        double[] pooled = pooled(mass, near, 1);
        for (int j = 1; j < pooled.length; j++) {
            if (pooled[j] > 0) {
                pairs.add(new Hybrid(deviation, rate, 2.0 * j));
                shares.add(pooled[j] / drawn * (1 + 1e-11));
            }
        }
        if (far > 0) {
            pairs.add(Atoms.disjoint().revealed(rate));
            shares.add(far / drawn * (1 + 1e-11));
        }
        if (number.rest() > 0) {
            pairs.add(Atoms.disjoint());
            shares.add(number.rest() / drawn * (1 + 1e-11));
        }
        return new OneOf(pairs, shares);
    }

    /** The greatest number of draws whose shift is not far. */
    private static double near(double deviation, double shift) {
        return Math.max(1, Math.floor(FAR * deviation / shift));
    }

    /**
     * Masses with fewer numbers of draws among them: neighbours as the greatest or the least of them, and all that are far as the first that is.
     *
     * @param side 1 for the greatest, −1 for the least
     */
    private static double[] pooled(double[] mass, double near, int side) {
        int numbers = 0;
        for (int j = 1; j < mass.length; j++) {
            numbers += j <= near && mass[j] > 0 ? 1 : 0;
        }
        int group = (numbers + MOST_PAIRS - 1) / MOST_PAIRS;
        if (group <= 1 && mass.length - 1 <= near) {
            return mass;
        }
        double[] result = new double[mass.length];
        result[0] = mass[0];
        for (int j = 1; j < mass.length; j++) {
            int first = (j - 1) / Math.max(1, group) * Math.max(1, group) + 1;
            int to = side > 0 ? Math.min(mass.length - 1, first + Math.max(1, group) - 1) : first;
            // A little outwards, as sums are rounded.
            result[j > near ? (int) Math.min(mass.length - 1.0, near) : to] += mass[j] * (1 + side * 1e-13);
        }
        return result;
    }

    private static DominatingPair withRest(DominatingPair pair, double rest) {
        return rest == 0 ? pair : new OneOf(List.of(pair, Atoms.disjoint()), List.of(1.0, rest));
    }

    private static DominatingPair single(double deviation, double rate, double shift) {
        return new GaussianMixture(deviation, rate, List.of(shift), List.of(1.0), false);
    }

    private static DominatingPair mixture(double deviation, double[] mass, double shift) {
        List<Double> shifts = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        for (int j = 0; j < mass.length; j++) {
            if (j == 0 || mass[j] > 0) {
                shifts.add(shift * j);
                probabilities.add(mass[j]);
            }
        }
        return new GaussianMixture(deviation, 1, shifts, probabilities, false);
    }
}
