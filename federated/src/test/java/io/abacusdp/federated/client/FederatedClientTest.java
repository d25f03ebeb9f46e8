package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.RefusedAnswerException;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.storage.DamagedFileException;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FederatedClientTest {
    private static final double DELTA = 1e-5;
    private static final Dataset DATA =
            Digits.load().train().rows("site", IntStream.range(0, 100).toArray());
    private static final ModelSpec MODEL = BuiltInModel.LOGISTIC.forData(DATA);
    private static final LocalTraining NOISY = new LocalTraining(3, 20, 0.5, 0, 0, 1, 1.5);
    private static final LocalTraining PLAIN = new LocalTraining(3, 20, 0.5, 0, 0, Double.POSITIVE_INFINITY, 0);
    private static final TaskId FIRST = new TaskId(1, 0, 0);

    /** Thrown where a process would have been killed. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A server that has one task after the other, and keeps what it is handed. */
    private static final class OneByOne implements Coordinator {
        private final List<Assignment> tasks = new ArrayList<>();
        private final List<Answer> answers = new ArrayList<>();
        private final List<byte[]> contents = new ArrayList<>();
        private boolean refuses;
        private int refusals;

        OneByOne with(TaskId id, Task task) {
            tasks.add(new Assignment.Work(id, task.encode()));
            return this;
        }

        @Override
        public Assignment next(String client, Duration wait) {
            return tasks.isEmpty() ? new Assignment.Finished("done") : tasks.remove(0);
        }

        @Override
        public void submit(String client, TaskId task, byte[] content) {
            if (refuses) {
                refusals++;
                throw new RefusedAnswerException("too late");
            }
            contents.add(content);
            answers.add(Answer.decode(content));
        }
    }

    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();

    private ClientLedger ledger(EpsilonLimits caps) throws IOException {
        return ClientLedger.open(directory, "site", caps, PrivacyCosts.best(DELTA));
    }

    private ClientListener listener() {
        return new ClientListener() {
            @Override
            public void noted(String message) {
                notes.add(message);
            }
        };
    }

    private FederatedClient client(ClientLedger ledger, ClientListener listener) {
        return new FederatedClient("site", DATA, ledger, Optional.empty(), RandomStreams.insecureForTests(3), listener);
    }

    private static Task.Train task(LocalTraining local, Optional<DpEvent> records, Optional<ClientLevel> level) {
        return new Task.Train(
                "run",
                ModelJson.write(MODEL),
                new float[MODEL.parameterCount()],
                local,
                records,
                level,
                Optional.empty(),
                "00",
                Receipt.NONE);
    }

    private static Task.Train noisy() {
        return task(NOISY, Optional.of(NOISY.charge(100)), Optional.empty());
    }

    private Answer only(Task task, EpsilonLimits caps) throws IOException, InterruptedException {
        OneByOne server = new OneByOne().with(FIRST, task);
        try (ClientLedger ledger = ledger(caps);
                FederatedClient client = client(ledger, listener())) {
            assertThat(client.run(server, Duration.ZERO)).isEqualTo("done");
        }
        return server.answers.get(0);
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("charges.log"));
    }

    @Test
    void train_chargesOnTheDiskBeforeItTrains() throws Exception {
        List<String> seen = new ArrayList<>();
        ClientListener spy = new ClientListener() {
            @Override
            public void reached(ClientPhase phase, TaskId task) {
                try {
                    seen.add(phase + " " + log().lines().count());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        try (ClientLedger ledger = ledger(EpsilonLimits.none());
                FederatedClient client = client(ledger, spy)) {
            client.run(new OneByOne().with(FIRST, noisy()), Duration.ZERO);
        }

        assertThat(seen).containsExactly("RECEIVED 0", "CHARGED 1", "TRAINED 1", "ANSWERED 1", "HANDED_IN 1");
        assertThat(log()).contains("\"noise_multiplier\":1.5", "\"rate\":0.2", "\"count\":3");
    }

    /** Only the update, the number of charges and the random mark of the last leave a client. */
    @Test
    void train_answersWithTheUpdateAndNothingElse() throws Exception {
        OneByOne server = new OneByOne().with(FIRST, noisy());
        try (ClientLedger ledger = ledger(EpsilonLimits.none());
                FederatedClient client = client(ledger, listener())) {
            client.run(server, Duration.ZERO);
        }
        byte[] content = server.contents.get(0);
        String header = new String(content, 4, content[3], StandardCharsets.UTF_8);

        assertThat(header).matches("\\{\"version\":1,\"type\":\"update\",\"charges\":1,\"mark\":\"[0-9a-f]{32}\"}");
        assertThat(content).hasSize(4 + header.length() + 4 * MODEL.parameterCount());
    }

    /** Killed after the charge, or when the update was there: either way the second time is paid, with other noise. */
    @Test
    void train_givenAgainAfterACrash_paysAgain() throws Exception {
        ClientListener killer = new ClientListener() {
            @Override
            public void reached(ClientPhase phase, TaskId task) {
                if (phase == ClientPhase.TRAINED) {
                    throw new Killed();
                }
            }
        };
        try (ClientLedger ledger = ledger(EpsilonLimits.none());
                FederatedClient client = client(ledger, killer)) {
            assertThatThrownBy(() -> client.step(new OneByOne().with(FIRST, noisy()), Duration.ZERO))
                    .isInstanceOf(Killed.class);
        }

        Answer.Update again = (Answer.Update) only(noisy(), EpsilonLimits.none());

        assertThat(again.charges()).isEqualTo(2);
        assertThat(log().lines()).hasSize(2);
        try (ClientLedger ledger = ledger(EpsilonLimits.none())) {
            assertThat(ledger.history().recordEvents("site")).hasSize(2);
        }
    }

    /** The line was cut and not the client: the same answer once more, and no second charge. */
    @Test
    void train_givenAgainToTheSameProcess_handsInTheSameAndPaysOnce() throws Exception {
        OneByOne server = new OneByOne().with(FIRST, noisy()).with(FIRST, noisy());
        try (ClientLedger ledger = ledger(EpsilonLimits.none());
                FederatedClient client = client(ledger, listener())) {
            client.run(server, Duration.ZERO);
        }
        assertThat(server.contents.get(1)).isEqualTo(server.contents.get(0));
        assertThat(log().lines()).hasSize(1);
    }

    @Test
    void train_beyondTheClientsOwnCap_isDeclinedAndNotCharged() throws Exception {
        double once = PrivacyCosts.best(DELTA).ofRecord(NOISY.charge(100)).epsilon();
        EpsilonLimits caps = new EpsilonLimits(OptionalDouble.of(once), OptionalDouble.empty());

        Answer first = only(noisy(), caps);
        Answer second = only(noisy(), caps);

        assertThat(first).isInstanceOf(Answer.Update.class);
        assertThat(second).isInstanceOf(Answer.Declined.class);
        assertThat(((Answer.Declined) second).reason()).contains("the limits of this client do not allow it");
        assertThat(log().lines()).hasSize(1);
    }

    @Test
    void train_withoutTheProtectionThatACapIsFor_isDeclined() throws Exception {
        EpsilonLimits records = new EpsilonLimits(OptionalDouble.of(100), OptionalDouble.empty());
        EpsilonLimits whole = new EpsilonLimits(OptionalDouble.empty(), OptionalDouble.of(100));
        Task user = task(PLAIN, Optional.empty(), Optional.of(new ClientLevel(1, new Gaussian(1))));
        Task none = task(PLAIN, Optional.of(new NonPrivate()), Optional.empty());

        assertThat(((Answer.Declined) only(user, records)).reason()).contains("no noise for them");
        assertThat(((Answer.Declined) only(none, records)).reason()).contains("Infinity");
        assertThat(((Answer.Declined) only(noisy(), whole)).reason()).contains("does not protect it");
        assertThat(only(user, whole)).isInstanceOf(Answer.Update.class);
        assertThat(only(none, EpsilonLimits.none())).isInstanceOf(Answer.Update.class);
    }

    /** The client reckons itself what the steps cost, and does not take the server's word. */
    @Test
    void train_whoseChargeIsNotWhatItCosts_isDeclined() throws Exception {
        Task cheaper = task(NOISY, Optional.of(NOISY.charge(1000)), Optional.empty());
        Task nothing = task(NOISY, Optional.empty(), Optional.empty());
        Task hidden = task(PLAIN, Optional.empty(), Optional.empty());
        LocalTraining wide = new LocalTraining(3, 101, 0.5, 0, 0, 1, 1.5);

        assertThat(((Answer.Declined) only(cheaper, EpsilonLimits.none())).reason())
                .contains("and the server says");
        assertThat(((Answer.Declined) only(nothing, EpsilonLimits.none())).reason())
                .contains("nothing that is charged");
        assertThat(((Answer.Declined) only(hidden, EpsilonLimits.none())).reason())
                .contains("NonPrivate");
        assertThat(((Answer.Declined)
                                only(task(wide, Optional.of(wide.charge(200)), Optional.empty()), EpsilonLimits.none()))
                        .reason())
                .contains("more than this client has records");
        assertThat(log()).isEmpty();
    }

    /** What went wrong inside may have figures of the data in it, and stays here. */
    @Test
    void train_thatCannotBeDone_isDeclinedWithoutDetails() throws Exception {
        Task.Train other = new Task.Train(
                "run",
                "{\"input\":[3],\"layers\":[{\"type\":\"linear\",\"outputs\":10}],\"loss\":\"softmax_cross_entropy\"}",
                new float[40],
                NOISY,
                Optional.of(NOISY.charge(100)),
                Optional.empty(),
                Optional.empty(),
                "00",
                Receipt.NONE);

        Answer.Declined declined = (Answer.Declined) only(other, EpsilonLimits.none());

        assertThat(declined.reason()).isEqualTo("the task cannot be done by this client; its own log says why");
        assertThat(notes).anyMatch(note -> note.contains("the model takes examples of shape"));
        // It was charged before it was tried.
        assertThat(declined.charges()).isEqualTo(1);
    }

    @Test
    void train_withABoundOnTheUpdate_staysWithinIt() throws Exception {
        LocalTraining fast = new LocalTraining(20, 50, 5, 0.5, 0, Double.POSITIVE_INFINITY, 0);
        ClientLevel level = new ClientLevel(0.125, new Gaussian(1));

        Answer.Update update =
                (Answer.Update) only(task(fast, Optional.empty(), Optional.of(level)), EpsilonLimits.none());

        assertThat(norm(update.update())).isBetween(0.1249, 0.125);
        try (ClientLedger ledger = ledger(EpsilonLimits.none())) {
            assertThat(ledger.history().releasedEvents()).containsExactly(new Gaussian(1));
        }
    }

    /** A strong pull towards the start leaves shorter updates. */
    @Test
    void train_withAProximalTerm_staysCloserToTheStart() throws Exception {
        LocalTraining free = new LocalTraining(30, 50, 0.5, 0, 0, Double.POSITIVE_INFINITY, 0);
        LocalTraining pulled = new LocalTraining(30, 50, 0.5, 0, 1, Double.POSITIVE_INFINITY, 0);
        Optional<DpEvent> open = Optional.of(new NonPrivate());

        double far = norm(((Answer.Update) only(task(free, open, Optional.empty()), EpsilonLimits.none())).update());
        double near = norm(((Answer.Update) only(task(pulled, open, Optional.empty()), EpsilonLimits.none())).update());

        assertThat(near).isLessThan(0.8 * far);
    }

    @Test
    void train_whoseAnswerTheServerRefuses_goesOnAndDoesNotHandItInAgain() throws Exception {
        OneByOne server =
                new OneByOne().with(FIRST, noisy()).with(FIRST, noisy()).with(new TaskId(1, 1, 0), noisy());
        server.refuses = true;
        try (ClientLedger ledger = ledger(EpsilonLimits.none());
                FederatedClient client = client(ledger, listener())) {
            assertThat(client.run(server, Duration.ZERO)).isEqualTo("done");
        }
        assertThat(notes).anyMatch(note -> note.contains("too late"));
        assertThat(server.refusals).isEqualTo(2);
    }

    @Test
    void secureAggregation_withoutKeysOrAfterACrash_isDeclined() throws Exception {
        SecureSettings settings = new SecureSettings("00", List.of("site", "b"), 2, 0, 1, 1000, 1e6, 0);
        Task.Train secure = new Task.Train(
                "run",
                ModelJson.write(MODEL),
                new float[MODEL.parameterCount()],
                PLAIN,
                Optional.empty(),
                Optional.of(new ClientLevel(1, new Gaussian(1))),
                Optional.of(settings),
                "00",
                Receipt.NONE);

        assertThat(((Answer.Declined) only(secure, EpsilonLimits.none())).reason())
                .contains("no keys");
        assertThat(((Answer.Declined) only(new Task.Exchange(new byte[5]), EpsilonLimits.none())).reason())
                .contains("lost its part in the sum");
        assertThat(new EnrolledKeys(Map.of()))
                .extracting(roster -> {
                    try {
                        return roster.key("x");
                    } catch (RefusedTaskException e) {
                        return e.getMessage();
                    }
                })
                .isEqualTo("participant x is not enrolled here");
    }

    @Test
    void ledger_damagedOrInUse_isRefused() throws Exception {
        only(noisy(), EpsilonLimits.none());
        Path file = directory.resolve("charges.log");
        String whole = Files.readString(file);
        Files.writeString(file, whole.replace("1.5", "9.5"));
        assertThatThrownBy(() -> ledger(EpsilonLimits.none())).isInstanceOf(DamagedFileException.class);
        Files.writeString(file, whole);
        try (ClientLedger ledger = ledger(EpsilonLimits.none())) {
            assertThat(ledger.size()).isEqualTo(1);
            assertThatThrownBy(() -> ledger(EpsilonLimits.none())).hasMessageContaining("in use by another run");
        }
    }

    private static double norm(float[] values) {
        double square = 0;
        for (float value : values) {
            square += (double) value * value;
        }
        return Math.sqrt(square);
    }
}
