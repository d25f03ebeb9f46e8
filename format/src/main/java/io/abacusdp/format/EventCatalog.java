package io.abacusdp.format;

import io.abacusdp.format.EventType.Field;
import io.abacusdp.format.EventType.Kind;
import java.util.List;
import java.util.stream.Stream;

/** All types of events, for people: what {@code abacus events} and docs/events.md say. A test holds it against what is read. */
public final class EventCatalog {
    private static final String POSITIVE = "(0, inf)";
    private static final String NOT_NEGATIVE = "[0, inf)";
    private static final String SHARE = "[0, 1]";
    private static final String FROM_ONE = "[1, 2^53]";
    private static final String FROM_ZERO = "[0, 2^53]";
    private static final String GAUSSIAN = "{\"type\":\"gaussian\",\"noise_multiplier\":1.0}";
    private static final String IN_FORCE = "under the adjacency that is asked for";

    private static final List<EventType> ALL = Stream.of(
                    noise(), noiseOnIntegers(), correlatedNoise(), mechanisms(), given(), batches(), composition())
            .flatMap(List::stream)
            .toList();

    private EventCatalog() {}

    /** Each once: mechanisms first, then how batches are made, then what is composed of events. */
    public static List<EventType> all() {
        return ALL;
    }

    private static List<EventType> noise() {
        return List.of(
                type(
                        "gaussian",
                        "Gaussian noise on a sum to which each record contributes a vector of L2 norm at most C.",
                        GAUSSIAN,
                        number("noise_multiplier", POSITIVE, "standard deviation of the noise over C")),
                type(
                        "laplace",
                        "Laplace noise on a sum to which each record contributes a vector of L1 norm at most C.",
                        "{\"type\":\"laplace\",\"noise_multiplier\":1.0}",
                        number("noise_multiplier", POSITIVE, "scale of the noise over C")),
                type(
                        "mixture_of_gaussians",
                        "Gaussian noise on a sum to which the record contributes one of several lengths, drawn at random: users with several"
                                + " records, or records in several samples.",
                        "{\"type\":\"mixture_of_gaussians\",\"standard_deviation\":1.0,\"sensitivities\":[0.0,1.0,2.0],"
                                + "\"probabilities\":[0.81,0.18,0.01]}",
                        number("standard_deviation", POSITIVE, "of the noise"),
                        numbers("sensitivities", NOT_NEGATIVE, "length of each contribution"),
                        numbers("probabilities", SHARE, "of each contribution; they sum to 1")));
    }

    private static List<EventType> noiseOnIntegers() {
        return List.of(
                type(
                        "discrete_gaussian",
                        "Discrete Gaussian noise on each coordinate of a sum of integer vectors.",
                        "{\"type\":\"discrete_gaussian\",\"sigma\":10.0,\"sensitivity\":1.0}",
                        number("sigma", POSITIVE, "the mass at x goes with exp(-x^2/(2 sigma^2))"),
                        number("sensitivity", POSITIVE, "largest L2 norm of a record's contribution")),
                type(
                        "scalar_discrete_gaussian",
                        "Discrete Gaussian noise on a single integer, such as a count.",
                        "{\"type\":\"scalar_discrete_gaussian\",\"sigma\":2.2,\"sensitivity\":2}",
                        number("sigma", POSITIVE, "the mass at x goes with exp(-x^2/(2 sigma^2))"),
                        count("sensitivity", FROM_ONE, "how far a record can move the integer")),
                type(
                        "truncated_discrete_gaussian",
                        "Discrete Gaussian noise on a single integer that never exceeds a bound.",
                        "{\"type\":\"truncated_discrete_gaussian\",\"sigma\":10.0,\"sensitivity\":1,\"bound\":60}",
                        number("sigma", POSITIVE, "the mass at x goes with exp(-x^2/(2 sigma^2)) up to the bound"),
                        count("sensitivity", FROM_ONE, "how far a record can move the integer"),
                        count("bound", FROM_ONE, "largest absolute value of the noise")),
                type(
                        "discrete_laplace",
                        "Discrete Laplace (two-sided geometric) noise on each coordinate of a sum of integer vectors.",
                        "{\"type\":\"discrete_laplace\",\"parameter\":0.5,\"sensitivity\":1}",
                        number("parameter", POSITIVE, "a, where the mass at x goes with exp(-a |x|)"),
                        count("sensitivity", FROM_ONE, "largest L1 norm of a record's contribution")),
                type(
                        "skellam",
                        "The difference of two Poisson variables on each coordinate of a sum of integer vectors, as secure aggregation adds it.",
                        "{\"type\":\"skellam\",\"variance\":100.0,\"l1_sensitivity\":4.0,\"l2_sensitivity\":2.0}",
                        number("variance", POSITIVE, "of the noise in one coordinate"),
                        number("l1_sensitivity", POSITIVE, "largest L1 norm of a record's contribution"),
                        number("l2_sensitivity", POSITIVE, "largest L2 norm of a record's contribution")));
    }

