package io.abacusdp.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.CurveLimit;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.StoredLedger;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.UnavailableException;
import io.abacusdp.ledger.api.data.UntrustedLedgerException;
import io.abacusdp.ledger.core.Fact;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.RandomSequence;
import io.abacusdp.ledger.journal.Audit;
import io.abacusdp.ledger.journal.JournalEntry;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.journal.Verification;
import io.abacusdp.ledger.log.NodeHash;
import io.abacusdp.ledger.log.RightEdge;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds in every database. */
abstract class StoreContractTest {
    private static final PrivacyUnit PATIENT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
    private static final Charge ON_MODEL = new Charge("model", List.of(Scope.block("visits", "june")));
    private static final DpEvent SMALL = new ZeroConcentratedDp(0, 0x1p-10);

    final SigningKey key = SigningKey.generate();
    final SettableClock clock = new SettableClock();
    private String url = "";
    private final List<AutoCloseable> open = new ArrayList<>();

    abstract String newDatabase();

    @BeforeEach
    void chooseDatabase() {
        url = newDatabase();
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    Ledger openLedger() {
        Ledger ledger = Ledger.open(url, key, clock);
        open.add(ledger);
        return ledger;
    }

    /** What is below a ledger, as a further server. */
    LedgerStore openStore() {
        LedgerStore store = LedgerStore.open(url, key, clock);
        open.add(store);
        return store;
    }

    /** A ledger in which the given number of small charges on the model fits, and not one more. */
    Ledger openLedgerFor(int charges) {
        Ledger ledger = openLedger();
        fill(ledger, charges);
        return ledger;
    }

    static void fill(Ledger ledger, int charges) {
        ledger.addAccount("hospital", PATIENT);
        ledger.addAccount("team", "hospital");
        ledger.addAccount("model", "team");
        ledger.addDataset("visits", PATIENT);
        ledger.addBlock("visits", "june");
        ledger.addBlock("visits", "july");
        Budget budget = new Budget(new ZcdpLimit((charges + 0.5) * 0x1p-10), null);
        ledger.setBudget(Scope.dataset("visits"), budget, "ann", "bob", "agreed by the board");
        Budget wide = new Budget(new EpsilonDeltaLimit(40, 1e-6), Duration.ofDays(1));
        ledger.setBudget(Scope.account("hospital"), wide, "ann", "bob", "agreed by the board");
    }

    String url() {
        return url;
    }

    void assertSound(Ledger ledger) {
        Audit audit = ledger.journal().verify(List.of(key.publicKey()), List.of());
        assertThat(audit.journal().finding()).isEmpty();
        assertThat(audit.differences()).isEmpty();
        assertThat(audit.isSound()).isTrue();
    }

    static long accepted(Ledger ledger) {
        return ledger.scope(Scope.account("model")).charges();
    }

    @Test
    void restart_afterEveryKindOfFact_findsTheSameState() {
        Ledger ledger = openLedgerFor(100);
        ledger.setBudget(
                Scope.account("team"),
                new Budget(new CurveLimit(List.of(2.0, 8.0), List.of(10.0, 50.0)), null),
                "ann",
                "bob",
                "first");
        String run = ((Outcome.Accepted) ledger.reserve("k1", ON_MODEL, SMALL, Duration.ofSeconds(60))).reservation();
        ledger.start(run);
        ledger.extend(run, Duration.ofSeconds(90));
        ledger.commit(run, new ZeroConcentratedDp(0, 0x1p-11));
        String idle = ((Outcome.Accepted) ledger.reserve("k2", ON_MODEL, SMALL, Duration.ofSeconds(60))).reservation();
        ledger.release(idle);
        String late = ((Outcome.Accepted) ledger.reserve("k3", ON_MODEL, SMALL, Duration.ofSeconds(60))).reservation();
        ledger.start(late);
        ledger.charge("k4", ON_MODEL, SMALL);
        clock.advance(Duration.ofDays(2));
        ledger.openWindow(Scope.account("hospital"), 2, "ann", "bob", "a new year");
        assertSound(ledger);
        ScopeState before = ledger.scope(Scope.account("hospital"));
        ledger.close();
        Ledger again = openLedger();
        assertThat(again.scope(Scope.account("hospital"))).isEqualTo(before);
        assertThat(again.reservation(run).status()).isEqualTo(Reservation.Status.COMMITTED);
        assertThat(again.reservation(idle).status()).isEqualTo(Reservation.Status.RELEASED);
        assertThat(again.reservation(late).status()).isEqualTo(Reservation.Status.FORFEITED);
        // Spent: the committed half, the forfeited one and the charge; each was rounded up to a unit of 2^-40 or not at
        // all.
        assertThat(before.lifetime().zcdp()).isBetween(2.5 * 0x1p-10, 2.5 * 0x1p-10 + 4 * 0x1p-40);
        assertThat(before.window().zcdp()).isEqualTo(0);
        assertThat(again.history("hospital", 0, 10)).hasSize(4);
        assertSound(again);
    }

    @Test
    void randomSequences_inOneDatabase_answerAsTheReferenceDoes() {
        LedgerStore store = openStore();
        RandomSequence.Subject subject = new RandomSequence.Subject() {
            @Override
            public <A> A at(Instant time, Function<Processor, A> request) {
                clock.set(time);
                return store.write(Set.of(), request);
            }

            @Override
            public ScopeState scope(Scope scope) {
                return store.read(state -> state.scope(scope).orElseThrow());
            }
        };
        for (int i = 0; i < 15; i++) {
            // Time only goes on, so that each sequence begins after the end of the one before.
            new RandomSequence(
                            subject,
                            1000 + i,
                            "s" + i,
                            Instant.parse("2026-01-02T00:00:00Z").plusSeconds(2_000_000L * i))
                    .run(40);
        }
        Audit audit = store.verify(List.of(key.publicKey()), List.of());
        assertThat(audit.isSound()).isTrue();
        assertThat(audit.journal().entries()).isGreaterThan(200);
    }

    @Test
    void sameKey_sameRequest_givesTheSameAnswer_evenAfterItIsClosed() {
        Ledger ledger = openLedgerFor(1);
        Outcome first = ledger.reserve("k", ON_MODEL, SMALL, Duration.ofSeconds(10));
        clock.advance(Duration.ofSeconds(11));
        assertThat(ledger.reserve("k", ON_MODEL, SMALL, Duration.ofSeconds(10))).isEqualTo(first);
        assertThat(ledger.reservation(((Outcome.Accepted) first).reservation()).status())
                .isEqualTo(Reservation.Status.EXPIRED);
    }

    @Test
    void denial_isNotRecorded_andItsKeyMayBeTriedAgain() {
        Ledger ledger = openLedgerFor(1);
        Outcome.Accepted held = (Outcome.Accepted) ledger.reserve("a", ON_MODEL, SMALL, Duration.ofSeconds(10));
        long head = ledger.journal().head().size();
        assertThat(ledger.charge("b", ON_MODEL, SMALL)).isInstanceOf(Outcome.Denied.class);
        assertThat(ledger.journal().head().size()).isEqualTo(head);
        ledger.release(held.reservation());
        assertThat(ledger.charge("b", ON_MODEL, SMALL)).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charge("c", ON_MODEL, SMALL)).isInstanceOf(Outcome.Denied.class);
    }

