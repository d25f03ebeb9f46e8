package io.abacusdp.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PoissonSampled;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.SampledWithoutReplacement;
import io.abacusdp.accounting.rdp.Orders;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * The state of Flower's {@code RdpAccountant} as JSON, configuration included: schema version 1, which Flower has since August 2026.
 *
 * <p>Source: {@code RdpAccountant.state_dict} and {@code PrivacyConfig} of flwr.supercore.privacy_accounting (flwrlabs/flower, pull
 * requests 7884 and 7958; rdp_accountant.py at commit 2b83eae, whose first version also has {@code backend_version}). It hands
 * Poisson samples, samples without replacement under replace-one, and plain releases to dp_accounting.
 *
 * <p>Assumes: the noise multiplier is over the clipping norm of one client's update, as Flower's strategies with fixed clipping
 * have it; a client that is replaced by another then moves the sum by twice that norm.
 */
final class FlowerState {
    private static final String COMPOSITIONS = "compositions";
    private static final String SCHEMA = "schema_version";
    private static final String POPULATION = "population_size";
    private static final String SAMPLE = "sample_size";
    private static final String NOISE = "noise_multiplier";
    private static final String POISSON = "poisson";
    private static final String WITHOUT_REPLACEMENT = "without-replacement";
    private static final String NO_AMPLIFICATION = "no-amplification";
    private static final String REPLACE_ONE = "replace-one";

    /**
     * Releases that were recorded.
     *
     * @param noise multiplier, above 0
     * @param sample clients of a round
     * @param count of rounds
     */
    private record Releases(double noise, long sample, long count) {}

    private FlowerState() {}

    static boolean isOne(JsonNode document) {
        return document.has(SCHEMA) && document.has(COMPOSITIONS);
    }

    static ImportedRun read(JsonNode document) {
        ForeignFields state =
                ForeignFields.of(document).only(SCHEMA, "backend", "backend_version", "config", "orders", COMPOSITIONS);
        if (state.field(SCHEMA).count() != 1) {
            throw state.field(SCHEMA)
                    .refused("must be 1, got " + state.field(SCHEMA).count());
        }
        state.field("backend").oneOf("rdp");
        if (state.has("backend_version")) {
            state.field("backend_version").text();
        }
        ForeignFields config = state.field("config")
                .only("target_delta", POPULATION, "neighboring_relation", "sampling_method", "max_epsilon");
        String sampling = config.field("sampling_method").oneOf(POISSON, WITHOUT_REPLACEMENT, NO_AMPLIFICATION);
        String relation = config.field("neighboring_relation").oneOf("add-or-remove-one", REPLACE_ONE);
        if (sampling.equals(WITHOUT_REPLACEMENT) != relation.equals(REPLACE_ONE)) {
            throw config.field("sampling_method")
                    .refused("must go with a neighboring_relation that Flower knows for it, got %s with %s"
                            .formatted(sampling, relation));
        }
        if (config.has("max_epsilon")) {
            config.field("max_epsilon").amount();
        }
        long population = config.field(POPULATION).count();
        List<Releases> releases = releases(state.field(COMPOSITIONS), population);
        Orders orders = Orders.of(state.field("orders").elements().stream()
                .mapToDouble(FlowerState::order)
                .toArray());
        return new ImportedRun(
                "the state of Flower's RdpAccountant, sampling method " + sampling,
                OptionalDouble.of(config.field("target_delta").delta()),
                readings(sampling, releases, population),
                claims(sampling, releases, population, orders),
                doubts(sampling));
    }

    private static double order(ForeignFields field) {
        double order = field.number();
        if (!(order > 1)) {
            throw field.refused("must be above 1, got " + order);
        }
        return order;
    }

    private static List<Releases> releases(ForeignFields field, long population) {
        List<Releases> releases = new ArrayList<>();
        for (ForeignFields composition : field.elements()) {
            composition.only("event", "count");
            ForeignFields event = composition.field("event").only(NOISE, SAMPLE, POPULATION);
            if (event.field(POPULATION).count() != population) {
                throw event.field(POPULATION).refused("must be that of the configuration, " + population);
            }
            long sample = event.field(SAMPLE).count();
            if (sample > population) {
                throw event.field(SAMPLE)
                        .refused("must be at most population_size %d, got %d".formatted(population, sample));
            }
            double noise = event.field(NOISE).number();
            if (!(noise > 0)) {
                throw event.field(NOISE).refused("must be above 0, got " + noise);
            }
            releases.add(new Releases(noise, sample, composition.field("count").count()));
        }
        if (releases.isEmpty()) {
            throw field.refused("must have entries: that nothing was recorded does not say that nothing was spent");
        }
        return releases;
    }

