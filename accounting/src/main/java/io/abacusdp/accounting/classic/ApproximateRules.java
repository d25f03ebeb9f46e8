package io.abacusdp.accounting.classic;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composition;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.EventRules;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.GivenPair;
import io.abacusdp.accounting.event.Group;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.RandomChoice;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.numeric.RoundedUp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The (ε, δ) of an elementary event, for one accountant and one adjacency. A release without privacy is (0, 1).
 *
 * <p>Sampling is worth ε' = log(1 + q(e^ε − 1)) only if the event on the sample is ε-DP for the record absent, too ({@link
 * Amplification}). Under add-or-remove-one that is what its ε means. Under the other adjacencies it is known only of noise
 * on a sum, where an absent record is one of value zero, and of samples of fixed size under replace-one, in which another
 * record takes the place. Otherwise δ' = qδ and ε' = ε, by joint convexity alone: with the record outside the sample the
 * outcomes have the same law.
 */
final class ApproximateRules {
    private static final ApproximateDp NONE = new ApproximateDp(0, 1);
    private static final double UP = 1 + 8 * Math.ulp(1.0);

    /** Noise on a sum: a record that is absent is one of value zero. */
    private static final Set<Class<? extends DpEvent>> SUMS = Set.of(Laplace.class, DiscreteLaplace.class);

    /** What is run on a data set as a whole: it cannot tell which record took the place of another. */
    private static final Set<Class<? extends DpEvent>> ON_DATA_SETS = Set.of(
            ApproximateDp.class,
            DiscreteLaplace.class,
            Exponential.class,
            Laplace.class,
            PermuteAndFlip.class,
            PureDp.class);

    private static final EventRules<ApproximateRules, ApproximateDp> RULES = new EventRules<
                    ApproximateRules, ApproximateDp>()
            .on(ApproximateDp.class, (event, rules) -> event.delta() == 1 ? NONE : event)
            .on(PureDp.class, (event, rules) -> pure(event.epsilon()))
            .on(Exponential.class, (event, rules) -> pure(event.epsilon()))
            .on(PermuteAndFlip.class, (event, rules) -> pure(event.epsilon()))
            .on(GivenPair.class, (event, rules) -> given(event))
            .on(RandomChoice.class, (event, rules) -> rules.choice(event))
            .on(NonPrivate.class, (event, rules) -> NONE)
            .on(Laplace.class, (event, rules) -> rules.laplace(event))
            .on(DiscreteLaplace.class, (event, rules) -> rules.discreteLaplace(event))
            .on(RandomizedResponse.class, (event, rules) -> rules.randomizedResponse(event))
            .on(PoissonSampled.class, (event, rules) -> rules.poisson(event))
            .on(SampledWithoutReplacement.class, (event, rules) -> rules.fixedSize(event))
            .on(Group.class, (event, rules) -> rules.group(event));

    private final String accountant;
    private final Adjacency adjacency;

    ApproximateRules(String accountant, Adjacency adjacency) {
        this.accountant = accountant;
        this.adjacency = adjacency;
    }

    /** The statements that the event composes, and how often each. */
    ApproximateParts parts(DpEvent event) {
        Map<ApproximateDp, Long> counts = new LinkedHashMap<>();
        Composition.of(event).terms().forEach((term, count) -> counts.merge(of(term), count, Math::addExact));
        return ApproximateParts.of(counts);
    }

    private ApproximateDp of(DpEvent term) {
        return RULES.apply(term, this)
                .orElseThrow(() -> refused(
                        term,
                        "it has neither a pure epsilon nor an (epsilon, delta) of its own: use the rdp accountant"));
    }

    private ApproximateDp laplace(Laplace event) {
        return pure(Math.nextUp(adjacency.sensitivityFactor() / event.noiseMultiplier()));
    }

    private ApproximateDp discreteLaplace(DiscreteLaplace event) {
        return pure(RoundedUp.product(adjacency.sensitivityFactor() * event.parameter(), (double) event.sensitivity()));
    }

    /**
     * Randomised response.
     *
     * <p>Formula: replace-one: log((1 − p + p/k)/(p/k)) = log(1 + k(1 − p)/p). Zero-out: the larger of log((1 − p +
     * p/k)·k), of the true bucket, and log(1/p), of any other.
     */
    private ApproximateDp randomizedResponse(RandomizedResponse event) {
        double p = event.noiseParameter();
        double k = event.numBuckets();
        return switch (adjacency) {
            case ADD_OR_REMOVE_ONE ->
                throw refused(event, "a record that is absent gives no response: ask under replace_one or zero_out");
            case REPLACE_ONE -> pure(Math.log1p(k * (1 - p) / p) * UP);
            case ZERO_OUT -> pure(Math.max(Math.log1p((k - 1) * (1 - p)), -Math.log(p)) * UP);
        };
    }

