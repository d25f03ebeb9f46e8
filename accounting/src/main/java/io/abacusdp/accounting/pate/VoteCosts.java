package io.abacusdp.accounting.pate;

import io.abacusdp.accounting.numeric.Normal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all questions together cost at the votes that there are, beyond the test of the threshold, and a smooth bound on how much one teacher can
 * change that. <b>Both are private.</b> Immutable.
 *
 * <p><b>One question.</b> Without a threshold it costs β, the bound of {@link VoteDivergence} at order λ. With one, noise N(0, σ_1²) is added to the
 * most votes v, and the class is asked for only if the sum is at least T. The test alone costs λ/2σ_1² whatever the votes, and
 * e^{(λ−1)D} ≤ X + Y·e^{(λ−1)β}, where X and Y are what 'no' and 'yes' add to the test's own e^{(λ−1)D} ≤ E = e^{(λ−1)λ/2σ_1²}, as the two
 * noises are independent. So D ≤ λ/2σ_1² + W·H with H = (e^{(λ−1)β} − 1)/(λ − 1) and W ≥ Y/E. With p ≥ Pr[yes], by the divergence of any order
 * μ ≥ λ, Y ≤ p^{1−(λ−1)/(μ−1)}·e^{(λ−1)μ/2σ_1²}; at μ = max(λ, 1 + σ_1·√(−2·log p)) this is least. W grows with v, H with q.
 *
 * <p><b>Neighbours.</b> v moves by at most 1. For q let s = Φ^{-1}(q/(m − 1)), m classes. One vote that moves changes each gap n* − n_j by at most 2,
 * hence each term Φ(−gap/√2σ) of q to at most T(term), T(y) = Φ(Φ^{-1}(y) + √2/σ), which is increasing and concave; by Jensen's inequality
 * s grows by at most t = √2/σ. (If another class leads then, its q is even less than that of the old leader.) By symmetry s falls by at most t.
 *
 * <p><b>A table.</b> H is tabulated over s at steps of t/16, each entry at the upper end of its step and never below the one before: a public,
 * increasing step function that bounds H, and it is this function that is summed. Neighbours are at most 17 steps apart.
 *
 * <p><b>Smooth bound.</b> A_d = Σ_i [W(v_i + d + 1)·max ΔH + max ΔW·H(d + 1 further)], the greatest differences of W and H between neighbours that can be
 * reached by d changes of votes. It bounds by how much one more teacher changes the sum, and grows to at most A_{d+1} when one teacher
 * changes. So S = max_d e^{−βd}·A_d is at least the change from these votes to any neighbour's, and log S changes by at most β between neighbours.
 *
 * <p>Source: smooth sensitivity is Nissim, Raskhodnikova, Smith 2007; its use for votes Papernot et al. 2018, arXiv:1802.08908, appendix; the bounds here are
 * derived above.
 */
public final class VoteCosts {
    private static final int STEPS = 16;
    private static final int APART = STEPS + 1;
    /** Beyond, Φ(s) is below e^-800, and the entry for it serves for all that is less. */
    private static final double FARTHEST = 40;

    private static final int MOST_CHANGES = 100_000;

    /** More than what sums are rounded by. */
    private static final double ROUNDING = 1 + 1e-9;

    private static final double SUM_ROUNDING = 1e-11;

    private final double order;
    private final double sigma;
    private final int classes;
    private final Threshold threshold;
    private final double margin;
    private final double[] table;
    private final double step;

    /**
     * The test that comes before a question.
     *
     * @param votes T; minus infinity if there is no test
     * @param sigma of its noise
     */
    public record Threshold(double votes, double sigma) {
        /** No test: every question is answered. */
        public static final Threshold NONE = new Threshold(Double.NEGATIVE_INFINITY, 1);

        /** Whether there is a test. */
        public boolean isTest() {
            return votes > Double.NEGATIVE_INFINITY;
        }
    }

    /**
     * What it comes to.
     *
     * @param total of all questions, at one order, without the tests of the threshold
     * @param smooth S
     */
    public record Cost(double total, double smooth) {}

    /**
     * Of questions that are asked alike.
     *
     * @param order λ, above 1
     * @param sigma noise of each vote
     * @param margin by which noisy votes may be off before they are compared
     */
    public VoteCosts(double order, double sigma, int classes, Threshold threshold, double margin) {
        this.order = order;
        this.sigma = sigma;
        this.classes = classes;
        this.threshold = threshold;
        this.margin = margin;
        this.step = Math.sqrt(2) / sigma / STEPS;
        this.table = new double[(int) Math.ceil(FARTHEST / step) + 1];
        double largest = 0;
        for (int i = 0; i < table.length; i++) {
            double s = (i - table.length + 1) * step;
            double logError = Math.min(0, Normal.logCdf(s) + Math.log(classes - 1));
            // The last entry is for all that is more, too.
            double beta = VoteDivergence.bound(order, i == table.length - 1 ? 0 : logError, sigma);
            largest = Math.max(largest, threshold.isTest() ? Math.expm1((order - 1) * beta) / (order - 1) : beta);
            table[i] = largest;
        }
    }