    private static List<Reading> readings(String sampling, List<Releases> releases, long population) {
        List<Reading> readings = new ArrayList<>();
        if (sampling.equals(POISSON)) {
            readings.add(Reading.asRun(
                    POISSON,
                    "each client took part by a coin of its own",
                    poisson(releases, population),
                    Adjacency.ADD_OR_REMOVE_ONE));
        }
        if (!sampling.equals(NO_AMPLIFICATION)) {
            readings.add(Reading.asRun(
                    "fixed_size",
                    "every round drew exactly sample_size clients, and another client takes the place of one",
                    fixedSize(releases, population, Gaussian::new),
                    Adjacency.REPLACE_ONE));
        }
        if (sampling.equals(WITHOUT_REPLACEMENT)) {
            readings.add(Reading.asRun(
                    "fixed_size_noise_over_two_norms",
                    "the noise multiplier is over twice the clipping norm, which is how far a replacement moves the sum",
                    fixedSize(releases, population, noise -> new Gaussian(2 * noise)),
                    Adjacency.REPLACE_ONE));
        }
        readings.add(Reading.atMost(
                "every_round",
                "who takes part may be known, and a client that is absent leaves a gap",
                plain(releases),
                Adjacency.ZERO_OUT));
        readings.add(Reading.atMost(
                "every_round_replaced",
                "who takes part may be known, and another client takes the place of one",
                plain(releases),
                Adjacency.REPLACE_ONE));
        return readings;
    }

    private static List<Claim> claims(String sampling, List<Releases> releases, long population, Orders orders) {
        String method = "Flower's RdpAccountant (dp_accounting's formula) on the orders of the file";
        return switch (sampling) {
            case POISSON -> List.of(Claim.renyi(method, poisson(releases, population), orders));
            case NO_AMPLIFICATION -> List.of(Claim.renyi(method, plain(releases), orders));
            default -> List.of();
        };
    }

    private static List<String> doubts(String sampling) {
        List<String> doubts = new ArrayList<>();
        if (sampling.equals(POISSON)) {
            doubts.add(
                    "Flower's own strategies draw a fixed number of clients, which is no Poisson sample: then fixed_size holds.");
        }
        if (sampling.equals(WITHOUT_REPLACEMENT)) {
            doubts.add(
                    "dp_accounting counts a replaced client as if it moved the sum by one clipping norm; it moves it by two,"
                            + " unless the noise multiplier was stated over two. What it says is not evaluated here.");
        }
        doubts.add(
                "Clients that are absent from the state (rounds that failed after noise was added, metrics and evaluations)"
                        + " were not charged by Flower, and are not here.");
        doubts.add(
                "The average is over equal weights only if Flower checked it; weights by the number of examples would let one"
                        + " client count for more than the clipping norm.");
        return doubts;
    }

    private static DpEvent poisson(List<Releases> releases, long population) {
        return all(releases, each -> {
            // The quotient is rounded up: a higher rate costs more.
            double rate = Math.min(1, Math.nextUp((double) each.sample / population));
            return each.sample == population
                    ? new Gaussian(each.noise)
                    : new PoissonSampled(rate, new Gaussian(each.noise));
        });
    }

    private static DpEvent fixedSize(List<Releases> releases, long population, DoubleFunction<DpEvent> noise) {
        return all(releases, each -> new SampledWithoutReplacement(population, each.sample, noise.apply(each.noise)));
    }

    private static DpEvent plain(List<Releases> releases) {
        return all(releases, each -> new Gaussian(each.noise));
    }

    private static DpEvent all(List<Releases> releases, Function<Releases, DpEvent> round) {
        List<DpEvent> events = new ArrayList<>();
        releases.forEach(each -> events.add(new Repeated(each.count, round.apply(each))));
        return events.size() == 1 ? events.get(0) : new Composed(events);
    }
}
