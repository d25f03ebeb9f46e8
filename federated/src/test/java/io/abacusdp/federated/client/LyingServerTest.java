package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.DistributedSkellam;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.secagg.Bytes;
import io.abacusdp.federated.secagg.ClientMessage;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.LayerSpec;
import io.abacusdp.training.model.Loss;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.model.Shape;
import io.abacusdp.training.noise.RandomStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks with which a server asks for more than noise covers. */
class LyingServerTest {
    private static final int RECORDS = 40;
    private static final LocalTraining NOISY = new LocalTraining(1, 10, 0.5, 0, 0, 1, 4);

    @TempDir
    private Path directory;

    private static Dataset records(float lastFeature) {
        float[] features = new float[2 * RECORDS];
        float[] targets = new float[RECORDS];
        for (int row = 0; row < RECORDS; row++) {
            features[2 * row] = row % 2;
            targets[row] = row % 2;
        }
        features[2 * RECORDS - 1] = lastFeature;
        return new Dataset("site", new int[] {2}, features, targets, 2, List.of());
    }

    private Answer answer(Dataset data, ModelSpec model) throws IOException, InterruptedException {
        return answer(data, "site", Optional.empty(), train(model));
    }

    private static Task.Train train(ModelSpec model) {
        return new Task.Train(
                "run",
                ModelJson.write(model),
                new float[model.parameterCount()],
                NOISY,
                Optional.of(NOISY.charge(RECORDS)),
                Optional.empty(),
                Optional.empty(),
                "00",
                Receipt.NONE);
    }

    private Answer answer(Dataset data, String name, Optional<Enrolment> keys, Task task)
            throws IOException, InterruptedException {
        Answer[] answer = new Answer[1];
        Coordinator server = new Coordinator() {
            @Override
            public Assignment next(String client, Duration wait) {
                return answer[0] == null
                        ? new Assignment.Work(new TaskId(1, 0, 0), task.encode())
                        : new Assignment.Finished("done");
            }

            @Override
            public void submit(String client, TaskId id, byte[] content) {
                answer[0] = Answer.decode(content);
            }
        };
        Path own = Files.createTempDirectory(directory, name);
        try (ClientLedger ledger = ClientLedger.open(own, name, EpsilonLimits.none(), PrivacyCosts.best(1e-5));
                FederatedClient client = new FederatedClient(
                        name, data, ledger, keys, RandomStreams.secure(), new ClientListener() {})) {
            client.run(server, Duration.ZERO);
        }
        return answer[0];
    }

    /**
     * A model that looks numbers up cannot take records that are beyond its vocabulary. Whether a client has one of these it must not
     * tell, by a refusal or otherwise: the server would learn the greatest number of all records, one task after the other.
     */
    @Test
    void modelWithAVocabulary_isDeclinedWhateverTheRecordsAre() throws Exception {
        ModelSpec model = new ModelSpec(
                Shape.of(new int[] {2}),
                List.of(new LayerSpec.Embedding(2, 1), new LayerSpec.Flatten(), new LayerSpec.Linear(1)),
                Loss.LOGISTIC);

        Answer within = answer(records(1), model);
        Answer beyond = answer(records(2), model);

        assertThat(within).isEqualTo(beyond);
        assertThat(within).isInstanceOfSatisfying(Answer.Declined.class, declined -> {
            assertThat(declined.charges()).isZero();
            assertThat(declined.reason()).contains("vocabulary");
        });
    }

