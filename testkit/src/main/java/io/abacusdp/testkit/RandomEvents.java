package io.abacusdp.testkit;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.CorrelatedNoise;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomAllocation;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledInTurn;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.ShuffledEpoch;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.accounting.event.SparseVector;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TreeEpochs;
import io.abacusdp.accounting.event.TruncatedDiscreteGaussian;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Random valid events for property-based tests: the same seed gives the same events.
 *
 * <p>Parameters are log-uniform over the ranges that are met in practice, and now and then at an edge: rate 0 or 1, count
 * 0, epsilon 0 or tiny. Events are at most {@value #MAX_DEPTH} levels deep, and no part of one is repeated more than 2^40
 * times in all, so that no composition of a few thousand of them is refused for its counts. Not safe for use by several
 * threads.
 */
public final class RandomEvents {
    /** Levels of the deepest event, the elementary one included. */
    public static final int MAX_DEPTH = 5;

    private static final int MAX_PARTS = 4;
    private static final long MAX_REPETITIONS = 1L << 40;

    /** Makes an event whose parts are of the given types, have at most depth levels and are repeated at most limit times. */
    @FunctionalInterface
    private interface Maker {
        DpEvent make(Set<Class<? extends DpEvent>> types, int depth, long limit);
    }

    private final SplittableRandom random;
    private final Map<Class<? extends DpEvent>, Maker> leaves = new LinkedHashMap<>();
    private final Map<Class<? extends DpEvent>, Maker> wrappers = new LinkedHashMap<>();

    public RandomEvents(long seed) {
        random = new SplittableRandom(seed);
        addLeaves();
        addWrappers();
    }

    /** All types of events. */
    public static Set<Class<? extends DpEvent>> allTypes() {
        RandomEvents events = new RandomEvents(0);
        Map<Class<? extends DpEvent>, Maker> all = new LinkedHashMap<>(events.leaves);
        all.putAll(events.wrappers);
        return Collections.unmodifiableSet(all.keySet());
    }

    /** Any event. */
    public DpEvent next() {
        return next(allTypes());
    }

    /**
     * An event all of whose parts are of the given types.
     *
     * @param types at least one of them elementary, as a nesting has to end somewhere
     */
    public DpEvent next(Set<Class<? extends DpEvent>> types) {
        requireLeaf(types);
        return next(types, MAX_DEPTH, MAX_REPETITIONS);
    }

    /** Any event that holds no other. */
    public DpEvent leaf() {
        return leaf(allTypes());
    }

    /** An event of one of the given types that holds no other. */
    public DpEvent leaf(Set<Class<? extends DpEvent>> types) {
        requireLeaf(types);
        return pick(leaves, types).make(types, 1, 1);
    }

    /** A number whose logarithm is uniform between those of low and high. */
    public double logUniform(double low, double high) {
        double value = Math.exp(Math.log(low) + random.nextDouble() * (Math.log(high) - Math.log(low)));
        return Math.min(high, Math.max(low, value));
    }

    /** An integer from low, at least 1, to high, small ones as likely as large ones. */
    public long logUniform(long low, long high) {
        return Math.min(high, (long) logUniform((double) low, high + 1.0));
    }

    private DpEvent next(Set<Class<? extends DpEvent>> types, int depth, long limit) {
        boolean wraps = depth > 1 && !Collections.disjoint(wrappers.keySet(), types) && random.nextInt(3) > 0;
        return pick(wraps ? wrappers : leaves, types).make(types, depth, limit);
    }

    private Maker pick(Map<Class<? extends DpEvent>, Maker> makers, Set<Class<? extends DpEvent>> types) {
        List<Maker> candidates = makers.entrySet().stream()
                .filter(entry -> types.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return candidates.get(random.nextInt(candidates.size()));
    }

    private void requireLeaf(Set<Class<? extends DpEvent>> types) {
        if (Collections.disjoint(leaves.keySet(), types)) {
            throw new IllegalArgumentException("types must hold at least one of " + leaves.keySet() + ", got " + types);
        }
    }

    private <E extends DpEvent> void leaf(Class<E> type, Supplier<E> maker) {
        leaves.put(type, (types, depth, limit) -> maker.get());
    }

    private void addLeaves() {
        leaf(Gaussian.class, () -> new Gaussian(noise()));
        leaf(Laplace.class, () -> new Laplace(noise()));
        leaf(DiscreteGaussian.class, () -> new DiscreteGaussian(noise(), logUniform(0.1, 100)));
        leaf(DiscreteLaplace.class, () -> new DiscreteLaplace(logUniform(1e-3, 10), logUniform(1, 1000)));
        leaf(Skellam.class, this::skellam);
        leaf(RandomizedResponse.class, () -> new RandomizedResponse(probability(1e-3), logUniform(2, 1000)));
        leaf(Exponential.class, () -> new Exponential(epsilon()));
        leaf(PermuteAndFlip.class, () -> new PermuteAndFlip(epsilon()));
        leaf(
                SparseVector.class,
                () -> new SparseVector(logUniform(0.1, 1000), logUniform(0.1, 1000), logUniform(1, 100)));
        leaf(PureDp.class, () -> new PureDp(epsilon()));
        leaf(ApproximateDp.class, () -> new ApproximateDp(epsilon(), rarely() ? 0 : logUniform(1e-15, 1e-2)));
        leaf(ZeroConcentratedDp.class, () -> new ZeroConcentratedDp(random.nextBoolean() ? 0 : epsilon(), epsilon()));
        leaf(GivenRdp.class, this::givenRdp);
        leaf(MixtureOfGaussians.class, this::mixture);
        leaf(TreeAggregation.class, () -> new TreeAggregation(noise(), logUniform(1, 1_000_000)));
        leaf(ScalarDiscreteGaussian.class, () -> new ScalarDiscreteGaussian(noise(), logUniform(1, 100)));
        leaf(
                TruncatedDiscreteGaussian.class,
                () -> new TruncatedDiscreteGaussian(noise(), logUniform(1, 10), logUniform(1, 1000)));
        leaf(GivenPair.class, this::givenPair);
        leaf(
                TreeEpochs.class,
                () -> new TreeEpochs(noise(), logUniform(1, 1_000_000), logUniform(1, 50), logUniform(1, 1000)));
        leaf(CorrelatedNoise.class, this::correlatedNoise);
        leaf(NonPrivate.class, NonPrivate::new);
        leaf(NoOp.class, NoOp::new);
    }

    private void addWrappers() {
        wrappers.put(
                PoissonSampled.class,
                (types, depth, limit) -> new PoissonSampled(probability(1e-6), next(types, depth - 1, limit)));
        wrappers.put(
                SampledInTurn.class,
                (types, depth, limit) -> new SampledInTurn(probability(1e-6), next(types, depth - 1, limit)));
        wrappers.put(SampledWithoutReplacement.class, (types, depth, limit) -> {
            long size = logUniform(1, 10_000_000);
            return new SampledWithoutReplacement(size, count(size), next(types, depth - 1, limit));
        });
        wrappers.put(
                SampledWithReplacement.class,
                (types, depth, limit) -> new SampledWithReplacement(
                        logUniform(1, 10_000_000), count(10_000), next(types, depth - 1, limit)));
        wrappers.put(
                TruncatedPoisson.class,
                (types, depth, limit) -> new TruncatedPoisson(
                        probability(1e-6),
                        logUniform(1, 10_000),
                        logUniform(1, 10_000_000),
                        next(types, depth - 1, limit)));
        wrappers.put(RandomAllocation.class, (types, depth, limit) -> {
            long batches = logUniform(1, 10_000);
            return new RandomAllocation(batches, logUniform(1, batches), next(types, depth - 1, limit));
        });
        wrappers.put(
                ShuffledEpoch.class,
                (types, depth, limit) -> new ShuffledEpoch(logUniform(1, 10_000), next(types, depth - 1, limit)));
        wrappers.put(Repeated.class, (types, depth, limit) -> {
            long count = count(Math.min(limit, 1_000_000));
            return new Repeated(count, next(types, depth - 1, limit / Math.max(1, count)));
        });
        wrappers.put(Composed.class, this::composed);
        wrappers.put(RandomChoice.class, this::choice);
        wrappers.put(RepeatAndSelect.class, this::repeatAndSelect);
        wrappers.put(Group.class, (types, depth, limit) -> {
            long size = logUniform(1, Math.min(limit, 50));
            return new Group(size, next(types, depth - 1, limit / size));
        });
    }

    private CorrelatedNoise correlatedNoise() {
        long steps = logUniform(1, 1000);
        return new CorrelatedNoise(
                noise(),
                CorrelatedNoise.squareRoot((int) logUniform(1, steps)),
                steps,
                logUniform(1, 20),
                logUniform(1, 100));
    }

    private Skellam skellam() {
        double l2 = logUniform(0.1, 100);
        return new Skellam(logUniform(0.1, 1e6), l2 * logUniform(1.0, 100.0), l2);
    }

    /** A curve of the form ξ + ρα, so that it is that of a possible mechanism. */
    private GivenRdp givenRdp() {
        TreeSet<Double> orders = new TreeSet<>(Comparator.naturalOrder());
        for (int i = random.nextInt(1, 12); i > 0; i--) {
            orders.add(1 + logUniform(0.01, 1000.0));
        }
        double xi = rarely() ? epsilon() : 0;
        double rho = epsilon();
        return new GivenRdp(
                List.copyOf(orders),
                orders.stream().map(order -> xi + rho * order).toList());
    }

    private MixtureOfGaussians mixture() {
        int size = random.nextInt(1, 8);
        List<Double> sensitivities = new ArrayList<>();
        double[] weights = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sensitivities.add(rarely() ? 0 : logUniform(0.01, 10.0));
            weights[i] = i > 0 && rarely() ? 0 : logUniform(1e-6, 1.0);
            sum += weights[i];
        }
        List<Double> probabilities = new ArrayList<>();
        for (double weight : weights) {
            probabilities.add(weight / sum);
        }
        return new MixtureOfGaussians(noise(), sensitivities, probabilities);
    }

    /** Two random laws on a few outcomes, each of which may have some that the other lacks. */
    private GivenPair givenPair() {
        int size = random.nextInt(1, 8);
        double infinity = rarely() ? logUniform(1e-12, 1e-2) : 0;
        double counterInfinity = rarely() ? logUniform(1e-12, 1e-2) : 0;
        double[] p = weights(size, 1 - infinity);
        double[] q = weights(size, 1 - counterInfinity);
        TreeMap<Double, Double> masses = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            masses.merge(Math.log(p[i] / q[i]), p[i], Double::sum);
        }
        return new GivenPair(List.copyOf(masses.keySet()), List.copyOf(masses.values()), infinity, counterInfinity);
    }

    private double[] weights(int size, double total) {
        double[] weights = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            weights[i] = logUniform(0.05, 1.0);
            sum += weights[i];
        }
        for (int i = 0; i < size; i++) {
            weights[i] *= total / sum;
        }
        return weights;
    }

    private RandomChoice choice(Set<Class<? extends DpEvent>> types, int depth, long limit) {
        int size = random.nextInt(1, MAX_PARTS);
        List<DpEvent> parts = new ArrayList<>();
        List<Double> probabilities = new ArrayList<>();
        for (double weight : weights(size, 1)) {
            parts.add(next(types, depth - 1, limit));
            probabilities.add(weight);
        }
        return new RandomChoice(probabilities, parts);
    }

    private Composed composed(Set<Class<? extends DpEvent>> types, int depth, long limit) {
        List<DpEvent> parts = new ArrayList<>();
        for (int i = rarely() ? 0 : random.nextInt(1, MAX_PARTS + 1); i > 0; i--) {
            parts.add(next(types, depth - 1, Math.max(1, limit / MAX_PARTS)));
        }
        return new Composed(parts);
    }

    private RepeatAndSelect repeatAndSelect(Set<Class<? extends DpEvent>> types, int depth, long limit) {
        double shape = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> Double.POSITIVE_INFINITY;
            default -> logUniform(0.01, 100.0);
        };
        double mean = logUniform(Double.isInfinite(shape) ? 0.1 : 1.0, 1000.0);
        return new RepeatAndSelect(mean, shape, next(types, depth - 1, limit));
    }

    private double noise() {
        return rarely() ? logUniform(1e-3, 1e6) : logUniform(0.2, 50.0);
    }

    private double epsilon() {
        return rarely() ? (random.nextBoolean() ? 0 : 1e-12) : logUniform(1e-4, 20.0);
    }

    private double probability(double low) {
        return rarely() ? random.nextInt(2) : logUniform(low, 1.0);
    }

    private long count(long high) {
        return rarely() ? random.nextInt(2) : logUniform(1, high);
    }

    private boolean rarely() {
        return random.nextInt(12) == 0;
    }
}
