package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
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
import java.util.List;
import java.util.Optional;
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
        Task.Train task = new Task.Train(
                "run",
                ModelJson.write(model),
                new float[model.parameterCount()],
                NOISY,
                Optional.of(NOISY.charge(RECORDS)),
                Optional.empty(),
                Optional.empty(),
                0);
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
        Path own = Files.createTempDirectory(directory, "client");
        try (ClientLedger ledger =
                        ClientLedger.open(own, "site", EpsilonLimits.none(), PrivacyCosts.best(1e-5));
                FederatedClient client = new FederatedClient(
                        "site", data, ledger, Optional.empty(), RandomStreams.secure(), new ClientListener() {})) {
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
}
