package io.abacusdp.federated.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.Skellam;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.message.ClientLevel;
import io.abacusdp.federated.message.LocalTraining;
import io.abacusdp.federated.message.SecureSettings;
import io.abacusdp.federated.message.Task;
import io.abacusdp.federated.noise.SecureSum;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.secagg.Session;
import io.abacusdp.federated.simulate.Identities;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.model.BuiltInModel;
import io.abacusdp.training.model.ModelJson;
import io.abacusdp.training.model.ModelSpec;
import io.abacusdp.training.noise.RandomStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server chooses participants, threshold and colluders of a sum; a client has its own opinion of them. */
class ClientTrustTest {
    private static final double DELTA = 1e-5;
    private static final double NOISE = 1.264;
    private static final Dataset DATA =
            Digits.load().train().rows("site", IntStream.range(0, 40).toArray());
    private static final ModelSpec MODEL = BuiltInModel.LOGISTIC.forData(DATA);
    private static final LocalTraining LOCAL = new LocalTraining(1, 20, 0.5, 0, 0, Double.POSITIVE_INFINITY, 0);

    @TempDir
    private Path directory;

    private Identities identities = new Identities(List.of());

    private List<String> enrol(int clients) {
        List<String> names =
                IntStream.range(0, clients).mapToObj(i -> "site-" + i).toList();
        identities = new Identities(names);
        return names;
    }

    /** The task of a server that keeps to what it says. */
    private Task.Train task(List<String> names, int threshold, int colluders) {
        Session session = new Session(
                Session.newId(), 0, identities.participants(), threshold, colluders, MODEL.parameterCount());
        SecureSum sum = SecureSum.of(MODEL.parameterCount(), NOISE, session.honestInEverySum(), 0);
        return new Task.Train(
                "run",
                ModelJson.write(MODEL),
                new float[MODEL.parameterCount()],
                LOCAL,
                Optional.empty(),
                Optional.of(new ClientLevel(1, sum.event(session.failureProbability()))),
                Optional.of(new SecureSettings(
                        HexFormat.of().formatHex(session.id().toArray()),
                        names,
                        threshold,
                        colluders,
                        1,
                        sum.scale(),
                        sum.noise().variance(),
                        0)),
                "00",
                Receipt.NONE);
    }

    private Answer answer(Task task, Optional<ClientTrust> trust, OptionalDouble cap) throws Exception {
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
        Enrolment keys = identities.enrolment("site-0");
        try (ClientLedger ledger = ClientLedger.open(
                        directory, "site-0", new EpsilonLimits(OptionalDouble.empty(), cap), PrivacyCosts.best(DELTA));
                FederatedClient client = new FederatedClient(
                        "site-0",
                        DATA,
                        ledger,
                        Optional.of(new Enrolment(keys.identity(), keys.roster(), trust)),
                        RandomStreams.insecureForTests(3),
                        new ClientListener() {})) {
            client.run(server, Duration.ZERO);
        }
        return answer[0];
    }

    private DpEvent charged() throws Exception {
        try (ClientLedger ledger =
                ClientLedger.open(directory, "site-0", EpsilonLimits.none(), PrivacyCosts.best(DELTA))) {
            return ledger.history().released().orElseThrow();
        }
    }

    private static Optional<ClientTrust> trust(int colluders) {
        return Optional.of(new ClientTrust(colluders, 2, 2));
    }

    /** The server's four accomplices and the victim: the price is that of the victim's own noise, a quarter of what is claimed. */
    @Test
    void aVictimAmongAccomplices_paysForWhatHidesIt() throws Exception {
        Task.Train task = task(enrol(5), 5, 0);
        DpEvent claimed = task.clientLevel().orElseThrow().charge();

        assertThat(answer(task, trust(4), OptionalDouble.empty())).isInstanceOf(Answer.Message.class);

        Skellam own = (Skellam) ((Composed) charged()).events().get(0);
        Skellam said = (Skellam) ((Composed) claimed).events().get(0);
        assertThat(own.variance()).isBetween(said.variance() / 4 * (1 - 1e-12), said.variance() / 4);
        PrivacyCosts costs = PrivacyCosts.best(DELTA);
        assertThat(costs.ofClient(claimed).epsilon()).isBetween(3.62, 3.64);
        assertThat(costs.ofClient(charged()).epsilon()).isGreaterThan(7);
    }

    @Test
    void aPriceBeyondItsCapByItsOwnAssumption_isDeclined() throws Exception {
        Task.Train task = task(enrol(5), 5, 0);

        assertThat(answer(task, trust(4), OptionalDouble.of(4)))
                .isInstanceOfSatisfying(
                        Answer.Declined.class, no -> assertThat(no.reason()).contains("the limit is 4.0"));
        assertThat(answer(task, Optional.empty(), OptionalDouble.of(4))).isInstanceOf(Answer.Message.class);
    }

