package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.budget.Quarantine;
import io.abacusdp.federated.message.Answer;
import io.abacusdp.federated.privacy.PrivacyCosts;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.Receipt;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.training.step.Clipping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that say that they have charged themselves more often than they were asked. */
class LyingClientTest {
    @TempDir
    private Path directory;

    private final List<String> notes = new ArrayList<>();
    private final Set<String> answers = new ConcurrentSkipListSet<>();

    /** A way on which the answers of some clients to the first task of a round say another number of charges. */
    private record Liars(Coordinator server, Set<String> names, int round, int charges) implements Coordinator {
        @Override
        public Assignment next(String client, Duration wait) throws InterruptedException {
            return server.next(client, wait);
        }

        @Override
        public void submit(String client, TaskId task, byte[] content) {
            boolean isLie = names.contains(client) && task.step() == 0 && task.round() == round;
            server.submit(client, task, isLie ? lie(Answer.decode(content)).encode() : content);
        }

        private Answer lie(Answer answer) {
            return answer instanceof Answer.Update update
                    ? new Answer.Update(new Receipt(charges, answer.receipt().mark()), update.update())
                    : new Answer.Message(
                            new Receipt(charges, answer.receipt().mark()), ((Answer.Message) answer).message());
        }
    }

    /** A way on which every task is fetched twice, as by a client that crashed when it had its first. */
    private record FetchedTwice(Coordinator server) implements Coordinator {
        @Override
        public Assignment next(String client, Duration wait) throws InterruptedException {
            server.next(client, wait);
            return server.next(client, wait);
        }

        @Override
        public void submit(String client, TaskId task, byte[] content) {
            server.submit(client, task, content);
        }
    }

    private TestFederation federation(String name, boolean isSecure) {
        return federation(name, isSecure, isSecure ? PrivacyStyle.HYBRID : PrivacyStyle.SAMPLE);
    }

    private TestFederation federation(String name, boolean isSecure, PrivacyStyle style) {
        TestFederation federation = TestFederation.of(directory.resolve(name), style);
        federation.isSecure = isSecure;
        if (isSecure) {
            federation.threshold = OptionalInt.of(3);
            federation.clientNoise = Optional.of(new ClientNoise(4, 2, new Clipping.Flat(0.5)));
        }
        federation.listener = new RoundListener() {
            @Override
            public void noted(String message) {
                notes.add(message);
            }

            @Override
            public void answered(String client, TaskId task) {
                answers.add(client + " in round " + task.round());
            }
        };
        return federation;
    }

    private static Map<String, Quarantine> quarantined(TestFederation federation) throws Exception {
        try (ServerDirectory server = ServerDirectory.open(
                federation.serverDirectory(),
                federation.plan().settings(),
                federation.limits,
                PrivacyCosts.best(TestFederation.DELTA))) {
            return server.ledger().quarantined();
        }
    }

    /** Three of four are asked in the first round. Before, only those that had paid twice were charged so: the ledger told who was asked. */
    @Test
    void sampledClientsThatPaidTwice_areChargedLikeThoseThatWereNotAsked() throws Exception {
        TestFederation federation = federation("sampled", false, PrivacyStyle.USER);
        federation.clientNoise = Optional.of(new ClientNoise(3, 1, new Clipping.Flat(0.5)));
        Set<String> all = federation.data().keySet();
        federation.way = server -> new Liars(new FetchedTwice(server), all, 1, 2);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        for (String client : all) {
            assertThat(federation.history().participationEvents(client))
                    .as(client)
                    .hasSize(federation.rounds + 1);
        }
    }

    /** Before, everybody's epsilon became 6e8. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneOfFourWhoSaysTwoBillion_isQuarantinedAndNamed_andNobodysFiguresChange(boolean isSecure) throws Exception {
        TestFederation honest = federation("honest", isSecure);
        honest.begin();
        answers.clear();
        TestFederation federation = federation("lied-to", isSecure);
        federation.way = server -> new Liars(server, Set.of("site-1"), 2, Integer.MAX_VALUE);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(federation.reports.get(2).epsilonSample())
                .isEqualTo(honest.reports.get(2).epsilonSample());
        assertThat(federation.reports.get(2).epsilonUser())
                .isEqualTo(honest.reports.get(2).epsilonUser());
        assertThat(quarantined(federation))
                .isEqualTo(Map.of("site-1", new Quarantine(new Attempt(2, 0), Integer.MAX_VALUE, 2)));
        assertThat(notes).anyMatch(note -> note.contains("site-1 is left out") && note.contains("2147483647"));
        assertThat(answers).contains("site-1 in round 1", "site-0 in round 3").doesNotContain("site-1 in round 3");
        // It is charged for what it was asked, and not for what it was not.
        assertThat(federation.history().charges("site-1")).isEqualTo(2);
        assertThat(federation.history().charges("site-0")).isEqualTo(3);
    }

    @Test
    void whoWasQuarantined_staysLeftOutOfAResumedRun() throws Exception {
        TestFederation federation = federation("run", false);
        federation.rounds = 2;
        federation.way = server -> new Liars(server, Set.of("site-1"), 1, 2);
        federation.listener = new RoundListener() {
            @Override
            public void entered(RoundState state, Attempt attempt) {
                if (state == RoundState.RELEASED) {
                    throw new IllegalStateException("stop");
                }
            }
        };
        try {
            federation.begin();
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("stop");
        }
        TestFederation resumed = federation("run", false);
        resumed.rounds = 2;

        assertThat(resumed.resume().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(quarantined(resumed)).containsOnlyKeys("site-1");
        assertThat(resumed.history().charges("site-1")).isEqualTo(1);
    }

    /** The server's files were put back from a backup: most clients know of more than the ledger, and the larger spend stands. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mostWhoSayMore_areBelieved_andTheRoundIsTriedAgain(boolean isSecure) throws Exception {
        TestFederation federation = federation("run", isSecure);
        federation.rounds = 1;
        federation.way = server -> new Liars(server, Set.of("site-0", "site-1", "site-2"), 1, 12);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(quarantined(federation)).isEmpty();
        // 12 that they say, of which one is the first attempt, and the attempt after it.
        assertThat(federation.history().charges("site-0")).isEqualTo(13);
        assertThat(federation.history().charges("site-3")).isEqualTo(13);
        if (isSecure) {
            assertThat(federation.history().releasedEvents()).hasSize(13);
        }
        assertThat(notes).anyMatch(note -> note.contains("had lost 11 attempts"));
    }

    /** Left with fewer than make a sum, the run ends before the next attempt is paid. */
    @Test
    void tooManyLeftOut_endsTheRunBeforeItIsPaid() throws Exception {
        TestFederation federation = federation("run", false);
        federation.patience = new Patience(Duration.ofSeconds(30), Duration.ofSeconds(30), 4, 3);
        federation.way = server -> new Liars(server, Set.of("site-1"), 1, 9);

        FederationServer.Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.ABORTED);
        assertThat(ended.reason()).contains("3 clients are left, of at least 4; left out are [site-1]");
        assertThat(federation.history().charges("site-0")).isEqualTo(1);
    }
}
