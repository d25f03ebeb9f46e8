package io.abacusdp.cli.imports;

import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DiscreteGaussian;
import io.abacusdp.accounting.event.DiscreteLaplace;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Exponential;
import io.abacusdp.accounting.event.Laplace;
import io.abacusdp.accounting.event.MixtureOfGaussians;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.PermuteAndFlip;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.RandomizedResponse;
import io.abacusdp.accounting.event.RepeatAndSelect;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithReplacement;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.event.ScalarDiscreteGaussian;
import io.abacusdp.accounting.event.TreeAggregation;
import io.abacusdp.accounting.event.TruncatedPoisson;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.cli.imports.PythonText.Call;
import io.abacusdp.storage.JsonPaths;
import java.util.List;

/**
 * The classes of dp_accounting's dp_event.py, each as the event of ours that states the same mathematics.
 *
 * <p>Noise of 0 is no privacy. Of several trees over one epoch a record is in one, so that the largest counts. A discrete Gaussian
 * whose dimension is not 1, or whose sensitivity is not whole, is that of any dimension.
 */
final class DpAccountingEvents {
    private static final String TUPLE = "NamedTupleWrapper";
    private static final String NOISE = "noise_multiplier";
    private static final String SENSITIVITY = "sensitivity";

    DpEvent event(Object value) {
        if (!(value instanceof Call call)) {
            throw new IllegalArgumentException("an event of dp_accounting was expected where there is none");
        }
        return event(new PythonFields(type(call), call));
    }

    /** The class, which a named tuple wears in its own name as well. */
    private static String type(Call call) {
        if (!call.name().endsWith(TUPLE)) {
            return call.name();
        }
        String type =
                call.name().substring(0, call.name().length() - TUPLE.length()).replaceFirst("^_", "");
        if (!type.equals(call.names().get("class_name"))) {
            throw new IllegalArgumentException("class_name must be %s, as the tuple is called".formatted(type));
        }
        return type;
    }

    private DpEvent event(PythonFields fields) {
        return switch (fields.type()) {
            case "NoOpDpEvent" -> fields.named().end(new NoOp());
            case "NonPrivateDpEvent" -> fields.named().end(new NonPrivate());
            case "GaussianDpEvent" -> gaussian(fields.named(NOISE));
            case "LaplaceDpEvent" -> laplace(fields.named(NOISE));
            case "DiscreteLaplaceDpEvent" -> discreteLaplace(fields.named("noise_parameter", SENSITIVITY));
            case "DiscreteGaussianDpEvent" -> discreteGaussian(fields.named("sigma", SENSITIVITY, "dimension"));
            case "EpsilonDeltaDpEvent" -> approximate(fields.named("epsilon", "delta"));
            case "RandomizedResponseDpEvent" -> response(fields.named("noise_parameter", "num_buckets"));
            case "ZCDpEvent" -> concentrated(fields.named("rho", "xi"));
            case "ExponentialMechanismDpEvent" ->
                new Exponential(fields.named("epsilon").number("epsilon"));
            case "PermuteAndFlipDpEvent" ->
                new PermuteAndFlip(fields.named("epsilon").number("epsilon"));
            case "MixtureOfGaussiansDpEvent" ->
                mixture(fields.named("standard_deviation", "sensitivities", "sampling_probs"));
            case "SingleEpochTreeAggregationDpEvent" -> tree(fields.named(NOISE, "step_counts"));
            case "TruncatedSubsampledGaussianDpEvent" ->
                truncated(fields.named("dataset_size", "sampling_probability", "truncated_batch_size", NOISE));
            default -> around(fields);
        };
    }

