package io.abacusdp.format;

import static io.abacusdp.format.EventCodec.count;
import static io.abacusdp.format.EventCodec.event;
import static io.abacusdp.format.EventCodec.events;
import static io.abacusdp.format.EventCodec.number;
import static io.abacusdp.format.EventCodec.numbers;
import static io.abacusdp.format.EventCodec.shape;

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
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The types of events and their fields in JSON: the one table that both reading and writing go by. */
final class EventCodecs {
    private static final EventCodecs ALL = new EventCodecs();

    private final Map<String, EventCodec<?>> byType = new LinkedHashMap<>();
    private final Map<Class<? extends DpEvent>, EventCodec<?>> byClass = new HashMap<>();

    private EventCodecs() {
        addMechanisms();
        addSampling();
        addShuffling();
        addComposition();
    }

    /** All codecs by the name of their type in JSON. */
    static Map<String, EventCodec<?>> byType() {
        return Collections.unmodifiableMap(ALL.byType);
    }

    static EventCodec<?> of(DpEvent event) {
        return Objects.requireNonNull(ALL.byClass.get(event.getClass()), () -> "no codec for " + event.getClass());
    }

    private void addMechanisms() {
        add(
                "gaussian",
                Gaussian.class,
                in -> new Gaussian(in.number("noise_multiplier")),
                List.of(number("noise_multiplier", Gaussian::noiseMultiplier)));
        add(
                "laplace",
                Laplace.class,
                in -> new Laplace(in.number("noise_multiplier")),
                List.of(number("noise_multiplier", Laplace::noiseMultiplier)));
        add(
                "discrete_gaussian",
                DiscreteGaussian.class,
                in -> new DiscreteGaussian(in.number("sigma"), in.number("sensitivity")),
                List.of(
                        number("sigma", DiscreteGaussian::sigma),
                        number("sensitivity", DiscreteGaussian::sensitivity)));
        add(
                "scalar_discrete_gaussian",
                ScalarDiscreteGaussian.class,
                in -> new ScalarDiscreteGaussian(in.number("sigma"), in.count("sensitivity")),
                List.of(
                        number("sigma", ScalarDiscreteGaussian::sigma),
                        count("sensitivity", ScalarDiscreteGaussian::sensitivity)));
        add(
                "truncated_discrete_gaussian",
                TruncatedDiscreteGaussian.class,
                in -> new TruncatedDiscreteGaussian(in.number("sigma"), in.count("sensitivity"), in.count("bound")),
                List.of(
                        number("sigma", TruncatedDiscreteGaussian::sigma),
                        count("sensitivity", TruncatedDiscreteGaussian::sensitivity),
                        count("bound", TruncatedDiscreteGaussian::bound)));
        add(
                "discrete_laplace",
                DiscreteLaplace.class,
                in -> new DiscreteLaplace(in.number("parameter"), in.count("sensitivity")),
                List.of(
                        number("parameter", DiscreteLaplace::parameter),
                        count("sensitivity", DiscreteLaplace::sensitivity)));
        add(
                "skellam",
                Skellam.class,
                in -> new Skellam(in.number("variance"), in.number("l1_sensitivity"), in.number("l2_sensitivity")),
                List.of(
                        number("variance", Skellam::variance),
                        number("l1_sensitivity", Skellam::l1Sensitivity),
                        number("l2_sensitivity", Skellam::l2Sensitivity)));
        add(
                "randomized_response",
                RandomizedResponse.class,
                in -> new RandomizedResponse(in.number("noise_parameter"), in.count("num_buckets")),
                List.of(
                        number("noise_parameter", RandomizedResponse::noiseParameter),
                        count("num_buckets", RandomizedResponse::numBuckets)));
        add(
                "exponential",
                Exponential.class,
                in -> new Exponential(in.number("epsilon")),
                List.of(number("epsilon", Exponential::epsilon)));
        add(
                "permute_and_flip",
                PermuteAndFlip.class,
                in -> new PermuteAndFlip(in.number("epsilon")),
                List.of(number("epsilon", PermuteAndFlip::epsilon)));
        add(
                "sparse_vector",
                SparseVector.class,
                in -> new SparseVector(in.number("threshold_scale"), in.number("query_scale"), in.count("answers")),
                List.of(
                        number("threshold_scale", SparseVector::thresholdScale),
                        number("query_scale", SparseVector::queryScale),
                        count("answers", SparseVector::answers)));
        add(
                "pure_dp",
                PureDp.class,
                in -> new PureDp(in.number("epsilon")),
                List.of(number("epsilon", PureDp::epsilon)));
        add(
                "approximate_dp",
                ApproximateDp.class,
                in -> new ApproximateDp(in.number("epsilon"), in.number("delta")),
                List.of(number("epsilon", ApproximateDp::epsilon), number("delta", ApproximateDp::delta)));
        add(
                "zcdp",
                ZeroConcentratedDp.class,
                in -> new ZeroConcentratedDp(in.number("xi"), in.number("rho")),
                List.of(number("xi", ZeroConcentratedDp::xi), number("rho", ZeroConcentratedDp::rho)));
        add(
                "rdp_curve",
                GivenRdp.class,
                in -> new GivenRdp(in.numbers("orders"), in.numbers("values")),
                List.of(numbers("orders", GivenRdp::orders), numbers("values", GivenRdp::values)));
        add(
                "dominating_pair",
                GivenPair.class,
                in -> new GivenPair(
                        in.numbers("losses"),
                        in.numbers("masses"),
                        in.number("infinity_mass"),
                        in.number("counter_infinity_mass")),
                List.of(
                        numbers("losses", GivenPair::losses),
                        numbers("masses", GivenPair::masses),
                        number("infinity_mass", GivenPair::infinityMass),
                        number("counter_infinity_mass", GivenPair::counterInfinityMass)));
        add(
                "mixture_of_gaussians",
                MixtureOfGaussians.class,
                in -> new MixtureOfGaussians(
                        in.number("standard_deviation"), in.numbers("sensitivities"), in.numbers("probabilities")),
                List.of(
                        number("standard_deviation", MixtureOfGaussians::standardDeviation),
                        numbers("sensitivities", MixtureOfGaussians::sensitivities),
                        numbers("probabilities", MixtureOfGaussians::probabilities)));
        add(
                "tree_aggregation",
                TreeAggregation.class,
                in -> new TreeAggregation(in.number("noise_multiplier"), in.count("steps")),
                List.of(
                        number("noise_multiplier", TreeAggregation::noiseMultiplier),
                        count("steps", TreeAggregation::steps)));
        add(
                "tree_epochs",
                TreeEpochs.class,
                in -> new TreeEpochs(
                        in.number("noise_multiplier"),
                        in.count("steps"),
                        in.count("participations"),
                        in.count("separation")),
                List.of(
                        number("noise_multiplier", TreeEpochs::noiseMultiplier),
                        count("steps", TreeEpochs::steps),
                        count("participations", TreeEpochs::participations),
                        count("separation", TreeEpochs::separation)));
        add(
                "correlated_noise",
                CorrelatedNoise.class,
                in -> new CorrelatedNoise(
                        in.number("noise_multiplier"),
                        in.numbers("coefficients"),
                        in.count("steps"),
                        in.count("participations"),
                        in.count("separation")),
                List.of(
                        number("noise_multiplier", CorrelatedNoise::noiseMultiplier),
                        numbers("coefficients", CorrelatedNoise::coefficients),
                        count("steps", CorrelatedNoise::steps),
                        count("participations", CorrelatedNoise::participations),
                        count("separation", CorrelatedNoise::separation)));
        add("non_private", NonPrivate.class, in -> new NonPrivate(), List.of());
        add("no_op", NoOp.class, in -> new NoOp(), List.of());
    }