    /** The most that one question can cost beyond its test. */
    public double greatest() {
        return table[table.length - 1];
    }

    /**
     * What these votes cost.
     *
     * @param votes for each question the votes of each class
     * @param smoothness β, above 0
     */
    public Cost of(List<long[]> votes, double smoothness) {
        Map<Place, Integer> places = new HashMap<>();
        votes.forEach(question -> places.merge(place(question), 1, Integer::sum));
        double total = 0;
        for (Map.Entry<Place, Integer> place : places.entrySet()) {
            total += place.getValue()
                    * weight((double) place.getKey().most())
                    * entry(place.getKey().index());
        }
        // A constant beside S, for the rounding of the sum, leaves it as smooth.
        double rounding = SUM_ROUNDING * votes.size() * greatest();
        return new Cost(total * ROUNDING, smooth(places, votes.size(), smoothness) * ROUNDING + rounding);
    }

    /** Where a question stands: the most votes, and the entry of the table. */
    private record Place(long most, int index) {}

    private Place place(long[] votes) {
        double log = VoteDivergence.logError(votes, sigma, margin) - Math.log(classes - 1);
        double low = -2 * FARTHEST;
        double high = 0;
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            if (Normal.logCdf(middle) < log) {
                low = middle;
            } else {
                high = middle;
            }
        }
        // Rounded up, and by more than the search is off; q above (m − 1)/2 has the last entry.
        int index = (int) Math.ceil(high / step + 1e-6) + table.length - 1;
        return new Place(votes[VoteDivergence.mostVotes(votes)], index);
    }

    private double entry(int index) {
        return table[Math.min(table.length - 1, Math.max(0, index))];
    }

    /** W. */
    private double weight(double most) {
        if (!threshold.isTest()) {
            return 1;
        }
        double logP = Normal.logCdf((most - threshold.votes() + margin) / threshold.sigma());
        double mu = Math.max(order, 1 + threshold.sigma() * Math.sqrt(-2 * logP));
        double log = (1 - (order - 1) / (mu - 1)) * logP
                + (order - 1) * (mu - order) / (2 * threshold.sigma() * threshold.sigma());
        return Math.min(1, Math.exp(log) * (1 + 1e-12));
    }

    private double smooth(Map<Place, Integer> places, int questions, double smoothness) {
        Reached[] reached = places.entrySet().stream()
                .map(place -> new Reached(place.getKey(), place.getValue()))
                .toArray(Reached[]::new);
        double most = 2.0 * questions * greatest();
        double best = 0;
        for (int d = 0; d <= MOST_CHANGES; d++) {
            double discount = Math.exp(-smoothness * d);
            if (discount * most <= best) {
                return best;
            }
            double sum = 0;
            for (Reached one : reached) {
                sum += one.next(d);
            }
            best = Math.max(best, discount * sum);
        }
        return Math.max(best, Math.exp(-smoothness * MOST_CHANGES) * most);
    }

    /** The greatest differences that can be reached from a place, for one more change each time. */
    private final class Reached {
        private final Place place;
        private final int count;
        private double entryChange;
        private double weightChange;

        Reached(Place place, int count) {
            this.place = place;
            this.count = count;
            lookAtEntries(place.index() - APART, place.index());
        }

        /** A_d of as many questions as are here. */
        double next(int d) {
            if (d > 0) {
                int reach = d * APART;
                lookAtEntries(place.index() + reach - APART + 1, place.index() + reach);
                lookAtEntries(place.index() - reach - APART, place.index() - reach);
            }
            lookAtWeight(place.most() + d);
            lookAtWeight(place.most() - d - 1);
            return count
                    * (weight(place.most() + d + 1.0) * entryChange
                            + weightChange * entry(place.index() + (d + 1) * APART));
        }

        private void lookAtEntries(int from, int to) {
            for (int base = Math.max(from, -APART); base <= Math.min(to, table.length - 1); base++) {
                entryChange = Math.max(entryChange, entry(base + APART) - entry(base));
            }
        }

        private void lookAtWeight(long votes) {
            weightChange = Math.max(weightChange, weight(votes + 1.0) - weight((double) votes));
        }
    }
}
