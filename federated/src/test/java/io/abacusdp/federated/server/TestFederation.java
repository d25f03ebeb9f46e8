package io.abacusdp.federated.server;

import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.RoundBudget;
import io.abacusdp.federated.client.ClientListener;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.federated.simulate.Simulation;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;
import io.abacusdp.training.step.Clipping;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A small federation on the bundled digits, with everything real, to be changed one thing at a time. Mutable. */
final class TestFederation {
    static final double DELTA = 1e-5;

    final Path directory;
    PrivacyStyle style = PrivacyStyle.SAMPLE;
    int clients = 4;
    int rounds = 3;
    Aggregation aggregation = Aggregation.FEDAVG;
    double sampleNoise = 1.5;
    int lot = 32;
    int localSteps = 5;
    UnaryOperator<Map<String, Dataset>> neighbour = data -> data;
    Optional<ClientNoise> clientNoise = Optional.empty();
    boolean isSecure;
    OptionalInt threshold = OptionalInt.empty();
    Patience patience = new Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), 3, 3);
    EpsilonLimits limits = EpsilonLimits.none();
    EpsilonLimits caps = EpsilonLimits.none();
    RandomStreams streams = RandomStreams.insecureForTests(7);
    RoundListener listener = new RoundListener() {};
    Function<String, ClientListener> clientListeners = name -> new ClientListener() {};
    Supplier<Set<String>> revoked = Set::of;
    double serverRate = 1;
    int threads = 3;
    UnaryOperator<Coordinator> way = server -> server;
    List<RoundReport> reports = List.of();
    float[] parameters = {};

    private Optional<Identities> identities = Optional.empty();

    TestFederation(Path directory) {
        this.directory = directory;
    }

    static TestFederation of(Path directory, PrivacyStyle style) {
        TestFederation federation = new TestFederation(directory);
        federation.style = style;
        if (style.protectsClients()) {
            federation.clientNoise = Optional.of(new ClientNoise(4, 2, new Clipping.Flat(0.5)));
        }
        return federation;
    }

    Map<String, Dataset> data() {
        Dataset all = Digits.load().train();
        Map<String, Dataset> data = new LinkedHashMap<>();
        for (int i = 0; i < clients; i++) {
            int client = i;
            int[] rows = IntStream.range(0, all.size())
                    .filter(row -> row % clients == client)
                    .limit(200 + 20L * client)
                    .toArray();
            data.put("site-" + i, all.rows("site-" + i, rows));
        }
        return neighbour.apply(data);
    }

    ModelSpec model() {
        return BuiltInModel.LOGISTIC.forData(Digits.load().train());
    }

    FederationPlan plan() {
        List<Member> members = new ArrayList<>();
        data().forEach((name, records) -> members.add(new Member(name, records.size(), 1, local())));
        Optional<SecureRoster> secure = isSecure
                ? Optional.of(new SecureRoster(identities().participants(), threshold.orElse(clients / 2 + 2), 0))
                : Optional.empty();
        return new FederationPlan(
                style, model(), rounds, aggregation, serverRate, members, clientNoise, secure, patience, DELTA);
    }

    Identities identities() {
        Identities all = identities.orElseGet(() -> new Identities(List.copyOf(data().keySet())));
        identities = Optional.of(all);
        return all;
    }

    private LocalTraining local() {
        double proximal = aggregation == Aggregation.FEDPROX ? 0.1 : 0;
        return style.protectsRecords()
                ? new LocalTraining(localSteps, lot, 0.5, 0, proximal, 1, sampleNoise)
                : new LocalTraining(localSteps, lot, 0.5, 0, proximal, Double.POSITIVE_INFINITY, 0);
    }

    Path serverDirectory() {
        return directory.resolve("server");
    }

    FederationServer.Ended begin() throws IOException, InterruptedException {
        FederationPlan plan = plan();
        try (ServerDirectory server =
                ServerDirectory.create(serverDirectory(), plan.settings(), limits, PrivacyCosts.best(DELTA))) {
            return run(FederationServer.begin(plan, server, RoundBudget.unlimited(), streams, listener));
        }
    }

    FederationServer.Ended resume() throws IOException, InterruptedException {
        FederationPlan plan = plan();
        try (ServerDirectory server =
                ServerDirectory.open(serverDirectory(), plan.settings(), limits, PrivacyCosts.best(DELTA))) {
            return run(FederationServer.resume(plan, server, RoundBudget.unlimited(), streams, listener));
        }
    }

    private FederationServer.Ended run(FederationServer server) throws IOException, InterruptedException {
        server.leaveOut(revoked);
        Simulation simulation = new Simulation(
                data(),
                directory.resolve("clients"),
                streams,
                isSecure ? Optional.of(identities()) : Optional.empty(),
                caps,
                PrivacyCosts.best(DELTA),
                clientListeners);
        try {
            return simulation.run(server, way.apply(server), threads);
        } finally {
            reports = server.reports();
            parameters = server.model().parameters();
        }
    }

    /** What the server's ledger holds. */
    PrivacyHistory history() throws IOException {
        try (ServerDirectory server =
                ServerDirectory.open(serverDirectory(), plan().settings(), limits, PrivacyCosts.best(DELTA))) {
            return server.ledger().history();
        }
    }

    /** Of the last model, on the digits that are for testing. */
    double accuracy() {
        try (GradientEngine engine = new GradientEngine(model(), 1)) {
            return engine.evaluate(parameters, Digits.load().test()).accuracy().getAsDouble();
        }
    }

    /** Notes every state that is entered. */
    static RoundListener states(List<RoundState> states) {
        return new RoundListener() {
            @Override
            public void entered(RoundState state, Attempt attempt) {
                states.add(state);
            }
        };
    }
}