    private void addSampling() {
        add(
                "poisson_sampled",
                PoissonSampled.class,
                in -> new PoissonSampled(in.number("rate"), in.event("event")),
                List.of(number("rate", PoissonSampled::rate), event("event", PoissonSampled::event)));
        add(
                "sampled_without_replacement",
                SampledWithoutReplacement.class,
                in -> new SampledWithoutReplacement(
                        in.count("dataset_size"), in.count("sample_size"), in.event("event")),
                List.of(
                        count("dataset_size", SampledWithoutReplacement::datasetSize),
                        count("sample_size", SampledWithoutReplacement::sampleSize),
                        event("event", SampledWithoutReplacement::event)));
        add(
                "sampled_with_replacement",
                SampledWithReplacement.class,
                in -> new SampledWithReplacement(in.count("dataset_size"), in.count("sample_size"), in.event("event")),
                List.of(
                        count("dataset_size", SampledWithReplacement::datasetSize),
                        count("sample_size", SampledWithReplacement::sampleSize),
                        event("event", SampledWithReplacement::event)));
        add(
                "truncated_poisson",
                TruncatedPoisson.class,
                in -> new TruncatedPoisson(
                        in.number("rate"), in.count("max_batch_size"), in.count("dataset_size"), in.event("event")),
                List.of(
                        number("rate", TruncatedPoisson::rate),
                        count("max_batch_size", TruncatedPoisson::maxBatchSize),
                        count("dataset_size", TruncatedPoisson::datasetSize),
                        event("event", TruncatedPoisson::event)));
        add(
                "random_allocation",
                RandomAllocation.class,
                in -> new RandomAllocation(in.count("batches"), in.count("participations"), in.event("event")),
                List.of(
                        count("batches", RandomAllocation::batches),
                        count("participations", RandomAllocation::participations),
                        event("event", RandomAllocation::event)));
    }

