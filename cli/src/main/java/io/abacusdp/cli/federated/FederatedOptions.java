package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.ModelOption;
import io.abacusdp.cli.option.NameConverters;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.client.ClientTrust;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.privacy.RoundNoise;
import io.abacusdp.federated.secagg.Participant;
import io.abacusdp.federated.server.FederationPlan;
import io.abacusdp.federated.server.Member;
import io.abacusdp.federated.server.Patience;
import io.abacusdp.federated.server.SecureRoster;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.ModelSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a federation does, and what it may cost. */
final class FederatedOptions {
    private static final double DEFAULT_EPSILON = 8;
    private static final double DEFAULT_PROXIMAL = 0.1;

    @Option(
            names = "--style",
            paramLabel = "STYLE",
            defaultValue = "sample",
            description = {
                "none; sample: each record is protected, by noise at its client; user: each client as a whole, by noise",
                "on the sum; hybrid: both. Default: ${DEFAULT-VALUE}."
            })
    private String style = "sample";

    @Option(
            names = "--rounds",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "Number of rounds. Default: as suits the data.")
    private @Nullable Integer rounds;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "fedavg",
            description = "fedavg, fedprox or fedadam. Default: ${DEFAULT-VALUE}.")
    private String algorithm = "fedavg";

    @Option(
            names = "--proximal",
            paramLabel = "MU",
            converter = NumberConverters.Noise.class,
            description = "Weight of FedProx' proximal term. Default: 0.1, and none for the others.")
    private @Nullable Double proximal;

    @Option(
            names = "--server-rate",
            paramLabel = "R",
            converter = NumberConverters.Noise.class,
            description = "Rate at which the model follows the mean update. Default: 1, and 0.1 for fedadam.")
    private @Nullable Double serverRate;

    @Option(
            names = "--epsilon",
            paramLabel = "E",
            converter = NumberConverters.Noise.class,
            description = {
                "Epsilon that each client's records stay within. The noise is calibrated to it for all rounds, or, with",
                "--noise-multiplier, the run ends before it is exceeded. Default: 8, and with --noise-multiplier none."
            })
    private @Nullable Double epsilon;

    @Option(
            names = "--noise-multiplier",
            paramLabel = "Z",
            converter = NumberConverters.Noise.class,
            description = "Noise over the clipping norm of a record's gradient, in place of calibrated noise.")
    private @Nullable Double noiseMultiplier;

    @Option(
            names = "--delta",
            paramLabel = "D",
            defaultValue = "1e-5",
            converter = NumberConverters.Delta.class,
            description = "Delta at which each epsilon holds, in [0, 1). Default: ${DEFAULT-VALUE}.")
    private double delta;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = "Local steps of a round. Default: as suits the data.")
    private @Nullable Integer steps;

    @Option(
            names = "--sampling-rate",
            paramLabel = "Q",
            converter = NumberConverters.Rate.class,
            description = {
                "Probability of a record to be in a local step; rounded so that each client's lot is a whole number on",
                "average. Default: as suits the data."
            })
    private @Nullable Double rate;

    @Option(
            names = "--clip",
            paramLabel = "C",
            converter = NumberConverters.Noise.class,
            description = "Clipping norm of a record's gradient. Default: as suits the data.")
    private @Nullable Double clip;

    @Option(
            names = "--learning-rate",
            paramLabel = "R",
            converter = NumberConverters.Noise.class,
            description = "Learning rate of local steps. Default: as suits the data.")
    private @Nullable Double learningRate;

    @Option(
            names = "--momentum",
            paramLabel = "M",
            converter = NumberConverters.Delta.class,
            description = "Momentum of local steps, in [0, 1). Default: as suits the data.")
    private @Nullable Double momentum;

    @Mixin
    private ModelOption model = new ModelOption();

    @Option(
            names = "--weights",
            paramLabel = "NAME",
            description = {
                "equal, or records: by their public number. Default: records, and equal for styles that protect clients."
            })
    private @Nullable String weights;

    @Option(
            names = "--min-clients",
            paramLabel = "N",
            converter = NumberConverters.Size.class,
            description = {
                "No attempt is paid before so many clients are there. Fewer answers end an attempt, which stays paid,",
                "and the round is tried again; not where clients are sampled. Default: more than half of them."
            })
    private @Nullable Integer minClients;

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            converter = NumberConverters.Seconds.class,
            description = {
                "How long clients have for each step of a round. Default: 60, and in a simulation, whose clients share one",
                "machine, an hour."
            })
    private @Nullable Double patience;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            converter = NumberConverters.Seconds.class,
            description = {
                "How long the others have, within --patience, when enough clients have answered a step: --min-clients, or",
                "the threshold of secure aggregation; not where clients are sampled. Default: 15, and in a simulation",
                "an hour."
            })
    private @Nullable Double grace;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            defaultValue = "3",
            converter = NumberConverters.Size.class,
            description =
                    "How often a round is tried, each try paid in full, before the run ends. Default: ${DEFAULT-VALUE}.")
    private int attempts;

    @Mixin
    private ClientProtectionOptions forClients = new ClientProtectionOptions();

    private final Duration usualPatience;
    private final Duration usualGrace;

    /** With the times that clients have if none are given. */
    FederatedOptions(Duration usualPatience, Duration usualGrace) {
        this.usualPatience = usualPatience;
        this.usualGrace = usualGrace;
    }

    double delta() {
        return delta;
    }

    boolean isSecure() {
        return forClients.isSecure();
    }

    /** Clients of a simulation, who count on as many colluders as the server does. */
    Identities identities(List<String> clients) {
        return usage(
                "--colluders", () -> new Identities(clients, ClientTrust.of(forClients.colluders(clients.size()))));
    }

    PrivacyStyle style() {
        return usage("--style", () -> PrivacyStyle.of(style));
    }

    /** Epsilons that end the run before they are exceeded. */
    EpsilonLimits limits() {
        OptionalDouble records = !style().protectsRecords()
                ? OptionalDouble.empty()
                : epsilon != null
                        ? OptionalDouble.of(epsilon)
                        : noiseMultiplier == null ? OptionalDouble.of(DEFAULT_EPSILON) : OptionalDouble.empty();
        return new EpsilonLimits(records, style().protectsClients() ? forClients.limit() : OptionalDouble.empty());
    }

    /** What a person has to know of a plan that was not asked for. */
    Optional<String> note(FederationPlan plan) {
        return forClients.raised(plan);
    }

    /**
     * The plan of a run.
     *
     * @param shape data of the clients' shape
     * @param records how many each client has
     * @param participants all clients with their keys, if there is secure aggregation
     */
    FederationPlan plan(
            FederatedRecipe recipe,
            Dataset shape,
            Map<String, Integer> records,
            Optional<List<Participant>> participants)
            throws IOException {
        refuseIdle();
        PrivacyStyle who = style();
        Aggregation how = usage("--algorithm", () -> Aggregation.of(algorithm));
        int count = rounds == null ? recipe.rounds() : rounds;
        ModelSpec spec = model.model(recipe.model(), shape);
        List<Member> members = members(recipe, who, how, count, records);
        Optional<SecureRoster> secure = participants.map(forClients::roster);
        double following = how == Aggregation.FEDADAM ? 0.1 : 1;
        return new FederationPlan(
                who,
                spec,
                count,
                how,
                serverRate == null ? following : serverRate,
                members,
                who.protectsClients()
                        ? Optional.of(forClients.noise(
                                recipe.clientClip(), members.size(), count, delta, spec.parameterCount(), secure))
                        : Optional.empty(),
                secure,
                new Patience(
                        time(patience, usualPatience),
                        time(grace, usualGrace),
                        minClients == null ? members.size() / 2 + 1 : minClients,
                        attempts),
                delta);
    }

    private static Duration time(@Nullable Double seconds, Duration usual) {
        return seconds == null ? usual : Duration.ofMillis(Math.max(1, Math.round(seconds * 1000)));
    }

    /** An option that would have no effect is a mistake. */
    private void refuseIdle() {
        if (!style().protectsRecords() && (epsilon != null || noiseMultiplier != null || clip != null)) {
            throw new UsageException(
                    "--epsilon, --noise-multiplier and --clip are for styles sample and hybrid, got --style " + style);
        }
        if (!style().protectsClients()) {
            forClients.refuseAll(style);
        }
        if (proximal != null && !algorithm.equals("fedprox")) {
            throw new UsageException("--proximal is for --algorithm fedprox, got " + algorithm);
        }
    }

    private List<Member> members(
            FederatedRecipe recipe, PrivacyStyle who, Aggregation how, int count, Map<String, Integer> records) {
        int localSteps = steps == null ? recipe.steps() : steps;
        double mu = how == Aggregation.FEDPROX ? (proximal == null ? DEFAULT_PROXIMAL : proximal) : 0;
        Map<Double, Double> noises = new HashMap<>();
        List<Member> members = new ArrayList<>();
        records.forEach((name, size) -> {
            int lot = (int) Math.max(1, Math.round((rate == null ? recipe.rate() : rate) * size));
            double noise = who.protectsRecords()
                    ? noises.computeIfAbsent((double) lot / size, q -> noise(q, localSteps, count))
                    : 0;
            LocalTraining local = new LocalTraining(
                    localSteps,
                    lot,
                    learningRate == null ? recipe.learningRate() : learningRate,
                    momentum == null ? recipe.momentum() : momentum,
                    mu,
                    who.protectsRecords() ? clip == null ? recipe.clippingNorm() : clip : Double.POSITIVE_INFINITY,
                    noise);
            members.add(new Member(name, size, weight(who, size), local));
        });
        return members;
    }

    private double noise(double q, int localSteps, int count) {
        return noiseMultiplier == null
                ? RoundNoise.multiplier(epsilon == null ? DEFAULT_EPSILON : epsilon, delta, q, localSteps, count)
                : noiseMultiplier;
    }

    private double weight(PrivacyStyle who, int records) {
        String name = weights == null ? (who.protectsClients() ? "equal" : "records") : weights;
        return switch (name) {
            case "equal" -> 1;
            case "records" -> records;
            default ->
                throw new UsageException("--weights "
                        + NameConverters.unknown(name, List.of("equal", "records"))
                                .getMessage());
        };
    }

    private static <T> T usage(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + ": " + CommandFailures.message(e), e);
        }
    }
}
