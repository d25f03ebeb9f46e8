package io.abacusdp.accounting.event;

import java.util.ArrayList;
import java.util.List;

/**
 * What an elementary event is for a group of k records.
 *
 * <p>Sums move k times as far. Pure ε and the range of the exponential mechanism add up over the k steps from the one
 * data set to the other; (ε, δ) becomes (kε, δ·(e^{kε} − 1)/(e^ε − 1)); (0, ρ)-zCDP becomes (0, k²ρ)-zCDP (Bun, Steinke
 * 2016, proposition 27). Of k records that are Poisson-sampled each by itself, a binomial number is in the sample, which
 * for Gaussian noise gives a mixture of Gaussians. Selection
 * among independent runs is the same function of their outcomes whatever the data, and the number of runs does not depend on
 * the data either: the laws of the outcome for a group are those of selection among runs whose laws are that group's. What is
 * not listed stays a group, for an accountant to bound or refuse.
 *
 * <p>Every product is rounded to the side of more loss.
 */
final class GroupRules {
    /** Larger groups would make larger mixtures than an accountant can use. */
    private static final long MAX_MIXTURE = 1000;

    private static final EventRules<Long, DpEvent> RULES = new EventRules<Long, DpEvent>()
            .on(NonPrivate.class, (event, k) -> event)
            .on(Gaussian.class, (event, k) -> gaussian(event.noiseMultiplier() / k))
            .on(Laplace.class, (event, k) -> laplace(event.noiseMultiplier() / k))
            .on(DiscreteGaussian.class, (event, k) -> new DiscreteGaussian(event.sigma(), up(event.sensitivity() * k)))
            .on(
                    ScalarDiscreteGaussian.class,
                    (event, k) -> new ScalarDiscreteGaussian(event.sigma(), product(event.sensitivity(), k)))
            .on(
                    TruncatedDiscreteGaussian.class,
                    (event, k) -> new TruncatedDiscreteGaussian(
                            event.sigma(), product(event.sensitivity(), k), event.bound()))
            .on(RandomChoice.class, (event, k) -> choice(event, k))
            .on(
                    DiscreteLaplace.class,
                    (event, k) -> new DiscreteLaplace(event.parameter(), product(event.sensitivity(), k)))
            .on(
                    Skellam.class,
                    (event, k) ->
                            new Skellam(event.variance(), up(event.l1Sensitivity() * k), up(event.l2Sensitivity() * k)))
            .on(Exponential.class, (event, k) -> new Exponential(up(event.epsilon() * k)))
            .on(PermuteAndFlip.class, (event, k) -> new PureDp(up(event.epsilon() * k)))
            .on(PureDp.class, (event, k) -> new PureDp(up(event.epsilon() * k)))
            .on(ApproximateDp.class, (event, k) -> approximate(event, k))
            .on(ZeroConcentratedDp.class, (event, k) -> concentrated(event, k))
            .on(TreeAggregation.class, (event, k) -> tree(event, k))
            .on(TreeEpochs.class, (event, k) -> tree(event, k))
            .on(PoissonSampled.class, (event, k) -> sampled(event, k))
            .on(
                    RepeatAndSelect.class,
                    (event, k) -> new RepeatAndSelect(event.mean(), event.shape(), new Group(k, event.event())))
            .on(Group.class, (event, k) -> new Group(product(event.size(), k), event.event()));

    private GroupRules() {}

    static DpEvent push(long size, DpEvent term) {
        return size == 1 ? term : RULES.apply(term, size).orElseGet(() -> new Group(size, term));
    }

    /** What is drawn does not depend on the data. */
    private static DpEvent choice(RandomChoice event, long k) {
        List<DpEvent> groups = new ArrayList<>();
        event.events().forEach(each -> groups.add(new Group(k, each)));
        return new RandomChoice(event.probabilities(), groups);
    }

    private static DpEvent gaussian(double noiseMultiplier) {
        double down = Math.nextDown(noiseMultiplier);
        return down > 0 ? new Gaussian(down) : new NonPrivate();
    }