    private DpEvent around(PythonFields fields) {
        return switch (fields.type()) {
            case "SelfComposedDpEvent" -> selfComposed(fields.named("event", "count"));
            case "ComposedDpEvent" ->
                new Composed(fields.named("events").list("events").stream()
                        .map(this::event)
                        .toList());
            case "PoissonSampledDpEvent" -> poisson(fields.named("sampling_probability", "event"));
            case "SampledWithReplacementDpEvent" -> {
                PythonFields of = fields.named("source_dataset_size", "sample_size", "event");
                yield new SampledWithReplacement(
                        of.count("source_dataset_size"), of.count("sample_size"), event(of.value("event")));
            }
            case "SampledWithoutReplacementDpEvent" -> {
                PythonFields of = fields.named("source_dataset_size", "sample_size", "event");
                yield new SampledWithoutReplacement(
                        of.count("source_dataset_size"), of.count("sample_size"), event(of.value("event")));
            }
            case "RepeatAndSelectDpEvent" -> {
                PythonFields of = fields.named("event", "mean", "shape");
                yield new RepeatAndSelect(of.number("mean"), of.shape("shape"), event(of.value("event")));
            }
            default ->
                throw new IllegalArgumentException("%s is no event of dp_accounting that is known here"
                        .formatted(JsonPaths.quoted(fields.type())));
        };
    }

    private DpEvent selfComposed(PythonFields fields) {
        return new Repeated(fields.count("count"), event(fields.value("event")));
    }

    private DpEvent poisson(PythonFields fields) {
        double rate = fields.number("sampling_probability");
        if (!(rate > 0 && rate <= 1)) {
            throw fields.refused("sampling_probability", "must be in (0, 1], got " + rate);
        }
        DpEvent event = event(fields.value("event"));
        return rate == 1 ? event : new PoissonSampled(rate, event);
    }

    private static DpEvent gaussian(PythonFields fields) {
        return StepHistory.release(fields.amount(NOISE));
    }

    private static DpEvent laplace(PythonFields fields) {
        double noise = fields.amount(NOISE);
        return noise > 0 ? new Laplace(noise) : new NonPrivate();
    }

    private static DpEvent discreteLaplace(PythonFields fields) {
        return new DiscreteLaplace(fields.number("noise_parameter"), fields.count(SENSITIVITY));
    }

    private static DpEvent discreteGaussian(PythonFields fields) {
        double sigma = fields.amount("sigma");
        double sensitivity = fields.has(SENSITIVITY) ? fields.number(SENSITIVITY) : 1;
        if (sigma == 0) {
            return new NonPrivate();
        }
        boolean isScalar = fields.has("dimension") && fields.count("dimension") == 1;
        return isScalar && sensitivity >= 1 && sensitivity == Math.rint(sensitivity) && sensitivity < 0x1p53
                ? new ScalarDiscreteGaussian(sigma, (long) sensitivity)
                : new DiscreteGaussian(sigma, sensitivity);
    }

    private static DpEvent approximate(PythonFields fields) {
        return new ApproximateDp(fields.amount("epsilon"), fields.amount("delta"));
    }

    private static DpEvent response(PythonFields fields) {
        return new RandomizedResponse(fields.number("noise_parameter"), fields.count("num_buckets"));
    }

    private static DpEvent concentrated(PythonFields fields) {
        return new ZeroConcentratedDp(fields.has("xi") ? fields.number("xi") : 0, fields.number("rho"));
    }

    private static DpEvent mixture(PythonFields fields) {
        return new MixtureOfGaussians(
                fields.number("standard_deviation"), fields.numbers("sensitivities"), fields.numbers("sampling_probs"));
    }

    private static DpEvent tree(PythonFields fields) {
        double noise = fields.amount(NOISE);
        long largest = fields.value("step_counts") instanceof List<?>
                ? fields.counts("step_counts").stream()
                        .mapToLong(Long::longValue)
                        .max()
                        .orElse(0)
                : fields.count("step_counts");
        return noise > 0 ? new TreeAggregation(noise, largest) : new NonPrivate();
    }

    private static DpEvent truncated(PythonFields fields) {
        return new TruncatedPoisson(
                fields.number("sampling_probability"),
                fields.count("truncated_batch_size"),
                fields.count("dataset_size"),
                StepHistory.release(fields.amount(NOISE)));
    }
}
