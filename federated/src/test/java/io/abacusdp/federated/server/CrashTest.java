package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.federated.client.ClientLedger;
import io.abacusdp.federated.client.LocalUpdates;
import io.abacusdp.federated.enrol.Credentials;
import io.abacusdp.federated.enrol.Roster;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyHistory;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.storage.ChainedLog;
import io.abacusdp.storage.StrictJson;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.model.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One server and five clients as processes that talk over TLS, hybrid, with secure aggregation. Each state of the server and each
 * phase of a client in each step is where a process is killed in one of the runs, and started again.
 */
@Tag("slow")
class CrashTest {
    /** Of the run that is killed anywhere: with 13 a process is killed in every phase of every step, with 7 in those up to there. */
    private static final int ROUNDS = Integer.getInteger("crash.federated.rounds", 7);

    @TempDir
    private Path home;

    /** Killed where nothing is made again: the model is the same to the last bit, and so is what was spent. */
    @Test
    void killedWhereNothingIsMadeAgain_isAsIfNothingHadHappened() throws Exception {
        int rounds = 3;
        CrashSetup whole = CrashSetup.enrolled(home.resolve("whole"), rounds);
        CrashProcesses undisturbed = new CrashProcesses(whole, "none");
        assertThat(undisturbed.run()).isEqualTo("PLAN_DONE 3");
        assertThat(undisturbed.kills()).isZero();
        double epsilon = epsilonOfRecords(whole);

        // One round more than the budget allows: the run ends when it is exhausted.
        CrashSetup cut = CrashSetup.enrolled(home.resolve("cut"), rounds + 1);
        CrashProcesses killed = new CrashProcesses(cut, Double.toString(epsilon))
                .server("PLANNED:1", "COMMITTED:1", "RELEASED:2", "COMMITTED:3", "EXHAUSTED:4")
                .client("site-0", "RECEIVED:1:0")
                .client("site-1", "HANDED_IN:2:4");
        assertThat(killed.run()).isEqualTo("EXHAUSTED 3");
        assertThat(killed.kills()).isEqualTo(7);

        assertThat(parameters(cut)).containsExactly(parameters(whole));
        for (CrashSetup each : List.of(whole, cut)) {
            for (String name : CrashSetup.fixture(home).data().keySet()) {
                assertThat(serverHistory(each).charges(name)).isEqualTo(rounds);
                assertThat(clientHistory(each, name).charges(name)).isEqualTo(rounds);
                assertThat(serverHistory(each).recordEvents(name))
                        .isEqualTo(clientHistory(each, name).recordEvents(name));
            }
        }
    }

    /** Killed everywhere else: all rounds are made, no spend is forgotten, and no file of the server has what lacks noise. */
    @Test
    void killedAnywhereElse_theRunIsMade_andTheLedgerHoldsWhatWasSpent() throws Exception {
        CrashSetup setup = CrashSetup.enrolled(home, ROUNDS);
        CrashProcesses processes = new CrashProcesses(setup, "none")
                .server("RESERVED:2", "DISPATCHED:3", "COLLECTING:4", "AGGREGATED:5", "NOISED:6", "ABORTED:7")
                .client("site-0", "CHARGED:1:0", "HANDED_IN:7:0", "ANSWERED:9:2", "RECEIVED:11:4")
                .client("site-1", "TRAINED:1:0", "RECEIVED:7:1", "HANDED_IN:9:2", "ANSWERED:12:4")
                .client("site-2", "ANSWERED:1:0", "ANSWERED:7:1", "RECEIVED:10:3")
                .client("site-3", "HANDED_IN:8:1", "ANSWERED:10:3")
                .client("site-4", "RECEIVED:8:2", "HANDED_IN:11:3");

        assertThat(processes.run()).isEqualTo("PLAN_DONE " + ROUNDS);

        assertThat(processes.kills()).isEqualTo(processes.plannedKills()).isGreaterThanOrEqualTo(ROUNDS < 13 ? 12 : 21);
        // All rounds, five attempts that ended with the server, and one that lacked clients.
        PrivacyHistory server = serverHistory(setup);
        Map<String, Long> expected = new TreeMap<>();
        for (String name : List.of("site-0", "site-1", "site-2")) {
            // Killed when it had charged itself, and charged again.
            expected.put(name, ROUNDS + 7L);
        }
        for (String name : List.of("site-3", "site-4")) {
            expected.put(name, ROUNDS + 6L);
        }
        expected.forEach((name, charges) -> {
            assertThat(server.charges(name)).isEqualTo(charges);
            assertThat(clientHistory(setup, name).charges(name)).isBetween((long) ROUNDS, charges);
        });
        assertNothingWithoutNoise(setup, processes.snapshots());
    }

