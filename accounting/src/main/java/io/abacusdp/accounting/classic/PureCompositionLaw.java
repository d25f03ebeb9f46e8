package io.abacusdp.accounting.classic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The law of the privacy loss of composed ε-DP mechanisms in the worst case, which is randomised response in each of
 * them: a loss of ε with probability e^ε/(1 + e^ε), otherwise −ε.
 *
 * <p>Formula: the loss of n mechanisms of the same ε is (2J − n)·ε with a binomial J. Different ε are convolved exactly
 * while the atoms are few. Beyond, each atom of mass m at a loss l is put onto its lattice neighbours a ≤ l ≤ a + h as
 *
 * <pre>    m·(1 − e^{a−l})/(1 − e^{−h}) at a + h, and the rest at a.</pre>
 *
 * This keeps the mean of u = e^{−l}, and δ(ε) is the mean of max(0, 1 − e^ε·u), which is convex in u: δ can only grow.
 * The excess is of second order in h. (The exact law of many different ε is #P-hard to find.)
 *
 * <p>Source: Kairouz, Oh, Viswanath 2015, arXiv:1311.0776, theorem 3.3; Murtagh, Vadhan 2016, arXiv:1507.03113; the
 * lattice: Doroshenko et al. 2022, arXiv:2207.04380.
 *
 * <p>Accuracy: never below the truth. What lies beyond all windows is given infinite loss: about 1e-300 for few different
 * ε and 1e-120 on a lattice.
 */
final class PureCompositionLaw {
    /** Largest number of equal mechanisms whose atoms are listed. */
    static final long MAX_COUNT = 1L << 30;

    /** Laws of up to this many atoms are convolved exactly. */
    private static final int MAX_ATOMS = 1 << 17;

    /** On a lattice, groups are first convolved exactly up to this many atoms. */
    private static final int MAX_BUNDLE = 1 << 12;

    private static final double MIN_LOG_MASS = -700;

    private PureCompositionLaw() {}

    /** The law of all groups, of which there is at least one. */
    static AtomicLossLaw of(ApproximateParts parts) {
        List<AtomicLossLaw> laws = new ArrayList<>();
        double product = 1;
        double squares = 0;
        for (ApproximateParts.EpsilonCount group : parts.groups()) {
            AtomicLossLaw law = equal(group.epsilon(), group.count());
            product *= law.size();
            squares += group.epsilon() * group.epsilon() * group.count();
            laws.add(law);
        }
        if (product <= MAX_ATOMS) {
            return laws.stream().reduce(PureCompositionLaw::exact).orElseThrow();
        }
        return LatticeConvolution.convolve(bundle(laws), squares);
    }

    /** The law of equal mechanisms; what lies beyond the listed atoms is moved to larger losses. */
    private static AtomicLossLaw equal(double epsilon, long count) {
        BinomialMass binomial = new BinomialMass(epsilon, count);
        long low = edge(binomial, binomial.mode(), 0);
        long high = edge(binomial, binomial.mode(), count);
        int size = Math.toIntExact(high - low + 1);
        double[] losses = new double[size];
        double[] masses = new double[size];
        for (int i = 0; i < size; i++) {
            long j = low + i;
            losses[i] = productUp((double) (2 * j - count), epsilon);
            masses[i] = binomial.mass(j);
        }
        // Away from the mode masses fall, and there are at most count of them.
        masses[0] += low > 0 ? binomial.mass(low - 1) * low : 0;
        double infinite = high < count ? binomial.mass(high + 1) * (count - high) : 0;
        return new AtomicLossLaw(losses, masses, infinite);
    }

    private static double productUp(double a, double b) {
        double product = a * b;
        return Math.fma(a, b, -product) > 0 ? Math.nextUp(product) : product;
    }

    /** The last number of successes on the way from the mode to the end whose mass is not negligible. */
    private static long edge(BinomialMass binomial, long mode, long end) {
        long yes = mode;
        long no = end;
        if (binomial.logMass(end) >= MIN_LOG_MASS) {
            return end;
        }
        while (Math.abs(yes - no) > 1) {
            long middle = yes + (no - yes) / 2;
            if (binomial.logMass(middle) >= MIN_LOG_MASS) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return yes;
    }

    private static List<AtomicLossLaw> bundle(List<AtomicLossLaw> laws) {
        List<AtomicLossLaw> bundles = new ArrayList<>();
        for (AtomicLossLaw law : laws) {
            int last = bundles.size() - 1;
            if (last >= 0 && (long) bundles.get(last).size() * law.size() <= MAX_BUNDLE) {
                bundles.set(last, exact(bundles.get(last), law));
            } else {
                bundles.add(law);
            }
        }
        return bundles;
    }

    private static AtomicLossLaw exact(AtomicLossLaw a, AtomicLossLaw b) {
        record Atom(double loss, double mass) {}
        List<Atom> atoms = new ArrayList<>(a.size() * b.size());
        for (int i = 0; i < a.size(); i++) {
            for (int k = 0; k < b.size(); k++) {
                atoms.add(new Atom(Math.nextUp(a.loss(i) + b.loss(k)), Math.nextUp(a.mass(i) * b.mass(k))));
            }
        }
        atoms.sort(Comparator.comparingDouble(Atom::loss).thenComparingDouble(Atom::mass));
        return new AtomicLossLaw(
                atoms.stream().mapToDouble(Atom::loss).toArray(),
                atoms.stream().mapToDouble(Atom::mass).toArray(),
                Math.nextUp(a.infinite() + b.infinite()));
    }
}
