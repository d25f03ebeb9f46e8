package io.abacusdp.ledger.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ApproximateDp;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.GivenRdp;
import io.abacusdp.accounting.event.NoOp;
import io.abacusdp.accounting.event.NonPrivate;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.NotAllowedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorTest {
    private static final PrivacyUnit PATIENT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final Charge ON_MODEL = new Charge("model", List.of());

    private final MemoryState state = new MemoryState();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Processor ledger = new Processor(state, 0, now);
    private long facts;

    @BeforeEach
    void addAccounts() {
        ledger.begin("test");
        ledger.scopes().addAccount("org", PATIENT);
        ledger.scopes().addAccount("team", "org");
        ledger.scopes().addAccount("model", "team");
        ledger.scopes().addAccount("other", "team");
        ledger.scopes().addDataset("visits", PATIENT);
        ledger.scopes().addBlock("visits", "june");
        ledger.scopes().addBlock("visits", "july");
    }

    private void later(Duration by) {
        facts += ledger.facts().size();
        now = now.plus(by);
        ledger = new Processor(state, facts, now);
    }

    private static Price price(double rho) {
        return price(new ZeroConcentratedDp(0, rho));
    }

    private static Price price(DpEvent event) {
        return Price.of(event, Adjacency.ADD_OR_REMOVE_ONE);
    }

    private void limit(Scope scope, double rho) {
        ledger.scopes().setBudget(scope, new Budget(new ZcdpLimit(rho), null), "ann", "bob", "first");
    }

    private String reserve(String key, Price price) {
        return ((Outcome.Accepted) ledger.charges().reserve(key, ON_MODEL, price, MINUTE)).reservation();
    }

    private double spent(Scope scope) {
        return state.scope(scope).orElseThrow().lifetime().zcdp();
    }

    private RenyiCost reserved(Scope scope) {
        return state.scope(scope).orElseThrow().reserved().toCost();
    }

    @Test
    void charge_countsForAllAccountsAbove_andNoOthers() {
        limit(Scope.account("org"), 1);
        ledger.charges().charge("k", ON_MODEL, price(0.25));
        assertThat(spent(Scope.account("model"))).isBetween(0.25, 0.25 + 1e-11);
        assertThat(spent(Scope.account("team"))).isBetween(0.25, 0.25 + 1e-11);
        assertThat(spent(Scope.account("org"))).isBetween(0.25, 0.25 + 1e-11);
        assertThat(spent(Scope.account("other"))).isZero();
        assertThat(spent(Scope.dataset("visits"))).isZero();
    }

    /** A block has its dataset's limit anew, so that it is not for everybody to add. */
    @Test
    void block_byWhoDoesNotManageTheDataset_isNotAdded() {
        int before = ledger.facts().size();
        ledger.as(new Actor("eve", "team"));
        assertThatThrownBy(() -> ledger.scopes().addBlock("visits", "august")).isInstanceOf(NotAllowedException.class);
        assertThat(ledger.facts()).hasSize(before);
    }

    @Test
    void charge_thatOneScopeDenies_isRecordedNowhere_andNamesTheScope() {
        limit(Scope.account("org"), 1);
        limit(Scope.block("visits", "july"), 0.1);
        Charge both = new Charge("model", List.of(Scope.block("visits", "june"), Scope.block("visits", "july")));
        int before = ledger.facts().size();
        Outcome outcome = ledger.charges().charge("k", both, price(0.25));
        assertThat(((Outcome.Denied) outcome).over())
                .singleElement()
                .extracting(BudgetCheck::scope)
                .isEqualTo(Scope.block("visits", "july"));
        assertThat(ledger.facts()).hasSize(before);
        assertThat(spent(Scope.account("model"))).isZero();
        assertThat(spent(Scope.block("visits", "june"))).isZero();
    }

    @Test
    void blocks_doNotShareLoss_butTheWholeDatasetCountsInEach() {
        limit(Scope.dataset("visits"), 1);
        Charge june = new Charge("model", List.of(Scope.block("visits", "june")));
        Charge july = new Charge("model", List.of(Scope.block("visits", "july")));
        Charge whole = new Charge("model", List.of(Scope.dataset("visits")));
        assertThat(ledger.charges().charge("a", june, price(0.75))).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charges().charge("b", july, price(0.75))).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charges().charge("c", whole, price(0.26))).isInstanceOf(Outcome.Denied.class);
        assertThat(ledger.charges().charge("d", whole, price(0.125))).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charges().charge("e", june, price(0.13))).isInstanceOf(Outcome.Denied.class);
        assertThat(ledger.charges().charge("f", june, price(0.12))).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void startedReservation_cannotBeReleased_andIsChargedInFullWhenItLapses() {
        limit(Scope.account("org"), 1);
        String id = reserve("k", price(0.25));
        ledger.charges().start(id);
        assertThatThrownBy(() -> ledger.charges().release(id)).isInstanceOf(ConflictException.class);
        later(MINUTE);
        ledger.due().sweep();
        assertThat(state.reservation(id).orElseThrow().status()).isEqualTo(Reservation.Status.FORFEITED);
        assertThat(spent(Scope.account("org"))).isBetween(0.25, 0.25 + 1e-11);
        assertThat(reserved(Scope.account("org"))).isEqualTo(RenyiCost.ZERO);
        assertThatThrownBy(() -> ledger.charges().commit(id, price(0.125))).isInstanceOf(ConflictException.class);
    }

    @Test
    void lapsedReservation_cannotBeStarted_evenIfNobodySweptBefore() {
        limit(Scope.account("org"), 1);
        String id = reserve("k", price(0.25));
        later(MINUTE);
        assertThatThrownBy(() -> ledger.charges().start(id))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("EXPIRED");
        assertThat(reserved(Scope.account("org"))).isEqualTo(RenyiCost.ZERO);
        assertThat(spent(Scope.account("org"))).isZero();
    }

    @Test
    void commit_ofMoreThanReserved_inAnyComponent_isRefused() {
        limit(Scope.account("org"), 10);
        String id = reserve("k", price(new Gaussian(1)));
        assertThatThrownBy(() -> ledger.charges().commit(id, price(new Gaussian(2))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("STARTED");
        ledger.charges().start(id);
        assertThatThrownBy(() -> ledger.charges().commit(id, price(new Gaussian(0.999))))
                .isInstanceOf(ConflictException.class);
        // Less divergence at every order, but a probability of failure that was not reserved.
        assertThatThrownBy(() -> ledger.charges().commit(id, price(new ApproximateDp(1e-9, 1e-9))))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> ledger.charges().commit(id, price(new NoOp()))).isInstanceOf(ConflictException.class);
        ledger.charges().commit(id, price(new Gaussian(2)));
        assertThat(spent(Scope.account("org"))).isBetween(0.125, 0.125 + 1e-11);
        assertThatThrownBy(() -> ledger.charges().commit(id, price(new Gaussian(3))))
                .isInstanceOf(ConflictException.class);
        assertThat(ledger.charges().commit(id, price(new Gaussian(2))).status())
                .isEqualTo(Reservation.Status.COMMITTED);
    }

    @Test
    void releasedReservation_withAnInfiniteComponent_leavesNoTrace() {
        ledger.scopes()
                .setBudget(
                        Scope.account("org"), new Budget(new EpsilonDeltaLimit(5, 1e-5), null), "ann", "bob", "first");
        Price sampled = price(new GivenRdp(List.of(2.0, 64.0), List.of(0.01, 0.4)));
        assertThat(sampled.cost().zcdp()).isInfinite();
        String id = reserve("k", sampled);
        String second = reserve("l", sampled);
        ledger.charges().release(id);
        assertThat(reserved(Scope.account("org"))).isEqualTo(sampled.cost());
        ledger.charges().release(second);
        assertThat(reserved(Scope.account("org"))).isEqualTo(RenyiCost.ZERO);
    }

    @Test
    void whatIsNotPrivate_fitsNoBudget() {
        ledger.scopes()
                .setBudget(
                        Scope.account("org"),
                        new Budget(new EpsilonDeltaLimit(1000, 0.5), null),
                        "ann",
                        "bob",
                        "first");
        assertThat(ledger.charges().charge("k", ON_MODEL, price(new NonPrivate())))
                .isInstanceOf(Outcome.Denied.class);
    }

    @Test
    void charge_thatMeetsNoBudget_isRefused() {
        assertThatThrownBy(() -> ledger.charges().charge("k", ON_MODEL, price(0.1)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("no budget");
    }

    @Test
    void window_isOpenedByTwoPeople_afterItsTime_andLifetimeStays() {
        Scope org = Scope.account("org");
        ledger.scopes().setBudget(org, new Budget(new ZcdpLimit(1), Duration.ofDays(30)), "ann", "bob", "first");
        ledger.charges().charge("a", ON_MODEL, price(0.75));
        assertThat(ledger.charges().charge("b", ON_MODEL, price(0.5))).isInstanceOf(Outcome.Denied.class);
        later(Duration.ofDays(365));
        assertThat(ledger.charges().charge("b", ON_MODEL, price(0.5))).isInstanceOf(Outcome.Denied.class);
        assertThatThrownBy(() -> ledger.scopes().openWindow(org, 2, "ann", "ann", "why"))
                .hasMessageContaining("approved_by");
        assertThatThrownBy(() -> ledger.scopes().openWindow(org, 2, "ann", "bob", " "))
                .hasMessageContaining("reason");
        assertThatThrownBy(() -> ledger.scopes().openWindow(org, 3, "ann", "bob", "why"))
                .hasMessageContaining("is 2");
        ledger.scopes().openWindow(org, 2, "ann", "bob", "a new year");
        ledger.scopes().openWindow(org, 2, "ann", "bob", "a new year");
        assertThat(ledger.charges().charge("b", ON_MODEL, price(0.5))).isInstanceOf(Outcome.Accepted.class);
        assertThat(spent(org)).isBetween(1.25, 1.25 + 1e-11);
        assertThatThrownBy(() -> ledger.scopes().openWindow(org, 3, "ann", "bob", "again"))
                .hasMessageContaining("lasts until");
        assertThatThrownBy(() -> ledger.scopes().openWindow(Scope.account("team"), 2, "ann", "bob", "x"))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void windowOfADataset_beginsAnewInItsBlocks_butNotForTheirOwnBudgets() {
        Scope visits = Scope.dataset("visits");
        ledger.scopes().setBudget(visits, new Budget(new ZcdpLimit(1), Duration.ofDays(30)), "ann", "bob", "first");
        limit(Scope.block("visits", "july"), 1.5);
        for (String part : List.of("june", "july")) {
            ledger.charges().charge(part, new Charge("model", List.of(Scope.block("visits", part))), price(0.75));
        }
        later(Duration.ofDays(30));
        ledger.scopes().openWindow(visits, 2, "ann", "bob", "a new month");
        Charge june = new Charge("model", List.of(Scope.block("visits", "june")));
        Charge july = new Charge("model", List.of(Scope.block("visits", "july")));
        assertThat(ledger.charges().charge("x", june, price(0.8))).isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charges().charge("y", july, price(0.8))).isInstanceOf(Outcome.Denied.class);
        assertThatThrownBy(() -> ledger.scopes()
                        .setBudget(
                                Scope.block("visits", "june"),
                                new Budget(new ZcdpLimit(1), Duration.ofDays(1)),
                                "ann",
                                "bob",
                                "x"))
                .hasMessageContaining("window");
    }

    @Test
    void budget_isChangedByTwoPeopleOnly() {
        Scope org = Scope.account("org");
        limit(org, 1);
        limit(org, 1);
        Budget more = new Budget(new ZcdpLimit(2), null);
        assertThatThrownBy(() -> ledger.scopes().setBudget(org, more, "ann", null, "more"))
                .hasMessageContaining("approved_by");
        assertThatThrownBy(() -> ledger.scopes().setBudget(org, more, "ann", "ann", "more"))
                .hasMessageContaining("approved_by");
        ledger.scopes().setBudget(org, more, "ann", "bob", "more");
        assertThat(ledger.charges().charge("k", ON_MODEL, price(1.5))).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void sameNameAgain_isFine_otherDefinition_isNot() {
        int before = ledger.facts().size();
        ledger.scopes().addAccount("model", "team");
        ledger.scopes().addDataset("visits", PATIENT);
        ledger.scopes().addBlock("visits", "june");
        assertThat(ledger.facts()).hasSize(before);
        assertThatThrownBy(() -> ledger.scopes().addAccount("model", "org")).isInstanceOf(ConflictException.class);
        PrivacyUnit client = new PrivacyUnit("client", Adjacency.ADD_OR_REMOVE_ONE);
        assertThatThrownBy(() -> ledger.scopes().addDataset("visits", client)).isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> ledger.scopes().addAccount("x", "none")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void unitsThatDiffer_areNotAddedUp() {
        ledger.scopes().addDataset("devices", new PrivacyUnit("device", Adjacency.ADD_OR_REMOVE_ONE));
        ledger.scopes().addDataset("swapped", new PrivacyUnit("patient", Adjacency.REPLACE_ONE));
        limit(Scope.account("org"), 1);
        for (String dataset : List.of("devices", "swapped")) {
            Charge mixed = new Charge("model", List.of(Scope.dataset(dataset)));
            assertThatThrownBy(() -> ledger.charges().charge("k", mixed, price(0.1)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining("unit");
        }
        Price swapped = Price.of(new Gaussian(9), Adjacency.REPLACE_ONE);
        assertThatThrownBy(() -> ledger.charges().charge("k", ON_MODEL, swapped))
                .hasMessageContaining("add_or_remove_one");
        assertThatThrownBy(() -> ledger.scopes().addBlock("swapped", "x")).hasMessageContaining("replace_one");
    }

    @Test
    void scopes_thatDoNotGoTogether_areRefused() {
        limit(Scope.account("org"), 1);
        Scope june = Scope.block("visits", "june");
        for (List<Scope> scopes :
                List.of(List.of(june, june), List.of(june, Scope.dataset("visits")), List.of(Scope.account("other")))) {
            assertThatThrownBy(() -> ledger.charges().charge("k", new Charge("model", scopes), price(0.1)))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageStartingWith("scopes");
        }
        assertThatThrownBy(() ->
                        ledger.charges().charge("k", new Charge("model", List.of(Scope.dataset("none"))), price(0.1)))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void badInput_isRefusedByField() {
        limit(Scope.account("org"), 1);
        assertThatThrownBy(() -> ledger.charges().reserve("k", ON_MODEL, price(0.1), Duration.ZERO))
                .hasMessageContaining("ttl");
        assertThatThrownBy(() -> ledger.charges().reserve("k", ON_MODEL, price(0.1), Duration.ofDays(31)))
                .hasMessageContaining("ttl");
        assertThatThrownBy(() -> ledger.charges().charge("", ON_MODEL, price(0.1)))
                .hasMessageContaining("idempotency_key");
        assertThatThrownBy(() -> ledger.charges().charge("a b", ON_MODEL, price(0.1)))
                .hasMessageContaining("idempotency_key");
        assertThatThrownBy(() -> ledger.scopes().addAccount("a/b", PATIENT))
                .isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> ledger.scopes().addAccount("-a", PATIENT)).isInstanceOf(InvalidRequestException.class);
        assertThatThrownBy(() -> Scope.parse("nothing:x")).hasMessageContaining("scope");
        assertThatThrownBy(() -> Scope.parse("block:x")).hasMessageContaining("dataset/part");
        assertThatThrownBy(() -> new Budget(new ZcdpLimit(1), Duration.ZERO)).hasMessageContaining("window");
        assertThatThrownBy(() -> new Charge("a", Collections.nCopies(101, Scope.dataset("d"))))
                .hasMessageContaining("100");
        assertThatThrownBy(() -> ledger.scopes()
                        .setBudget(Scope.account("team"), new Budget(new ZcdpLimit(1), null), "ann", "bob", "a\u0000b"))
                .hasMessageContaining("reason");
        assertThatThrownBy(() -> ledger.charges().start("nonsense")).isInstanceOf(NotFoundException.class);
    }

    @Test
    void otherRequest_underTheSameKey_isRefused() {
        limit(Scope.account("org"), 1);
        Outcome first = ledger.charges().reserve("k", ON_MODEL, price(0.1), MINUTE);
        assertThat(ledger.charges().reserve("k", ON_MODEL, price(0.1), MINUTE)).isEqualTo(first);
        assertThatThrownBy(() -> ledger.charges().reserve("k", ON_MODEL, price(0.2), MINUTE))
                .isInstanceOf(KeyReusedException.class);
        assertThatThrownBy(() -> ledger.charges().reserve("k", ON_MODEL, price(0.1), MINUTE.plusSeconds(1)))
                .isInstanceOf(KeyReusedException.class);
        assertThatThrownBy(() -> ledger.charges().charge("k", ON_MODEL, price(0.1)))
                .isInstanceOf(KeyReusedException.class);
        assertThatThrownBy(() -> ledger.charges().charge("k", new Charge("other", List.of()), price(0.1)))
                .isInstanceOf(KeyReusedException.class);
    }

    @Test
    void tree_isAtMostSixteenDeep() {
        String parent = "org";
        for (int i = 2; i <= 16; i++) {
            ledger.scopes().addAccount("level" + i, parent);
            parent = "level" + i;
        }
        String deepest = parent;
        assertThatThrownBy(() -> ledger.scopes().addAccount("level17", deepest)).hasMessageContaining("16");
    }

    @Test
    void termCounts_doNotOverflow() {
        assertThat(Price.Term.sumOfCounts(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(1L << 61);
        assertThat(Price.Term.sumOfCounts(2, 3)).isEqualTo(5);
    }
}