    private void addShuffling() {
        add(
                "sampled_in_turn",
                SampledInTurn.class,
                in -> new SampledInTurn(in.number("rate"), in.event("event")),
                List.of(number("rate", SampledInTurn::rate), event("event", SampledInTurn::event)));
        add(
                "shuffled_epoch",
                ShuffledEpoch.class,
                in -> new ShuffledEpoch(in.count("batches"), in.event("event")),
                List.of(count("batches", ShuffledEpoch::batches), event("event", ShuffledEpoch::event)));
    }

    private void addComposition() {
        add(
                "repeated",
                Repeated.class,
                in -> new Repeated(in.count("count"), in.event("event")),
                List.of(count("count", Repeated::count), event("event", Repeated::event)));
        add(
                "composed",
                Composed.class,
                in -> new Composed(in.events("events")),
                List.of(events("events", Composed::events)));
        add(
                "random_choice",
                RandomChoice.class,
                in -> new RandomChoice(in.numbers("probabilities"), in.events("events")),
                List.of(numbers("probabilities", RandomChoice::probabilities), events("events", RandomChoice::events)));
        add(
                "repeat_and_select",
                RepeatAndSelect.class,
                in -> new RepeatAndSelect(in.number("mean"), in.shape("shape"), in.event("event")),
                List.of(
                        number("mean", RepeatAndSelect::mean),
                        shape("shape", RepeatAndSelect::shape),
                        event("event", RepeatAndSelect::event)));
        add(
                "group",
                Group.class,
                in -> new Group(in.count("size"), in.event("event")),
                List.of(count("size", Group::size), event("event", Group::event)));
    }

    private <E extends DpEvent> void add(
            String type, Class<E> eventClass, Function<FieldReader, E> reader, List<EventCodec.Field<E>> fields) {
        EventCodec<E> codec = new EventCodec<>(type, eventClass, reader, fields);
        byType.put(type, codec);
        byClass.put(eventClass, codec);
    }
}