    @Test
    void failingRequest_doesNotFailItsNeighbours() {
        Ledger ledger = openLedgerFor(100);
        LedgerStore store = openStore();
        Price price = Price.of(SMALL, PATIENT.adjacency());
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            int number = i;
            // Each on a thread of its own, so that they wait together: the common pool may have one only.
            answers.add(CompletableFuture.supplyAsync(
                    () -> {
                        if (number % 3 == 0) {
                            String name = "k" + number;
                            return store.write(
                                            Set.of(name),
                                            processor -> processor.charges().charge(name, ON_MODEL, price))
                                    instanceof Outcome.Accepted;
                        }
                        if (number % 3 == 1) {
                            assertThatThrownBy(() -> store.write(
                                            Set.of(),
                                            processor -> processor.charges().start("r" + (100_000 + number))))
                                    .isInstanceOf(NotFoundException.class);
                        } else {
                            // Not a refusal but a fault: nothing of what it recorded may be kept.
                            assertThatThrownBy(() -> store.write(Set.of(), processor -> {
                                        processor.scopes().addAccount("half" + number, PATIENT);
                                        throw new IllegalStateException("broken");
                                    }))
                                    .isInstanceOf(IllegalStateException.class);
                        }
                        return true;
                    },
                    task -> new Thread(task).start()));
        }
        assertThat(answers).allMatch(CompletableFuture::join);
        assertThat(accepted(ledger)).isEqualTo(20);
        assertThatThrownBy(() -> ledger.scope(Scope.account("half2"))).isInstanceOf(NotFoundException.class);
        assertSound(ledger);
    }

    @Test
    void journal_cannotBeChangedOrEmptied() throws SQLException {
        openLedgerFor(3).charge("k", ON_MODEL, SMALL);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "UPDATE ledger_journal SET entry = 'x' WHERE seq = 1",
                    "DELETE FROM ledger_journal",
                    "DELETE FROM ledger_journal WHERE seq = 1")) {
                assertThatThrownBy(() -> statement.execute(sql)).hasMessageContaining("append-only");
            }
        }
    }

    @Test
    void changedStateTable_isFoundByVerification() throws SQLException {
        Ledger ledger = openLedgerFor(3);
        ledger.charge("k", ON_MODEL, SMALL);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE ledger_scope SET charges = 0 WHERE scope = 'account:team'");
            statement.execute("UPDATE ledger_scope_term SET times = 7 WHERE scope = 'account:hospital'");
        }
        assertThat(ledger.journal().verify(List.of(key.publicKey()), List.of()).differences())
                .containsExactly("scope account:team", "terms of account:hospital");
    }

    @Test
    void journalThatDoesNotEndAtItsHead_isNotOpened() throws SQLException {
        Ledger ledger = openLedgerFor(3);
        String earlier = ledger.journal().head().toString();
        ledger.charge("k", ON_MODEL, SMALL);
        ledger.close();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE ledger_head SET note = '" + earlier + "'");
        }
        assertThatThrownBy(this::openLedger)
                .isInstanceOf(UntrustedLedgerException.class)
                .hasMessageContaining("verify");
    }

    @Test
    void export_restoredElsewhere_isTheSameLedger() throws Exception {
        Ledger ledger = openLedgerFor(5);
        for (int i = 0; i < 5; i++) {
            ledger.charge("k" + i, ON_MODEL, new Gaussian(30 + i));
        }
        Outcome held = ledger.reserve("held", ON_MODEL, SMALL, Duration.ofSeconds(100));
        StringWriter exported = new StringWriter();
        ledger.journal().export(exported);
        String other = newDatabase();
        Verification restored =
                StoredLedger.restore(other, new StringReader(exported.toString()), List.of(key.publicKey()));
        assertThat(restored.finding()).isEmpty();
        try (Ledger copy = Ledger.open(other, key, clock)) {
            assertThat(copy.journal().head()).isEqualTo(ledger.journal().head());
            assertThat(copy.reserve("held", ON_MODEL, SMALL, Duration.ofSeconds(100)))
                    .isEqualTo(held);
            assertSound(copy);
            assertThat(copy.charge("after", ON_MODEL, SMALL)).isInstanceOf(Outcome.class);
        }
        assertThatThrownBy(() ->
                        StoredLedger.restore(other, new StringReader(exported.toString()), List.of(key.publicKey())))
                .hasMessageContaining("holds a ledger already");
    }

    @Test
    void export_thatWasTamperedWith_isNotRestored() throws Exception {
        Ledger ledger = openLedgerFor(5);
        ledger.charge("k", ON_MODEL, SMALL);
        StringWriter exported = new StringWriter();
        ledger.journal().export(exported);
        String other = newDatabase();
        String tampered = exported.toString().replace("\"visits\"", "\"visitz\"");
        assertThat(StoredLedger.restore(other, new StringReader(tampered), List.of(key.publicKey()))
                        .finding())
                .isPresent();
        Verification restored =
                StoredLedger.restore(other, new StringReader(exported.toString()), List.of(key.publicKey()));
        assertThat(restored.finding()).isEmpty();
    }

    @Test
    void lapsedReservation_isClosedWithoutAnyRequest() throws InterruptedException {
        Ledger ledger = openLedgerFor(5);
        Outcome.Accepted held = (Outcome.Accepted) ledger.reserve("k", ON_MODEL, SMALL, Duration.ofSeconds(10));
        ledger.start(held.reservation());
        clock.advance(Duration.ofSeconds(10));
        for (int i = 0;
                i < 1000 && ledger.reservation(held.reservation()).status() == Reservation.Status.STARTED;
                i++) {
            Thread.sleep(20);
        }
        assertThat(ledger.reservation(held.reservation()).status()).isEqualTo(Reservation.Status.FORFEITED);
        assertThatThrownBy(() -> ledger.commit(held.reservation(), SMALL)).isInstanceOf(ConflictException.class);
        assertThat(accepted(ledger)).isEqualTo(1);
    }

    @Test
    void clockThatGoesBack_doesNotTakeTimeBack() {
        Ledger ledger = openLedgerFor(5);
        Outcome.Accepted first = (Outcome.Accepted) ledger.charge("a", ON_MODEL, SMALL);
        clock.advance(Duration.ofSeconds(-50));
        Outcome.Accepted second = (Outcome.Accepted) ledger.charge("b", ON_MODEL, SMALL);
        assertThat(second.at()).isEqualTo(first.at());
        assertSound(ledger);
    }

    @Test
    void clockTenYearsAhead_isRefusedAndMovesNoExpiry() {
        Ledger ledger = openLedgerFor(5);
        ledger.charge("a", ON_MODEL, SMALL);
        clock.advance(Duration.ofDays(3650));
        assertThatThrownBy(() -> ledger.reserve("b", ON_MODEL, SMALL, Duration.ofSeconds(10)))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("the clock says 2035-12-30")
                .hasMessageContaining("nothing was recorded");
        assertThat(ledger.unreadiness()).get().asString().contains("set the clock right");
        clock.advance(Duration.ofDays(-3650));
        assertThat(ledger.unreadiness()).isEmpty();
        Outcome.Accepted held = (Outcome.Accepted) ledger.reserve("b", ON_MODEL, SMALL, Duration.ofSeconds(10));
        assertThat(held.expires()).isEqualTo(clock.instant().plusSeconds(10));
        clock.advance(Duration.ofMinutes(-2));
        assertThatThrownBy(() -> ledger.charge("c", ON_MODEL, SMALL)).hasMessageContaining("set the clock right");
        assertThat(ledger.unreadiness()).isPresent();
        assertSound(ledger);
    }

    @Test
    void clockLongAfterTheLastFact_isRightIfSomebodySaysSo() {
        Ledger ledger = openLedgerFor(5);
        clock.advance(Duration.ofDays(60));
        assertThatThrownBy(() -> ledger.charge("a", ON_MODEL, SMALL)).hasMessageContaining("confirm it");
        ledger.as(new Actor("ann", null)).confirmClock("nobody worked in summer");
        assertThat(ledger.charge("a", ON_MODEL, SMALL)).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.journal().entries(0, 1000).stream().map(JournalEntry::stamped))
                .anySatisfy(fact -> {
                    assertThat(fact.by()).isEqualTo("ann");
                    assertThat(fact.fact()).isInstanceOf(Fact.ClockConfirmed.class);
                });
        assertSound(ledger);
    }

    @Test
    void journalPages_followEachOther() {
        Ledger ledger = openLedgerFor(5);
        long head = ledger.journal().head().size();
        List<JournalEntry> all = ledger.journal().entries(0, 1000);
        assertThat(all).hasSize((int) head);
        assertThat(ledger.journal().entries(3, 2)).isEqualTo(all.subList(3, 5));
        RightEdge edge = RightEdge.empty();
        all.forEach(entry -> edge.add(NodeHash.ofHex(entry.hash())));
        assertThat(edge.root()).isEqualTo(ledger.journal().head().root());
    }

    @Test
    void closedLedger_refuses() {
        Ledger ledger = openLedgerFor(5);
        ledger.close();
        assertThatThrownBy(() -> ledger.addAccount("late", PATIENT)).hasMessageContaining("closed");
    }

    @Test
    void race_forExactlyAThousand_acceptsExactlyAThousand() throws Exception {
        Ledger ledger = openLedgerFor(1000);
        race(List.of(ledger), 1000);
        assertThat(accepted(ledger)).isEqualTo(1000);
        assertSound(ledger);
    }

    /** Lets clients of these servers race for so many small charges. */
    static void race(List<Ledger> servers, int fit) throws Exception {
        ExecutorService requests = Executors.newCachedThreadPool();
        try {
            Race.run(fit, (key, random) -> {
                Ledger server = servers.get(random.nextInt(servers.size()));
                Future<Outcome> answer = requests.submit(() -> server.charge(key, ON_MODEL, SMALL));
                Outcome outcome =
                        random.nextInt(3) == 0 ? answer.get(random.nextInt(3), TimeUnit.MILLISECONDS) : answer.get();
                return outcome instanceof Outcome.Accepted accepted
                        ? Optional.of(accepted.reservation())
                        : Optional.empty();
            });
        } finally {
            requests.shutdown();
            assertThat(requests.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    static Charge onModel() {
        return ON_MODEL;
    }

    static DpEvent small() {
        return SMALL;
    }
}