    private static void assertNothingWithoutNoise(CrashSetup setup, List<Path> snapshots) throws IOException {
        assertThat(snapshots).hasSize(7);
        Set<ByteBuffer> secrets = new HashSet<>();
        Set<ByteBuffer> known = new HashSet<>();
        FederationPlan plan = CrashSetup.fixture(setup.home()).plan();
        for (int round = 0; round <= setup.rounds(); round++) {
            known.addAll(NothingUnnoisedTest.patterns(NothingUnnoisedTest.doubles(model(setup, round))));
        }
        Map<TaskId, List<float[]>> attempts =
                new TreeMap<>(Comparator.comparing(TaskId::round).thenComparing(TaskId::attempt));
        for (Member member : plan.members()) {
            Dataset data = Objects.requireNonNull(
                    CrashSetup.fixture(setup.home()).data().get(member.name()));
            int charges = 0;
            for (String line : charges(setup, member.name())) {
                JsonNode entry = StrictJson.parse(line);
                TaskId task = new TaskId(
                        entry.path("round").intValue(), entry.path("attempt").intValue(), 0);
                float[] update = LocalUpdates.update(
                        CrashSetup.STREAMS,
                        member.name(),
                        task,
                        charges++,
                        plan.model(),
                        model(setup, task.round() - 1),
                        member.local(),
                        data);
                float[] clipped = LocalUpdates.clipped(update, 0.5);
                secrets.addAll(NothingUnnoisedTest.patterns(NothingUnnoisedTest.doubles(update)));
                secrets.addAll(NothingUnnoisedTest.patterns(NothingUnnoisedTest.doubles(clipped)));
                attempts.computeIfAbsent(task, any -> new ArrayList<>()).add(clipped);
            }
        }
        attempts.forEach((task, parts) -> secrets.addAll(aggregates(model(setup, task.round() - 1), parts)));
        secrets.removeAll(known);
        // Of each of about rounds + 6 updates of five clients some hundred pairs are not zero, in four encodings,
        // before and after
        // clipping.
        assertThat(secrets.size()).isGreaterThan(4 * (setup.rounds() + 7) * 100 * 4 * 2);
        for (Path snapshot : snapshots) {
            assertThat(NothingUnnoisedTest.holding(snapshot, secrets)).isEmpty();
        }
        // The search finds what is there: a released model.
        assertThat(NothingUnnoisedTest.holding(snapshots.get(6), known)).isNotEmpty();
        // All clients were asked in the last round.
        assertThat(attempts.get(new TaskId(setup.rounds(), 0, 0))).hasSize(CrashSetup.CLIENTS);
    }

    /** Sum, mean and model without the clients' noise. */
    private static Set<ByteBuffer> aggregates(float[] before, List<float[]> parts) {
        double[] sum = new double[before.length];
        double[] mean = new double[before.length];
        double[] model = new double[before.length];
        for (int i = 0; i < sum.length; i++) {
            for (float[] part : parts) {
                sum[i] += part[i];
            }
            mean[i] = sum[i] / CrashSetup.CLIENTS;
            model[i] = before[i] + (float) mean[i];
        }
        Set<ByteBuffer> patterns = new HashSet<>(NothingUnnoisedTest.patterns(sum));
        patterns.addAll(NothingUnnoisedTest.patterns(mean));
        patterns.addAll(NothingUnnoisedTest.patterns(model));
        return patterns;
    }

    private static float[] model(CrashSetup setup, int round) {
        FederationPlan plan = CrashSetup.fixture(setup.home()).plan();
        if (round == 0) {
            return Model.initialise(plan.model(), CrashSetup.STREAMS.source("initial model"))
                    .parameters();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(setup.released(round)));
            float[] parameters = new float[bytes.remaining() / 4];
            bytes.asFloatBuffer().get(parameters);
            return parameters;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> charges(CrashSetup setup, String name) throws IOException {
        try (ChainedLog log =
                ChainedLog.open(CrashClient.ledger(setup.home(), name).resolve("charges.log"), name)) {
            return List.copyOf(log.lines());
        }
    }

    private static PrivacyHistory serverHistory(CrashSetup setup) throws IOException {
        FederationPlan plan = setup.plan(roster(setup));
        try (ServerDirectory directory = ServerDirectory.open(
                setup.run(), plan.settings(), EpsilonLimits.none(), PrivacyCosts.best(TestFederation.DELTA))) {
            return directory.ledger().history();
        }
    }

    private static Roster roster(CrashSetup setup) throws IOException {
        return Credentials.open(setup.home().resolve("site-0")).roster();
    }

    private static PrivacyHistory clientHistory(CrashSetup setup, String name) {
        try (ClientLedger ledger = ClientLedger.open(
                CrashClient.ledger(setup.home(), name),
                name,
                EpsilonLimits.none(),
                PrivacyCosts.best(TestFederation.DELTA))) {
            return ledger.history();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static double epsilonOfRecords(CrashSetup setup) throws IOException {
        return PrivacyCosts.best(TestFederation.DELTA)
                .worstRecords(serverHistory(setup))
                .orElseThrow()
                .guarantee()
                .epsilon();
    }

    private static float[] parameters(CrashSetup setup) throws IOException {
        FederationPlan plan = setup.plan(roster(setup));
        try (ServerDirectory directory = ServerDirectory.open(
                setup.run(), plan.settings(), EpsilonLimits.none(), PrivacyCosts.best(TestFederation.DELTA))) {
            return new ServerCheckpoints(directory, plan)
                    .newest(problem -> {
                        throw new AssertionError(problem);
                    })
                    .parameters;
        }
    }
}