    /** What a client knows of a run, such as that its sums are by secure aggregation, a server could leave behind with its name. */
    @Test
    void taskOfAnotherRun_onTheWay_isDeclinedAndNotCharged() throws Exception {
        Task.Train first = train(LINEAR);
        Task.Train second = new Task.Train(
                "another",
                first.model(),
                first.parameters(),
                first.local(),
                first.recordCharge(),
                first.clientLevel(),
                first.secure(),
                "01",
                first.answered());
        List<Answer> answers = new ArrayList<>();
        Coordinator server = new Coordinator() {
            @Override
            public Assignment next(String client, Duration wait) {
                return switch (answers.size()) {
                    case 0 -> new Assignment.Work(new TaskId(1, 0, 0), first.encode());
                    case 1 -> new Assignment.Work(new TaskId(2, 0, 0), second.encode());
                    default -> new Assignment.Finished("done");
                };
            }

            @Override
            public void submit(String client, TaskId id, byte[] content) {
                answers.add(Answer.decode(content));
            }
        };
        try (ClientLedger ledger = ClientLedger.open(directory, "site", EpsilonLimits.none(), PrivacyCosts.best(1e-5));
                FederatedClient client = new FederatedClient(
                        "site",
                        records(1),
                        ledger,
                        Optional.empty(),
                        RandomStreams.secure(),
                        new ClientListener() {})) {
            client.run(server, Duration.ZERO);
            assertThat(ledger.size()).isEqualTo(1);
        }
        assertThat(answers.get(0)).isInstanceOf(Answer.Update.class);
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        Answer.Declined.class,
                        declined -> assertThat(declined.reason()).contains("takes part in run run"));
    }

    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final ModelSpec LINEAR = ModelSpec.of(2).linear(1).loss(Loss.LOGISTIC);

    /** The contexts of the messages with which all begin a sum, if the first is told other noise than the others. */
    private List<Bytes> contexts(double scaleOfOthers, double varianceOfOthers) throws Exception {
        Identities identities = new Identities(NAMES);
        Bytes id = Session.newId();
        Session session = new Session(id, 0, identities.participants(), 3, 1, LINEAR.parameterCount());
        SecureSum told = SecureSum.of(LINEAR.parameterCount(), 4, session.honestInEverySum(), 0);
        SecureSum toldOthers = new SecureSum(
                LINEAR.parameterCount(),
                told.scale() * scaleOfOthers,
                0,
                new DistributedSkellam(told.noise().variance() * varianceOfOthers, session.honestInEverySum()));
        List<Bytes> contexts = new ArrayList<>();
        for (String name : NAMES) {
            Task task = task(id, contexts.isEmpty() ? told : toldOthers, session);
            Answer first = answer(records(1), name, Optional.of(identities.enrolment(name)), task);
            contexts.add(
                    ClientMessage.decode(((Answer.Message) first).message()).context());
        }
        return contexts;
    }

    private static Task.Train task(Bytes id, SecureSum sum, Session session) {
        return new Task.Train(
                "run",
                ModelJson.write(LINEAR),
                new float[LINEAR.parameterCount()],
                new LocalTraining(1, 10, 0.5, 0, 0, Double.POSITIVE_INFINITY, 0),
                Optional.empty(),
                Optional.of(new ClientLevel(1, sum.event(session.failureProbability()))),
                Optional.of(new SecureSettings(
                        HexFormat.of().formatHex(id.toArray()),
                        NAMES,
                        3,
                        1,
                        1,
                        sum.scale(),
                        sum.noise().variance(),
                        0)),
                "00",
                Receipt.NONE);
    }

    /**
     * A client counts on the noise of the other honest ones. If these are told a coarser scale, with noise that is as large in their own
     * unit, each of them finds the price right; but in the victim's unit their noise is next to nothing, and the victim would be
     * hidden by its own share alone. The same goes for less noise, which a client without a limit would not refuse. Messages of
     * different contexts never meet in a sum: clients refuse those of another session.
     */
    @Test
    void noiseThatOthersAreToldDifferently_givesNoSum() throws Exception {
        assertThat(Set.copyOf(contexts(1, 1))).hasSize(1);

        for (double[] lie : new double[][] {{1.0 / 16, 1.5 / 256}, {1, 0.5}}) {
            List<Bytes> contexts = contexts(lie[0], lie[1]);
            assertThat(contexts.subList(1, NAMES.size())).doesNotContain(contexts.get(0));
        }
    }
}