    /** Of n participants with threshold t, made for c colluders, a client that counts on k declines or not. */
    @ParameterizedTest
    @CsvSource({
        "5, 3, 0, 0, true",
        "5, 3, 0, 1, false",
        "5, 4, 0, 2, true",
        "5, 4, 0, 3, false",
        "3, 2, 0, 1, false",
        "2, 2, 0, 1, true",
        "2, 2, 0, 2, false",
        "60, 54, 0, 1, false",
        "60, 54, 1, 1, true"
    })
    void aSumThatDoesNotHoldByItsOwnAssumption_isDeclined(
            int clients, int threshold, int colluders, int own, boolean takesPart) throws Exception {
        Answer answer = answer(task(enrol(clients), threshold, colluders), trust(own), OptionalDouble.empty());

        assertThat(answer instanceof Answer.Message).isEqualTo(takesPart);
        if (answer instanceof Answer.Declined declined) {
            assertThat(declined.reason()).contains("does not hold against the " + own);
        }
    }

    /** By the same assumption as the server's the price is the server's; by a weaker one it is not less. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "2, 2", "2, 0"})
    void thePriceByAnAssumptionThatIsNotStronger_isTheServers(int colluders, int own) throws Exception {
        Task.Train task = task(enrol(5), 5, colluders);

        answer(task, trust(own), OptionalDouble.empty());

        assertThat(charged()).isEqualTo(task.clientLevel().orElseThrow().charge());
    }

    @Test
    void fewerThanItsMinimum_isDeclined() throws Exception {
        Task.Train task = task(enrol(3), 2, 0);
        for (ClientTrust trust : List.of(new ClientTrust(0, 4, 2), new ClientTrust(0, 2, 3))) {
            assertThat(answer(task, Optional.of(trust), OptionalDouble.empty()))
                    .isInstanceOfSatisfying(
                            Answer.Declined.class,
                            no -> assertThat(no.reason()).contains("this client takes part with at least"));
        }
    }

    private static Task.Train shown(String run) {
        return new Task.Train(
                run,
                ModelJson.write(MODEL),
                new float[MODEL.parameterCount()],
                LOCAL,
                Optional.empty(),
                Optional.of(new ClientLevel(1, new Gaussian(1e9))),
                Optional.empty(),
                "00",
                Receipt.NONE);
    }

    /** A server that says on the way that it is to add the noise itself would see what it was not to see, at a price of its own. */
    @Test
    void aRunThatBeganWithSecureAggregation_doesNotGoOnWithoutIt() throws Exception {
        assertThat(answer(task(enrol(5), 5, 0), Optional.empty(), OptionalDouble.of(8)))
                .isInstanceOf(Answer.Message.class);
        DpEvent before = charged();

        assertThat(answer(shown("run"), Optional.empty(), OptionalDouble.of(8)))
                .isInstanceOfSatisfying(
                        Answer.Declined.class,
                        no -> assertThat(no.reason()).contains("has summed by secure aggregation"));
        assertThat(charged()).isEqualTo(before);
        // Another run may be one whose server is trusted with updates.
        assertThat(answer(shown("another run"), Optional.empty(), OptionalDouble.of(8)))
                .isInstanceOf(Answer.Update.class);
    }

    /** A server that is to add the noise itself sees the update. */
    @Test
    void withoutSecureAggregation_aClientThatSaysWhomItTrusts_declines() throws Exception {
        enrol(2);
        Task.Train task = shown("run");

        assertThat(answer(task, trust(0), OptionalDouble.empty()))
                .isInstanceOfSatisfying(
                        Answer.Declined.class,
                        no -> assertThat(no.reason()).contains("would show its update to the server"));
        assertThat(answer(task, Optional.empty(), OptionalDouble.empty())).isInstanceOf(Answer.Update.class);
    }

    /** A client that was told nothing does not take the server's word: it counts on one accomplice, whatever the server says. */
    @ParameterizedTest
    @CsvSource({
        "2, 2, 0, false",
        "3, 2, 0, false",
        "3, 3, 0, true",
        "5, 3, 0, false",
        "5, 4, 0, true",
        "60, 54, 0, false"
    })
    void aClientThatWasToldNothing_countsOnAnAccomplice(int clients, int threshold, int colluders, boolean takesPart)
            throws Exception {
        Answer answer = answer(task(enrol(clients), threshold, colluders), Optional.empty(), OptionalDouble.empty());

        assertThat(answer instanceof Answer.Message).as("%s", answer).isEqualTo(takesPart);
        assertThat(ClientTrust.standard()).isEqualTo(new ClientTrust(1, 3, 3));
    }

    /** A server that says nothing of the bound, or does not keep it: 14 rounds of noise 0.9 or so are beyond epsilon 20. */
    @Test
    void epsilonsBeyondWhatTheSamplerIsAccountedFor_areDeclinedByTheClientItself() throws Exception {
        Task.Train task = task(enrol(5), 5, 0);
        int taken = 0;
        Answer last = answer(task, trust(0), OptionalDouble.empty());
        while (last instanceof Answer.Message && taken < 100) {
            taken++;
            assertThat(PrivacyCosts.best(DELTA).ofClient(charged()).epsilon()).isLessThanOrEqualTo(20);
            last = answer(task, trust(0), OptionalDouble.empty());
        }
        assertThat(taken).isPositive();
        assertThat(last)
                .isInstanceOfSatisfying(
                        Answer.Declined.class,
                        no -> assertThat(no.reason()).contains("noise of clients is accounted up to 20.0"));
    }

    @Test
    void trust_outsideOfItsRange_isRefused() {
        assertThatThrownBy(() -> new ClientTrust(-1, 2, 2)).hasMessageContaining("colluders must be at least 0");
        assertThatThrownBy(() -> new ClientTrust(0, 1, 2)).hasMessageContaining("at least 2");
    }
}