    private static DpEvent laplace(double noiseMultiplier) {
        double down = Math.nextDown(noiseMultiplier);
        return down > 0 ? new Laplace(down) : new NonPrivate();
    }

    private static DpEvent tree(TreeAggregation event, long k) {
        double down = Math.nextDown(event.noiseMultiplier() / k);
        return down > 0 ? new TreeAggregation(down, event.steps()) : new NonPrivate();
    }

    private static DpEvent tree(TreeEpochs event, long k) {
        double down = Math.nextDown(event.noiseMultiplier() / k);
        return down > 0
                ? new TreeEpochs(down, event.steps(), event.participations(), event.separation())
                : new NonPrivate();
    }

    private static DpEvent approximate(ApproximateDp event, long k) {
        double epsilon = up(event.epsilon() * k);
        double delta = event.delta() == 0 ? 0 : up(event.delta() * growth(event.epsilon(), epsilon, k));
        return new ApproximateDp(epsilon, Math.min(1, delta));
    }

    /** At least (e^{kε} − 1)/(e^ε − 1); the exponent kε is rounded up first, as e^x multiplies its error by x. */
    private static double growth(double epsilon, double groupEpsilon, long k) {
        if (epsilon == 0) {
            return k;
        }
        double growth = Math.expm1(groupEpsilon) / Math.expm1(Math.min(epsilon, 700));
        return growth * (1 + 8 * Math.ulp(1.0));
    }

    private static DpEvent concentrated(ZeroConcentratedDp event, long k) {
        return event.xi() == 0 ? new ZeroConcentratedDp(0, up(up(event.rho() * k) * k)) : new Group(k, event);
    }

    private static DpEvent sampled(PoissonSampled event, long k) {
        if (k > MAX_MIXTURE || !(event.event() instanceof Gaussian gaussian)) {
            return new Group(k, event);
        }
        List<Double> sensitivities = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        double[] mass = binomial((int) k, event.rate());
        for (int i = 0; i <= k; i++) {
            sensitivities.add((double) i);
            probabilities.add(mass[i]);
        }
        return new MixtureOfGaussians(gaussian.noiseMultiplier(), sensitivities, probabilities);
    }

    /**
     * Masses of at least the binomial number of members in the sample: Pr[at least i] is nowhere below that of the exact
     * law, and above it by at most 16k·2^−52 relative plus 2^−1021, which covers masses that underflow. More members in
     * the sample can only lose more privacy.
     */
    private static double[] binomial(int k, double rate) {
        double[] mass = approximateBinomial(k, rate);
        double slack = 1 + 8 * k * Math.ulp(1.0);
        double above = 0;
        double tail = 0;
        for (int i = k; i > 0; i--) {
            tail += mass[i];
            double atLeast = Math.min(1, tail * slack + Double.MIN_NORMAL);
            mass[i] = Math.min(1, up(atLeast - above));
            above = atLeast;
        }
        mass[0] = 1 - above;
        return mass;
    }

    /** Binomial masses by the ratio of neighbours, from the mode outwards, then scaled to sum to one. */
    private static double[] approximateBinomial(int k, double rate) {
        double[] mass = new double[k + 1];
        int mode = (int) Math.min(k, Math.floor((k + 1) * rate));
        double odds = rate / (1 - rate);
        mass[mode] = 1;
        for (int i = mode; i < k; i++) {
            mass[i + 1] = mass[i] * (k - i) / (i + 1) * odds;
        }
        for (int i = mode; i > 0; i--) {
            mass[i - 1] = mass[i] * i / (k - i + 1) / odds;
        }
        double sum = 0;
        for (double m : mass) {
            sum += m;
        }
        for (int i = 0; i <= k; i++) {
            mass[i] /= sum;
        }
        return mass;
    }

    /** Past 2^53 the constructor that is given the product refuses it. */
    private static long product(long a, long b) {
        return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
    }

    private static double up(double value) {
        return value == 0 ? 0 : Math.nextUp(value);
    }
}
