package io.abacusdp.federated.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.federated.aggregate.Aggregation;
import io.abacusdp.federated.budget.Attempt;
import io.abacusdp.federated.privacy.EpsilonLimits;
import io.abacusdp.federated.privacy.PrivacyStyle;
import io.abacusdp.federated.protocol.Assignment;
import io.abacusdp.federated.protocol.Coordinator;
import io.abacusdp.federated.protocol.TaskId;
import io.abacusdp.federated.server.FederationServer.Ended;
import io.abacusdp.federated.server.FederationServer.Ending;
import io.abacusdp.training.step.Clipping;
import io.abacusdp.training.step.TrainingStoppedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FederationServerTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(PrivacyStyle.class)
    void run_ofEveryStyle_makesAllRounds(PrivacyStyle style) throws Exception {
        TestFederation federation = TestFederation.of(directory, style);

        Ended ended = federation.begin();

        assertThat(ended).isEqualTo(new Ended(3, Ending.PLAN_DONE, "all rounds were made"));
        RoundReport last = federation.reports.get(2);
        assertThat(last.epsilonSample().isPresent()).isEqualTo(style != PrivacyStyle.USER);
        assertThat(last.epsilonUser().isPresent()).isEqualTo(style.protectsClients());
        assertThat(federation.parameters).doesNotContain(Float.NaN);
    }

    /** Where nothing failed, the ledger holds what was spent and no more. */
    @Test
    void run_withoutFailures_chargesEachClientOnceARound() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.begin();

        for (String client : federation.data().keySet()) {
            assertThat(federation.history().recordEvents(client)).hasSize(3);
            assertThat(federation.history().participationEvents(client)).hasSize(3);
        }
        assertThat(federation.history().releasedEvents()).hasSize(3);
    }

    /** The smallest client has the highest rate, and so loses most. */
    @Test
    void run_withClientsOfDifferentSize_reportsTheWorst() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        federation.begin();

        assertThat(federation.reports.get(2).worstClient()).isEqualTo("site-0");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_withOtherThreads_givesTheSameModelBitForBit(boolean isSecure) throws Exception {
        List<float[]> models = new ArrayList<>();
        for (int threads : new int[] {1, 4, 2}) {
            TestFederation federation = TestFederation.of(directory.resolve("t" + threads), PrivacyStyle.HYBRID);
            federation.isSecure = isSecure;
            federation.threads = threads;
            federation.begin();
            models.add(federation.parameters);
        }
        assertThat(models.get(1)).containsExactly(models.get(0));
        assertThat(models.get(2)).containsExactly(models.get(0));
    }

    @ParameterizedTest
    @EnumSource(Aggregation.class)
    void run_byEveryAlgorithm_learns(Aggregation aggregation) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.NONE);
        federation.aggregation = aggregation;
        federation.rounds = 8;
        federation.begin();

        // Guessing would be right for a tenth.
        assertThat(federation.accuracy()).isGreaterThan(0.5);
    }

    @Test
    void run_whenTheBudgetIsSpent_stopsBeforeTheRoundThatWouldExceed() throws Exception {
        TestFederation first = TestFederation.of(directory.resolve("first"), PrivacyStyle.SAMPLE);
        first.begin();
        double afterTwo = first.reports.get(1).epsilonSample().getAsDouble();
        TestFederation federation = TestFederation.of(directory.resolve("limited"), PrivacyStyle.SAMPLE);
        federation.limits = new EpsilonLimits(OptionalDouble.of(afterTwo), OptionalDouble.empty());
        List<RoundState> states = new ArrayList<>();
        federation.listener = TestFederation.states(states);

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.EXHAUSTED);
        assertThat(ended.rounds()).isEqualTo(2);
        assertThat(ended.reason()).contains("before round 3", "epsilon of the records of site-0");
        assertThat(federation.history().recordEvents("site-0")).hasSize(2);
        assertThat(states.subList(states.size() - 2, states.size()))
                .containsExactly(RoundState.PLANNED, RoundState.EXHAUSTED);
        assertThat(federation.resume().ending()).isEqualTo(Ending.EXHAUSTED);
        assertThat(federation.history().recordEvents("site-0")).hasSize(2);
    }

    @Test
    void run_goesThroughAllStatesInTheirOrder() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.rounds = 1;
        List<RoundState> states = new ArrayList<>();
        federation.listener = TestFederation.states(states);
        federation.begin();

        assertThat(states)
                .containsExactly(
                        RoundState.PLANNED,
                        RoundState.RESERVED,
                        RoundState.DISPATCHED,
                        RoundState.COLLECTING,
                        RoundState.AGGREGATED,
                        RoundState.NOISED,
                        RoundState.COMMITTED,
                        RoundState.RELEASED);
    }

    /** Two of four clients never answer, where three are needed: each attempt is aborted, and each is paid. */
    @Test
    void run_withTooFewAnswers_abortsAndPaysForEveryAttempt() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        federation.patience = new Patience(Duration.ofMillis(300), Duration.ofMillis(300), 3, 2);
        federation.way = server -> new Silent(server, List.of("site-1", "site-2"), 0);

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.ABORTED);
        assertThat(ended.rounds()).isZero();
        assertThat(ended.reason()).contains("round 1 was tried 2 times", "2 clients answered, of at least 3");
        for (String client : federation.data().keySet()) {
            assertThat(federation.history().recordEvents(client)).as(client).hasSize(2);
        }
    }

    /** The clients answer in later attempts: the round is made, and its first attempt stays paid. */
    @Test
    void run_afterAnAbortedAttempt_triesAgainAndHasPaidTwice() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.rounds = 2;
        federation.patience = new Patience(Duration.ofMillis(500), Duration.ofMillis(500), 3, 3);
        federation.way = server -> new Silent(server, List.of("site-1", "site-2"), 0).onlyIn(new Attempt(1, 0));

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.PLAN_DONE);
        assertThat(federation.reports.get(0).attempt()).isEqualTo(1);
        assertThat(federation.reports.get(1).attempt()).isZero();
        assertThat(federation.history().recordEvents("site-0")).hasSize(3);
        assertThat(federation.history().releasedEvents()).hasSize(3);
    }

    /** One of four does not answer: the rest make the round, and the denominator stays. */
    @Test
    void run_withOneDropOut_goesOnAndChargesItAllTheSame() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        federation.rounds = 1;
        federation.patience = new Patience(Duration.ofMillis(500), Duration.ofMillis(500), 3, 1);
        federation.way = server -> new Silent(server, List.of("site-3"), 0);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);
        assertThat(federation.history().recordEvents("site-3")).hasSize(1);
    }

    /** Each of the five steps of secure aggregation, with one of five clients gone from there on. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void run_withADropOutInAnyPhaseOfSecureAggregation_goesOn(int step) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.clients = 5;
        federation.clientNoise = Optional.of(new ClientNoise(5, 2, new Clipping.Flat(0.5)));
        federation.isSecure = true;
        federation.rounds = 1;
        federation.patience = new Patience(Duration.ofMillis(1500), Duration.ofMillis(1500), 3, 1);
        federation.way = server -> new Silent(server, List.of("site-2"), step);

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);
    }

    @Test
    void run_ofSecureAggregationWithTooFew_abortsAndPays() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.isSecure = true;
        federation.rounds = 1;
        federation.patience = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(1), 3, 2);
        federation.way = server -> new Silent(server, List.of("site-1"), 2).onlyIn(new Attempt(1, 0));

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);
        assertThat(federation.history().releasedEvents()).hasSize(2);
        assertThat(federation.history().recordEvents("site-0")).hasSize(2);
    }

    /** With a rate of a quarter over 12 rounds, some rounds have no client: 0.75^4 = 0.32 each; 1 % of seeds have none. */
    @Test
    void run_withSampledClients_takesANoisyStepWhoeverWasSampled() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.clientNoise = Optional.of(new ClientNoise(1, 1, new Clipping.Flat(0.5)));
        federation.rounds = 12;
        List<float[]> models = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        federation.listener = new RoundListener() {
            @Override
            public void released(RoundReport report, float[] parameters) {
                models.add(parameters);
            }

            @Override
            public synchronized void answered(String client, TaskId task) {
                answers.add(task.round() + client);
            }
        };

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.PLAN_DONE);
        List<Integer> empty = new ArrayList<>();
        for (int round = 1; round <= 12; round++) {
            String prefix = round + "site";
            if (answers.stream().noneMatch(answer -> answer.startsWith(prefix))) {
                empty.add(round);
            }
        }
        assertThat(empty).isNotEmpty();
        for (int round : empty) {
            if (round > 1) {
                assertThat(models.get(round - 1)).isNotEqualTo(models.get(round - 2));
            }
        }
        // What is charged does not tell who was sampled.
        for (String client : federation.data().keySet()) {
            assertThat(federation.history().participationEvents(client)).hasSize(12);
        }
        RoundReport last = federation.reports.get(11);
        assertThat(last.epsilonUser().getAsDouble())
                .isLessThan(last.epsilonUserKnown().getAsDouble());
    }

    /** A bound far too wide must come down: every update is within it, and half of them should be. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_withAdaptiveClipping_followsTheQuantileAtTheSamePrice(boolean isSecure) throws Exception {
        TestFederation flat = TestFederation.of(directory.resolve("flat"), PrivacyStyle.USER);
        TestFederation adaptive = TestFederation.of(directory.resolve("adaptive"), PrivacyStyle.USER);
        adaptive.isSecure = isSecure;
        flat.isSecure = isSecure;
        adaptive.rounds = 6;
        flat.rounds = 6;
        flat.clientNoise = Optional.of(new ClientNoise(4, 1.2, new Clipping.Flat(100)));
        adaptive.clientNoise = Optional.of(new ClientNoise(4, 1.2, new Clipping.Adaptive(100, 0.5, 1, 1.2)));
        flat.begin();
        adaptive.begin();

        assertThat(adaptive.reports.get(5).clippingNorm().getAsDouble()).isLessThan(60);
        assertThat(flat.reports.get(5).clippingNorm().getAsDouble()).isEqualTo(100);
        double price = flat.reports.get(5).epsilonUser().getAsDouble();
        // The integers of secure aggregation have one number more, and a hair more of rounding.
        assertThat(adaptive.reports.get(5).epsilonUser().getAsDouble())
                .isBetween(price * (1 - 1e-2), price * (1 + 1e-2));
    }

    /** What the sampler of clients' noise leaves open is charged for epsilons up to 20 and no further. */
    @Test
    void run_ofSecureAggregationBeyondEpsilon20_stopsBefore() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.USER);
        federation.isSecure = true;
        federation.clientNoise = Optional.of(new ClientNoise(4, 0.5, new Clipping.Flat(0.5)));
        federation.rounds = 5;

        Ended ended = federation.begin();

        assertThat(ended.ending()).isEqualTo(Ending.EXHAUSTED);
        assertThat(ended.rounds()).isBetween(1, 4);
        assertThat(ended.reason()).contains("accounted up to 20");
    }

    /** Revoked after the first round: left out from the second on, and neither noise nor charges of the others change. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void run_withAClientThatIsRevoked_goesOnWithoutItAndWithTheNoiseOfThePlan(boolean isSecure) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.isSecure = isSecure;
        federation.threshold = OptionalInt.of(3);
        Set<String> revoked = ConcurrentHashMap.newKeySet();
        federation.revoked = () -> Set.copyOf(revoked);
        List<String> notes = new ArrayList<>();
        federation.listener = new RoundListener() {
            @Override
            public void released(RoundReport report, float[] parameters) {
                revoked.addAll(List.of("site-2", "somebody of another run"));
            }

            @Override
            public void noted(String message) {
                notes.add(message);
            }
        };

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(federation.history().charges("site-2")).isEqualTo(1);
        assertThat(federation.history().charges("site-1")).isEqualTo(3);
        assertThat(Set.copyOf(federation.history().releasedEvents())).hasSize(1);
        assertThat(Set.copyOf(federation.history().participationEvents("site-1")))
                .hasSize(1);
        assertThat(notes).containsExactly("from round 2 on, these clients are left out as they were revoked: [site-2]");
    }

    /** One of five vanishes, and the server's patience is a day: each round ends with the grace, in every step. */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "true, 2", "true, 4"})
    void run_withAVanishedClient_endsEachRoundWithTheGrace(boolean isSecure, int step) throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.HYBRID);
        federation.clients = 5;
        federation.clientNoise = Optional.of(new ClientNoise(5, 2, new Clipping.Flat(0.5)));
        federation.isSecure = isSecure;
        federation.rounds = 2;
        federation.patience = new Patience(Duration.ofDays(1), Duration.ofMillis(200), 4, 1);
        // What the vanished client is asked and does not answer: each is one grace that the round waits.
        Map<Integer, Set<TaskId>> awaited = new ConcurrentHashMap<>();
        federation.way = server -> new Silent(
                new Coordinator() {
                    @Override
                    public Assignment next(String client, Duration wait) throws InterruptedException {
                        Assignment next = server.next(client, wait);
                        if (client.equals("site-2")
                                && next instanceof Assignment.Work work
                                && work.id().step() >= step) {
                            awaited.computeIfAbsent(work.id().round(), none -> ConcurrentHashMap.newKeySet())
                                    .add(work.id());
                        }
                        return next;
                    }

                    @Override
                    public void submit(String client, TaskId task, byte[] content) {
                        server.submit(client, task, content);
                    }
                },
                List.of("site-2"),
                step);
        long start = System.nanoTime();

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        System.out.printf(
                "a vanished client among five, secure %s, from step %d: 2 rounds with a grace of 200 ms in %d ms%n",
                isSecure, step, (System.nanoTime() - start) / 1_000_000);
        assertThat(awaited).containsOnlyKeys(1, 2);
        assertThat(awaited.values()).allSatisfy(tasks -> assertThat(tasks).hasSize(1));
    }

    /** Nobody is there: nothing is paid, however long that takes. Those who come make the round. */
    @Test
    void run_beforeAQuorumIsThere_waitsAndPaysNothing() throws Exception {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        AtomicBoolean isOpen = new AtomicBoolean();
        List<RoundState> statesBefore = new ArrayList<>();
        List<String> waits = new ArrayList<>();
        federation.listener = new RoundListener() {
            @Override
            public void entered(RoundState state, Attempt attempt) {
                if (!isOpen.get()) {
                    statesBefore.add(state);
                }
            }

            @Override
            public void waiting(int there, int needed) {
                waits.add(there + " of " + needed);
                isOpen.set(true);
            }
        };
        federation.way = server -> new Coordinator() {
            @Override
            public Assignment next(String client, Duration wait) throws InterruptedException {
                return isOpen.get() || client.compareTo("site-2") < 0
                        ? server.next(client, wait)
                        : new Assignment.Idle();
            }

            @Override
            public void submit(String client, TaskId task, byte[] content) {
                server.submit(client, task, content);
            }
        };

        assertThat(federation.begin().ending()).isEqualTo(Ending.PLAN_DONE);

        assertThat(statesBefore).isEmpty();
        assertThat(waits).first().isEqualTo("2 of 3");
        assertThat(federation.history().charges("site-0")).isEqualTo(3);
    }

    @Test
    void run_whoseModelIsNotFinite_stopsAndSaysSo() {
        TestFederation federation = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        federation.serverRate = 1e39;
        federation.rounds = 9;

        assertThatThrownBy(federation::begin)
                .isInstanceOf(TrainingStoppedException.class)
                .hasMessageContaining("not finite");
    }

    @Test
    void plan_thatDoesNotFitItsStyle_isRefused() {
        TestFederation sample = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        sample.isSecure = true;
        assertThatThrownBy(sample::plan).hasMessageContaining("secure aggregation is for styles user and hybrid");
        TestFederation noNoise = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        noNoise.sampleNoise = 0;
        assertThatThrownBy(noNoise::plan).hasMessageContaining("needs noise at clients");
        TestFederation clients = TestFederation.of(directory, PrivacyStyle.USER);
        clients.clientNoise = Optional.empty();
        assertThatThrownBy(clients::plan).hasMessageContaining("needs noise for clients");
        TestFederation sampled = TestFederation.of(directory, PrivacyStyle.USER);
        sampled.clientNoise = Optional.of(new ClientNoise(2, 1, new Clipping.Flat(1)));
        sampled.isSecure = true;
        assertThatThrownBy(sampled::plan).hasMessageContaining("with secure aggregation all take part");
        TestFederation many = TestFederation.of(directory, PrivacyStyle.SAMPLE);
        many.patience = new Patience(Duration.ofSeconds(1), Duration.ofSeconds(1), 9, 1);
        assertThatThrownBy(many::plan).hasMessageContaining("minimum of clients");
        assertThatThrownBy(() -> new ClientNoise(1, 1, new Clipping.PerLayer(1, Clipping.Split.EQUAL)))
                .hasMessageContaining("as a whole");
        assertThatThrownBy(() -> new ClientNoise(1, Double.NaN, new Clipping.Flat(1)))
                .hasMessageContaining("noise");
    }
}