    private static List<EventType> correlatedNoise() {
        return List.of(
                type(
                        "tree_aggregation",
                        "Prefix sums by a binary tree over one epoch: each completed node is a noised sum, and a record is in one leaf.",
                        "{\"type\":\"tree_aggregation\",\"noise_multiplier\":4.0,\"steps\":1000}",
                        number("noise_multiplier", POSITIVE, "of each node"),
                        count("steps", FROM_ONE, "leaves of the tree")),
                type(
                        "tree_epochs",
                        "Prefix sums by a binary tree in whose leaves a record may be several times; every node counts as released.",
                        "{\"type\":\"tree_epochs\",\"noise_multiplier\":8.0,\"steps\":1024,\"participations\":4,\"separation\":256}",
                        number("noise_multiplier", POSITIVE, "of each node"),
                        count("steps", FROM_ONE, "leaves of the tree"),
                        count("participations", FROM_ONE, "in how many leaves a record is at most"),
                        count("separation", FROM_ONE, "how far apart these are at least")),
                type(
                        "correlated_noise",
                        "A matrix mechanism with a lower-triangular Toeplitz matrix: banded, or of buffered linear form (BLT).",
                        "{\"type\":\"correlated_noise\",\"noise_multiplier\":2.0,\"coefficients\":[1.0,0.5,0.375],\"steps\":1000,"
                                + "\"participations\":4,\"separation\":250}",
                        number(
                                "noise_multiplier",
                                POSITIVE,
                                "standard deviation of the noise before the matrix, over the clipping norm"),
                        numbers(
                                "coefficients",
                                NOT_NEGATIVE,
                                "first column of the matrix: the first above 0, none above the one before"),
                        count("steps", "[1, 2^24]", "rows of the matrix"),
                        count("participations", FROM_ONE, "in how many steps a record is at most"),
                        count("separation", FROM_ONE, "how far apart these are at least")));
    }

    private static List<EventType> mechanisms() {
        return List.of(
                type(
                        "randomized_response",
                        "The true bucket, or with some probability one drawn from all buckets.",
                        "{\"type\":\"randomized_response\",\"noise_parameter\":0.5,\"num_buckets\":4}",
                        number("noise_parameter", SHARE, "probability of a drawn bucket"),
                        count("num_buckets", "[2, 2^53]", "number of buckets")),
                type(
                        "exponential",
                        "The exponential mechanism: losses of two neighbours differ by at most epsilon over all outcomes.",
                        "{\"type\":\"exponential\",\"epsilon\":1.0}",
                        number("epsilon", NOT_NEGATIVE, IN_FORCE)),
                type(
                        "permute_and_flip",
                        "Permute-and-flip, which selects like the exponential mechanism.",
                        "{\"type\":\"permute_and_flip\",\"epsilon\":1.0}",
                        number("epsilon", NOT_NEGATIVE, IN_FORCE)),
                type(
                        "sparse_vector",
                        "Sparse vector (above threshold): any number of queries against a noisy threshold, until so many were above. Only above or below"
                                + " is released.",
                        "{\"type\":\"sparse_vector\",\"threshold_scale\":20.0,\"query_scale\":40.0,\"answers\":1}",
                        number(
                                "threshold_scale",
                                POSITIVE,
                                "scale of the threshold's Laplace noise, over the most that a record moves a query"),
                        number("query_scale", POSITIVE, "scale of each query's own Laplace noise, over the same"),
                        count("answers", FROM_ONE, "answers 'above' after which there are no more")),
                type("non_private", "A release without privacy: infinite loss.", "{\"type\":\"non_private\"}"),
                type("no_op", "Something that depends on no record: no loss.", "{\"type\":\"no_op\"}"));
    }