    /** Finite losses are at most the largest, and what only one of the laws can have is a failure. */
    private static ApproximateDp given(GivenPair event) {
        double epsilon = event.losses().stream().mapToDouble(Math::abs).max().orElse(0);
        double delta = Math.max(event.mostInfinity(), event.mostCounterInfinity());
        return delta < 1 ? new ApproximateDp(epsilon, delta) : NONE;
    }

    /** Whichever event is drawn, it is (ε, δ_i)-DP with the largest of their ε; δ is that of all on average. */
    private ApproximateDp choice(RandomChoice event) {
        double epsilon = 0;
        double[] deltas = new double[event.events().size()];
        for (int i = 0; i < deltas.length; i++) {
            if (event.probabilities().get(i) > 0) {
                ApproximateDp each = whole(event.events().get(i));
                epsilon = Math.max(epsilon, each.epsilon());
                deltas[i] = RoundedUp.product(event.probabilities().get(i), each.delta());
            }
        }
        double delta = RoundedUp.sum(deltas);
        return delta < 1 ? new ApproximateDp(epsilon, delta) : NONE;
    }

    private ApproximateDp poisson(PoissonSampled event) {
        return adjacency == Adjacency.ADD_OR_REMOVE_ONE || allOf(event.event(), SUMS)
                ? Amplification.on(event.rate(), whole(event.event()))
                : rarer(event.rate(), whole(event.event()));
    }

    private ApproximateDp fixedSize(SampledWithoutReplacement event) {
        if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
            throw refused(event, "the size of the data is fixed: ask under replace_one");
        }
        double rate = event.sampleSize() == 0
                ? 0
                : Math.min(1, Math.nextUp((double) event.sampleSize() / event.datasetSize()));
        return adjacency == Adjacency.REPLACE_ONE && allOf(event.event(), ON_DATA_SETS)
                ? Amplification.on(rate, whole(event.event()))
                : rarer(rate, whole(event.event()));
    }

    /**
     * A group of k records, one after the other.
     *
     * <p>Formula: (kε, δ·(e^{kε} − 1)/(e^ε − 1)).
     *
     * <p>Source: Dwork, Roth 2014, The algorithmic foundations of differential privacy, theorem 2.2; with δ: Vadhan 2017,
     * The complexity of differential privacy, lemma 2.2, of which this is the sum before it is simplified.
     */
    private ApproximateDp group(Group event) {
        ApproximateDp one = of(event.event());
        double epsilon = RoundedUp.product(one.epsilon(), (double) event.size());
        if (one.delta() == 0) {
            return pure(epsilon);
        }
        double growth = one.epsilon() == 0
                ? event.size()
                : Math.expm1(epsilon) / Math.expm1(Math.min(one.epsilon(), 700)) * (1 + (8 + epsilon) * Math.ulp(1.0));
        double delta = RoundedUp.product(one.delta(), growth);
        return delta < 1 ? new ApproximateDp(epsilon, delta) : NONE;
    }

    /** All that is run on one sample, by basic composition. */
    private ApproximateDp whole(DpEvent event) {
        ApproximateParts parts = parts(event);
        return parts.deltaSum() < 1 && parts.epsilonSum() < Double.POSITIVE_INFINITY
                ? new ApproximateDp(parts.epsilonSum(), parts.deltaSum())
                : NONE;
    }

    private static boolean allOf(DpEvent event, Set<Class<? extends DpEvent>> types) {
        return Composition.of(event).terms().keySet().stream().allMatch(term -> types.contains(term.getClass()));
    }

    private static ApproximateDp rarer(double rate, ApproximateDp event) {
        return new ApproximateDp(event.epsilon(), Math.min(event.delta(), RoundedUp.product(rate, event.delta())));
    }

    private static ApproximateDp pure(double epsilon) {
        return epsilon < Double.POSITIVE_INFINITY ? new ApproximateDp(epsilon, 0) : NONE;
    }

    private UnsupportedEventException refused(DpEvent event, String reason) {
        return new UnsupportedEventException(accountant, event, reason);
    }
}
