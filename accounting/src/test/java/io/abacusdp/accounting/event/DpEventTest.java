package io.abacusdp.accounting.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges of the fields of every type of event. */
class DpEventTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final long MAX_COUNT = 1L << 53;
    private static final DpEvent INNER = new Gaussian(1);

    private static final String POSITIVE = "must be finite and above 0, got ";
    private static final String NON_NEGATIVE = "must be finite and at least 0, got ";
    private static final String PROBABILITY = "must be in [0, 1], got ";

    /** A field of a type, how an event is made from a value of it, and the range that the error states. */
    private record NumberField(
            Class<? extends DpEvent> type, String field, String range, DoubleFunction<DpEvent> make) {
        @Override
        public String toString() {
            return type.getSimpleName() + "." + field;
        }
    }

    private record CountField(Class<? extends DpEvent> type, String field, long least, LongFunction<DpEvent> make) {
        @Override
        public String toString() {
            return type.getSimpleName() + "." + field;
        }
    }

    static Stream<NumberField> numberFields() {
        return Stream.of(
                new NumberField(Gaussian.class, "noise_multiplier", POSITIVE, Gaussian::new),
                new NumberField(Laplace.class, "noise_multiplier", POSITIVE, Laplace::new),
                new NumberField(DiscreteGaussian.class, "sigma", POSITIVE, x -> new DiscreteGaussian(x, 1)),
                new NumberField(DiscreteGaussian.class, "sensitivity", POSITIVE, x -> new DiscreteGaussian(1, x)),
                new NumberField(DiscreteLaplace.class, "parameter", POSITIVE, x -> new DiscreteLaplace(x, 1)),
                new NumberField(Skellam.class, "variance", POSITIVE, x -> new Skellam(x, 1, 1)),
                new NumberField(Skellam.class, "l1_sensitivity", POSITIVE, x -> new Skellam(1, x, 1)),
                new NumberField(Skellam.class, "l2_sensitivity", POSITIVE, x -> new Skellam(1, 1, x)),
                new NumberField(
                        RandomizedResponse.class, "noise_parameter", PROBABILITY, x -> new RandomizedResponse(x, 2)),
                new NumberField(Exponential.class, "epsilon", NON_NEGATIVE, Exponential::new),
                new NumberField(PermuteAndFlip.class, "epsilon", NON_NEGATIVE, PermuteAndFlip::new),
                new NumberField(SparseVector.class, "threshold_scale", POSITIVE, x -> new SparseVector(x, 1, 1)),
                new NumberField(SparseVector.class, "query_scale", POSITIVE, x -> new SparseVector(1, x, 1)),
                new NumberField(PureDp.class, "epsilon", NON_NEGATIVE, PureDp::new),
                new NumberField(ApproximateDp.class, "epsilon", NON_NEGATIVE, x -> new ApproximateDp(x, 0)),
                new NumberField(ApproximateDp.class, "delta", PROBABILITY, x -> new ApproximateDp(1, x)),
                new NumberField(ZeroConcentratedDp.class, "xi", NON_NEGATIVE, x -> new ZeroConcentratedDp(x, 1)),
                new NumberField(ZeroConcentratedDp.class, "rho", NON_NEGATIVE, x -> new ZeroConcentratedDp(1, x)),
                new NumberField(
                        GivenRdp.class,
                        "values[1]",
                        NON_NEGATIVE,
                        x -> new GivenRdp(List.of(2.0, 3.0), List.of(1.0, x))),
                new NumberField(
                        MixtureOfGaussians.class,
                        "standard_deviation",
                        POSITIVE,
                        x -> new MixtureOfGaussians(x, List.of(1.0), List.of(1.0))),
                new NumberField(
                        MixtureOfGaussians.class,
                        "sensitivities[1]",
                        NON_NEGATIVE,
                        x -> new MixtureOfGaussians(1, List.of(0.0, x), List.of(0.5, 0.5))),
                new NumberField(TreeAggregation.class, "noise_multiplier", POSITIVE, x -> new TreeAggregation(x, 8)),
                new NumberField(TreeEpochs.class, "noise_multiplier", POSITIVE, x -> new TreeEpochs(x, 8, 2, 3)),
                new NumberField(
                        CorrelatedNoise.class,
                        "noise_multiplier",
                        POSITIVE,
                        x -> new CorrelatedNoise(x, List.of(1.0), 8, 2, 3)),
                new NumberField(PoissonSampled.class, "rate", PROBABILITY, x -> new PoissonSampled(x, INNER)),
                new NumberField(SampledInTurn.class, "rate", PROBABILITY, x -> new SampledInTurn(x, INNER)),
                new NumberField(
                        TruncatedPoisson.class, "rate", PROBABILITY, x -> new TruncatedPoisson(x, 10, 100, INNER)),
                new NumberField(RepeatAndSelect.class, "mean", POSITIVE, x -> new RepeatAndSelect(x, INFINITY, INNER)));
    }

    static Stream<CountField> countFields() {
        return Stream.of(
                new CountField(DiscreteLaplace.class, "sensitivity", 1, n -> new DiscreteLaplace(1, n)),
                new CountField(RandomizedResponse.class, "num_buckets", 2, n -> new RandomizedResponse(0.5, n)),
                new CountField(TreeAggregation.class, "steps", 1, n -> new TreeAggregation(1, n)),
                new CountField(TreeEpochs.class, "steps", 1, n -> new TreeEpochs(1, n, 1, 1)),
                new CountField(TreeEpochs.class, "participations", 1, n -> new TreeEpochs(1, 8, n, 1)),
                new CountField(TreeEpochs.class, "separation", 1, n -> new TreeEpochs(1, 8, 1, n)),
                new CountField(
                        CorrelatedNoise.class, "participations", 1, n -> new CorrelatedNoise(1, List.of(1.0), 8, n, 1)),
                new CountField(
                        CorrelatedNoise.class, "separation", 1, n -> new CorrelatedNoise(1, List.of(1.0), 8, 1, n)),
                new CountField(ShuffledEpoch.class, "batches", 1, n -> new ShuffledEpoch(n, INNER)),
                new CountField(
                        SampledWithReplacement.class, "dataset_size", 1, n -> new SampledWithReplacement(n, 1, INNER)),
                new CountField(
                        SampledWithReplacement.class, "sample_size", 0, n -> new SampledWithReplacement(1, n, INNER)),
                new CountField(
                        SampledWithoutReplacement.class,
                        "dataset_size",
                        1,
                        n -> new SampledWithoutReplacement(n, 0, INNER)),
                new CountField(
                        SampledWithoutReplacement.class,
                        "sample_size",
                        0,
                        n -> new SampledWithoutReplacement(MAX_COUNT, n, INNER)),
                new CountField(
                        TruncatedPoisson.class, "max_batch_size", 1, n -> new TruncatedPoisson(0.1, n, 100, INNER)),
                new CountField(TruncatedPoisson.class, "dataset_size", 1, n -> new TruncatedPoisson(0.1, 10, n, INNER)),
                new CountField(RandomAllocation.class, "batches", 1, n -> new RandomAllocation(n, 1, INNER)),
                new CountField(
                        RandomAllocation.class, "participations", 1, n -> new RandomAllocation(MAX_COUNT, n, INNER)),
                new CountField(Repeated.class, "count", 0, n -> new Repeated(n, INNER)),
                new CountField(Group.class, "size", 1, n -> new Group(n, INNER)));
    }

    @ParameterizedTest
    @MethodSource("numberFields")
    void number_nanInfiniteOrNegative_refusedWithFieldRangeAndValue(NumberField field) {
        for (double value : new double[] {Double.NaN, INFINITY, -INFINITY, -1, -Double.MIN_VALUE}) {
            assertRefused(() -> field.make().apply(value), field.field(), field.range() + value);
        }
    }

    @ParameterizedTest
    @MethodSource("numberFields")
    void number_endsOfRange_acceptedOrRefused(NumberField field) {
        assertThat(field.make().apply(1)).isInstanceOf(field.type());
        assertThat(field.make().apply(Double.MIN_VALUE)).isInstanceOf(field.type());
        if (field.range().equals(POSITIVE)) {
            assertThatThrownBy(() -> field.make().apply(0))
                    .hasMessageStartingWith(field.field() + " " + POSITIVE + "0.0; use no");
        } else {
            assertThat(field.make().apply(0)).isInstanceOf(field.type());
        }
        if (field.range().equals(PROBABILITY)) {
            assertRefused(() -> field.make().apply(Math.nextUp(1.0)), field.field(), PROBABILITY + Math.nextUp(1.0));
        } else {
            assertThat(field.make().apply(Double.MAX_VALUE)).isInstanceOf(field.type());
        }
    }

    @ParameterizedTest
    @MethodSource("countFields")
    void count_belowLeastOrPastLimit_refusedWithFieldRangeAndValue(CountField field) {
        String range = "must be from " + field.least() + " to 2^53, got ";
        for (long value : new long[] {field.least() - 1, -1, Long.MIN_VALUE, MAX_COUNT + 1, Long.MAX_VALUE}) {
            assertRefused(() -> field.make().apply(value), field.field(), range + value);
        }
        assertThat(field.make().apply(field.least())).isInstanceOf(field.type());
        assertThat(field.make().apply(MAX_COUNT)).isInstanceOf(field.type());
    }

    @Test
    void givenRdp_badOrders_refusedAtTheirIndex() {
        assertRefused(() -> new GivenRdp(List.of(), List.of()), "orders", "must hold at least one order, got none");
        assertRefused(
                () -> new GivenRdp(List.of(2.0), List.of(1.0, 2.0)),
                "values",
                "must hold one value for each of the 1 orders, got 2");
        for (double order : new double[] {1, 0.5, -2, Double.NaN, INFINITY}) {
            assertRefused(
                    () -> new GivenRdp(List.of(1.5, order), List.of(1.0, 1.0)),
                    "orders[1]",
                    "must be finite and above 1, got " + order);
        }
        assertRefused(
                () -> new GivenRdp(List.of(2.0, 2.0), List.of(1.0, 1.0)),
                "orders[1]",
                "must be above the order before it, got 2.0");
    }

    @Test
    void mixture_badProbabilities_refused() {
        assertRefused(
                () -> new MixtureOfGaussians(1, List.of(), List.of()),
                "sensitivities",
                "must hold at least one sensitivity, got none");
        assertRefused(
                () -> new MixtureOfGaussians(1, List.of(1.0), List.of()),
                "probabilities",
                "must hold one for each of the 1 sensitivities, got 0");
        assertRefused(
                () -> new MixtureOfGaussians(1, List.of(1.0, 2.0), List.of(1.5, -0.5)),
                "probabilities[0]",
                PROBABILITY + "1.5");
        assertRefused(
                () -> new MixtureOfGaussians(1, List.of(1.0, 2.0), List.of(0.5, 0.25)),
                "probabilities",
                "must sum to 1 within 1e-12, got 0.75");
    }

    @Test
    void correlatedNoise_badCoefficients_refused() {
        assertRefused(
                () -> new CorrelatedNoise(1, List.of(), 8, 1, 1),
                "coefficients",
                "must hold at least one coefficient, got none");
        assertRefused(
                () -> new CorrelatedNoise(1, List.of(1.0, 0.5), 1, 1, 1),
                "coefficients",
                "must be at most as many as steps, 1, got 2");
        assertRefused(
                () -> new CorrelatedNoise(1, List.of(1.0, 1.5), 8, 1, 1),
                "coefficients[1]",
                "must not be above the one before it, got 1.5");
        assertRefused(
                () -> new CorrelatedNoise(1, List.of(1.0, -0.5), 8, 1, 1),
                "coefficients[1]",
                "must be finite and at least 0, got -0.5");
        assertRefused(
                () -> new CorrelatedNoise(1, List.of(1.0), (1 << 24) + 1, 1, 1),
                "steps",
                "must be at most 2^24, got 16777217");
    }

    @Test
    void sizes_largerThanWhatTheyAreTakenFrom_refused() {
        assertRefused(
                () -> new SampledWithoutReplacement(10, 11, INNER),
                "sample_size",
                "must be at most dataset_size 10, got 11");
        assertRefused(() -> new RandomAllocation(3, 4, INNER), "participations", "must be at most batches 3, got 4");
        assertThat(new SampledWithReplacement(10, 11, INNER).sampleSize()).isEqualTo(11);
    }

    @Test
    void repeatAndSelect_shapeAndMean_refusedUnlessADistribution() {
        for (double shape : new double[] {Double.NaN, -1, -INFINITY}) {
            assertRefused(() -> new RepeatAndSelect(2, shape, INNER), "shape", "must be at least 0, got " + shape);
        }
        assertRefused(
                () -> new RepeatAndSelect(0.5, 1, INNER),
                "mean",
                "must be at least 1 unless the shape is Poisson, got 0.5");
        assertThat(new RepeatAndSelect(0.5, INFINITY, INNER).mean()).isEqualTo(0.5);
    }

    @Test
    void selectionAmongRunsThatLoseNothing_isNothing() {
        for (DpEvent nothing : List.of(
                new NoOp(),
                new PureDp(0),
                new ApproximateDp(0, 0),
                new ZeroConcentratedDp(0, 0),
                new Exponential(0),
                new PermuteAndFlip(0))) {
            assertThat(Composition.of(new RepeatAndSelect(64, 1, new Repeated(3, nothing)))
                            .terms())
                    .isEmpty();
        }
        assertThat(Composition.of(new RepeatAndSelect(64, 1, new ApproximateDp(0, 1e-300)))
                        .terms())
                .hasSize(1);
    }

    /** A number of runs that is at least 1 and 1 on average is 1; a Poisson number is not at least 1. */
    @Test
    void repeatAndSelect_oneRun_isThatRun() {
        for (double shape : new double[] {0, .5, 1, 7}) {
            assertThat(Composition.of(new RepeatAndSelect(1, shape, new Repeated(3, INNER)))
                            .terms())
                    .isEqualTo(Composition.of(new Repeated(3, INNER)).terms());
        }
        DpEvent poisson = new RepeatAndSelect(1, INFINITY, INNER);
        assertThat(Composition.of(poisson).terms()).containsOnlyKeys(poisson);
    }

    @Test
    void lists_changedAfterwards_leaveTheEventAsItWas() {
        List<DpEvent> parts = new ArrayList<>(List.of(INNER));
        List<Double> orders = new ArrayList<>(List.of(2.0));
        List<Double> weights = new ArrayList<>(List.of(1.0));
        Composed composed = new Composed(parts);
        GivenRdp curve = new GivenRdp(orders, weights);
        MixtureOfGaussians mixture = new MixtureOfGaussians(1, weights, weights);
        parts.clear();
        orders.set(0, Double.NaN);
        weights.set(0, Double.NaN);
        assertThat(composed).isEqualTo(new Composed(List.of(INNER)));
        assertThat(curve).isEqualTo(new GivenRdp(List.of(2.0), List.of(1.0)));
        assertThat(mixture).isEqualTo(new MixtureOfGaussians(1, List.of(1.0), List.of(1.0)));
        assertUnmodifiable(composed.events());
        assertUnmodifiable(curve.orders());
        assertUnmodifiable(curve.values());
        assertUnmodifiable(mixture.sensitivities());
        assertUnmodifiable(mixture.probabilities());
    }

    @Test
    void everyType_isARecord() {
        assertThat(Arrays.stream(DpEvent.class.getPermittedSubclasses())).allMatch(Class::isRecord);
    }

    @Test
    void eventRules_secondRuleForAType_refused() {
        EventRules<String, String> rules = new EventRules<String, String>().on(NoOp.class, (event, context) -> context);
        assertThat(rules.apply(new NoOp(), "x")).contains("x");
        assertThat(rules.apply(INNER, "x")).isEmpty();
        assertThatThrownBy(() -> rules.on(NoOp.class, (event, context) -> context))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("two rules for NoOp");
    }

    private static void assertRefused(Supplier<DpEvent> maker, String field, String problem) {
        assertThatThrownBy(maker::get)
                .isInstanceOfSatisfying(InvalidFieldException.class, e -> {
                    assertThat(e.field()).isEqualTo(field);
                    assertThat(e.problem()).isEqualTo(problem);
                })
                .hasMessage(field + " " + problem);
    }

    private static void assertUnmodifiable(List<?> list) {
        assertThatThrownBy(() -> list.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }
}