    private static List<EventType> given() {
        return List.of(
                type(
                        "pure_dp",
                        "Any mechanism that is epsilon-DP.",
                        "{\"type\":\"pure_dp\",\"epsilon\":1.0}",
                        number("epsilon", NOT_NEGATIVE, IN_FORCE)),
                type(
                        "approximate_dp",
                        "Any mechanism that is (epsilon, delta)-DP.",
                        "{\"type\":\"approximate_dp\",\"epsilon\":1.0,\"delta\":1e-8}",
                        number("epsilon", NOT_NEGATIVE, IN_FORCE),
                        number("delta", SHARE, IN_FORCE)),
                type(
                        "zcdp",
                        "Any mechanism that is (xi, rho)-zCDP: its Rényi divergence is at most xi + rho times the order.",
                        "{\"type\":\"zcdp\",\"xi\":0.0,\"rho\":0.1}",
                        number("xi", NOT_NEGATIVE, "0 for rho-zCDP"),
                        number("rho", NOT_NEGATIVE, IN_FORCE)),
                type(
                        "rdp_curve",
                        "Any mechanism of which Rényi divergences are known, in both directions.",
                        "{\"type\":\"rdp_curve\",\"orders\":[2.0,8.0,32.0],\"values\":[0.1,0.4,1.6]}",
                        numbers("orders", "(1, inf)", "strictly increasing"),
                        numbers("values", NOT_NEGATIVE, "one for each order")),
                type(
                        "dominating_pair",
                        "Any mechanism that a pair of laws dominates, given by its privacy losses: P with the record, Q without it.",
                        "{\"type\":\"dominating_pair\",\"losses\":[-0.6931471805599453,0.6931471805599453],\"masses\":"
                                + "[0.3333333333333333,0.6666666666666666],\"infinity_mass\":0.0,\"counter_infinity_mass\":0.0}",
                        numbers("losses", "(-inf, inf)", "log(P/Q), strictly increasing"),
                        numbers("masses", "(0, 1]", "under P, one for each loss; with infinity_mass they sum to 1"),
                        number("infinity_mass", SHARE, "mass of P where Q has none"),
                        number("counter_infinity_mass", SHARE, "mass of Q where P has none")));
    }

    private static List<EventType> batches() {
        return List.of(
                type(
                        "poisson_sampled",
                        "An event on a sample into which each record goes with the same probability, independently.",
                        "{\"type\":\"poisson_sampled\",\"rate\":0.01,\"event\":" + GAUSSIAN + "}",
                        number("rate", SHARE, "probability of a record to be in the sample"),
                        onSample()),
                type(
                        "sampled_without_replacement",
                        "An event on a sample of a fixed number of different records, every such set equally likely.",
                        "{\"type\":\"sampled_without_replacement\",\"dataset_size\":10000,\"sample_size\":100,\"event\":"
                                + GAUSSIAN + "}",
                        count("dataset_size", FROM_ONE, "number of records, the larger one of two neighbours"),
                        count("sample_size", FROM_ZERO, "number of draws, at most dataset_size"),
                        onSample()),
                type(
                        "sampled_with_replacement",
                        "An event on a fixed number of independent draws, in which a record can occur more than once.",
                        "{\"type\":\"sampled_with_replacement\",\"dataset_size\":10000,\"sample_size\":100,\"event\":"
                                + GAUSSIAN + "}",
                        count("dataset_size", FROM_ONE, "number of records"),
                        count("sample_size", FROM_ZERO, "number of draws"),
                        onSample()),
                type(
                        "truncated_poisson",
                        "An event on a Poisson sample that is cut, at random, to a largest size.",
                        "{\"type\":\"truncated_poisson\",\"rate\":0.01,\"max_batch_size\":720,\"dataset_size\":60000,\"event\":"
                                + GAUSSIAN + "}",
                        number("rate", SHARE, "probability of a record to be drawn"),
                        count("max_batch_size", FROM_ONE, "largest batch"),
                        count("dataset_size", FROM_ONE, "number of records"),
                        onSample()),
                type(
                        "random_allocation",
                        "An event on each batch of an epoch, where each record is dealt into so many of the batches, by itself (balls and bins).",
                        "{\"type\":\"random_allocation\",\"batches\":100,\"participations\":1,\"event\":" + GAUSSIAN
                                + "}",
                        count("batches", FROM_ONE, "of an epoch"),
                        count("participations", FROM_ONE, "in how many batches a record is, at most all"),
                        onSample()),
                type(
                        "sampled_in_turn",
                        "One turn of groups that give Poisson samples one after the other while noise is correlated over as many steps as there are groups"
                                + " (DP-BandMF). The same as poisson_sampled to one record, and dearer to several.",
                        "{\"type\":\"sampled_in_turn\",\"rate\":0.01,\"event\":" + GAUSSIAN + "}",
                        number("rate", SHARE, "probability of a record to be in the sample of its group"),
                        event("what all rows of the matrix release of a sample")),
                type(
                        "shuffled_epoch",
                        "An event on each batch of an epoch, the batches cut from a random order of all records.",
                        "{\"type\":\"shuffled_epoch\",\"batches\":100,\"event\":" + GAUSSIAN + "}",
                        count("batches", FROM_ONE, "of the epoch"),
                        onSample()));
    }

    private static List<EventType> composition() {
        return List.of(
                type(
                        "repeated",
                        "An event that is run several times with fresh randomness; later runs may depend on earlier outcomes.",
                        "{\"type\":\"repeated\",\"count\":1000,\"event\":{\"type\":\"poisson_sampled\",\"rate\":0.01,\"event\":"
                                + GAUSSIAN + "}}",
                        count("count", FROM_ZERO, "how often"),
                        event("what is repeated")),
                type(
                        "composed",
                        "Events on the same data, one after the other; later ones may depend on earlier outcomes.",
                        "{\"type\":\"composed\",\"events\":[" + GAUSSIAN
                                + ",{\"type\":\"laplace\",\"noise_multiplier\":2.0}]}",
                        events("in any order; none is allowed")),
                type(
                        "random_choice",
                        "One of several events, drawn with probabilities that do not depend on the data.",
                        "{\"type\":\"random_choice\",\"probabilities\":[0.9,0.1],\"events\":[" + GAUSSIAN
                                + ",{\"type\":\"no_op\"}]}",
                        numbers("probabilities", SHARE, "one for each event; they sum to 1"),
                        events("at least one")),
                type(
                        "repeat_and_select",
                        "The best outcome of a random number of runs: tuning. Nothing else of the runs is released.",
                        "{\"type\":\"repeat_and_select\",\"mean\":10.0,\"shape\":1.0,\"event\":" + GAUSSIAN + "}",
                        number("mean", POSITIVE, "expected number of runs, at least 1 unless their number is Poisson"),
                        new Field(
                                "shape",
                                Kind.NUMBER_OR_POISSON,
                                NOT_NEGATIVE,
                                "of the law of that number: 0 logarithmic, 1 geometric, otherwise truncated negative binomial"),
                        event("one run and the release of its outcome")),
                type(
                        "group",
                        "An event in the eyes of several records that are all there or all absent: a person with several records.",
                        "{\"type\":\"group\",\"size\":3,\"event\":" + GAUSSIAN + "}",
                        count("size", FROM_ONE, "number of records"),
                        event("what is run on the data")));
    }

    private static EventType type(String name, String meaning, String example, Field... fields) {
        return new EventType(name, meaning, List.of(fields), example);
    }

    private static Field number(String name, String range, String meaning) {
        return new Field(name, Kind.NUMBER, range, meaning);
    }

    private static Field count(String name, String range, String meaning) {
        return new Field(name, Kind.WHOLE_NUMBER, range, meaning);
    }

    private static Field numbers(String name, String range, String meaning) {
        return new Field(name, Kind.NUMBERS, range, meaning);
    }

    private static Field onSample() {
        return event("what is run on each sample or batch");
    }

    private static Field event(String meaning) {
        return new Field("event", Kind.EVENT, "", meaning);
    }

    private static Field events(String meaning) {
        return new Field("events", Kind.EVENTS, "", meaning);
    }
}
