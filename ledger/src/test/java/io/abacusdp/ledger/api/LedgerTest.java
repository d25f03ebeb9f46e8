package io.abacusdp.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Composed;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.PureDp;
import io.abacusdp.accounting.event.Repeated;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.exact.ExactAccountant;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.InvalidRequestException;
import io.abacusdp.ledger.api.data.KeyedCharge;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final PrivacyUnit PATIENT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Charge ON_MODEL = new Charge("model", List.of(Scope.dataset("visits")));
    private static final DpEvent RUN = DpEvent.sampledGaussian(0.01, 1, 1000);

    @TempDir
    Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private Ledger ledger;

    @BeforeEach
    void openLedger() {
        ledger = Ledger.open("jdbc:sqlite:" + directory.resolve("ledger.db"), SigningKey.generate(), Clock.systemUTC());
        ledger.addAccount("org", PATIENT);
        ledger.addAccount("model", "org");
        ledger.addDataset("visits", PATIENT);
        ledger.addBlock("visits", "june");
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private void limit(Scope scope, double epsilon) {
        ledger.setBudget(scope, new Budget(new EpsilonDeltaLimit(epsilon, 1e-5), null), "ann", "bob", "first");
    }

    @Test
    void chargeAll_answersInOrder_andTheSameAgain() {
        ledger.setBudget(Scope.account("org"), new Budget(new ZcdpLimit(0.25), null), "ann", "bob", "first");
        List<KeyedCharge> charges = IntStream.range(0, 3)
                .mapToObj(i -> new KeyedCharge("k" + i, ON_MODEL, new ZeroConcentratedDp(0, 0.1)))
                .toList();
        List<Outcome> answers = ledger.chargeAll(charges);
        assertThat(answers.get(0)).isInstanceOf(Outcome.Accepted.class);
        assertThat(answers.get(1)).isInstanceOf(Outcome.Accepted.class);
        assertThat(answers.get(2)).isInstanceOf(Outcome.Denied.class);
        assertThat(ledger.chargeAll(charges.subList(0, 2))).isEqualTo(answers.subList(0, 2));
        assertThat(ledger.charge("k1", ON_MODEL, new ZeroConcentratedDp(0, 0.1)))
                .isEqualTo(answers.get(1));
        assertThat(ledger.scope(Scope.account("org")).charges()).isEqualTo(2);
    }

    @Test
    void balance_showsTheFilterBesideTheFixedPlan() {
        limit(Scope.account("org"), 8);
        ledger.charge("a", ON_MODEL, RUN);
        ledger.charge("b", ON_MODEL, new Gaussian(5));
        Balance balance = ledger.balance(Scope.account("org"), 1e-5, PATIENCE);
        double exact = new ExactAccountant()
                .epsilon(new Composed(List.of(RUN, new Gaussian(5))), Adjacency.ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(balance.fixedPlan().accountant()).isEqualTo("exact");
        assertThat(balance.fixedPlan().epsilon()).isEqualTo(exact);
        assertThat(balance.adaptiveLifetime()).isGreaterThan(exact).isLessThan(2 * exact);
        assertThat(balance.adaptiveWindow()).isEqualTo(balance.adaptiveLifetime());
        Balance.Standing standing = balance.budget().orElseThrow();
        assertThat(standing.taken().limit()).isEqualTo(8);
        assertThat(standing.taken().used()).isEqualTo(balance.adaptiveLifetime());
        assertThat(standing.remaining())
                .isLessThanOrEqualTo(8 - standing.taken().used());
        long more = balance.moreLikeLast().orElseThrow();
        Quote quote = ledger.quote(ON_MODEL, new Gaussian(5));
        assertThat(quote.times()).isEqualTo(more);
        assertThat(more).isPositive();
        assertThat(ledger.charge("all", ON_MODEL, new Repeated(more, new Gaussian(5))))
                .isInstanceOf(Outcome.Accepted.class);
        assertThat(ledger.charge("one", ON_MODEL, new Gaussian(5))).isInstanceOf(Outcome.Denied.class);
    }

    @Test
    void balance_withReservations_showsThemApart() {
        ledger.setBudget(Scope.account("org"), new Budget(new ZcdpLimit(1), null), "ann", "bob", "first");
        ledger.charge("a", ON_MODEL, new ZeroConcentratedDp(0, 0.25));
        ledger.reserve("b", ON_MODEL, new ZeroConcentratedDp(0, 0.5), Duration.ofHours(1));
        Balance.Standing standing =
                ledger.balance(Scope.account("org"), 1e-6).budget().orElseThrow();
        assertThat(standing.spent().used()).isBetween(0.25, 0.25 + 1e-11);
        assertThat(standing.reserved().used()).isBetween(0.5, 0.5 + 1e-11);
        assertThat(standing.taken().used()).isBetween(0.75, 0.75 + 1e-11);
        assertThat(standing.remaining()).isBetween(0.25 - 1e-11, 0.25);
        assertThat(ledger.balance(Scope.account("model"), 1e-6).moreLikeLast()).hasValue(1);
        assertThat(ledger.balance(Scope.account("model"), 1e-6).budget()).isEmpty();
    }

    @Test
    void balanceOfNothing_isZero() {
        Balance balance = ledger.balance(Scope.account("org"), 1e-6, PATIENCE);
        assertThat(balance.adaptiveLifetime()).isZero();
        assertThat(balance.fixedPlan().epsilon()).isZero();
        assertThat(balance.budget()).isEmpty();
        assertThat(balance.moreLikeLast()).isEmpty();
        assertThatThrownBy(() -> ledger.balance(Scope.account("none"), 1e-6)).isInstanceOf(NotFoundException.class);
        for (double delta : new double[] {0, 1, -1, Double.NaN}) {
            assertThatThrownBy(() -> ledger.balance(Scope.account("org"), delta))
                    .isInstanceOf(InvalidRequestException.class);
        }
    }

    @Test
    void balanceOfABlock_countsTheDatasetToo() {
        limit(Scope.dataset("visits"), 8);
        limit(Scope.block("visits", "june"), 8);
        ledger.charge("a", ON_MODEL, new Gaussian(5));
        ledger.charge("b", new Charge("model", List.of(Scope.block("visits", "june"))), new Gaussian(5));
        Balance block = ledger.balance(Scope.block("visits", "june"), 1e-5, PATIENCE);
        double both = new ExactAccountant()
                .epsilon(new Repeated(2, new Gaussian(5)), Adjacency.ADD_OR_REMOVE_ONE, 1e-5)
                .epsilon();
        assertThat(block.fixedPlan()).isEqualTo(new Balance.FixedPlanEpsilon(both, "exact", ""));
        Balance dataset = ledger.balance(Scope.dataset("visits"), 1e-5, PATIENCE);
        assertThat(dataset.adaptiveLifetime()).isEqualTo(block.adaptiveLifetime());
        assertThat(dataset.fixedPlan().note()).contains("block");
        assertThat(dataset.fixedPlan().epsilon()).isEqualTo(dataset.adaptiveLifetime());
        assertThat(block.moreLikeLast()).isEqualTo(dataset.moreLikeLast());
    }

    @Test
    void fixedPlan_ofTooManyDifferentEvents_isTheFiltersBound() {
        limit(Scope.account("org"), 8);
        ledger.charge(
                "a",
                ON_MODEL,
                new Composed(IntStream.range(0, 300)
                        .<DpEvent>mapToObj(i -> new Gaussian(500 + i))
                        .toList()));
        Balance balance = ledger.balance(Scope.account("org"), 1e-5, PATIENCE);
        assertThat(balance.fixedPlan().note()).contains("256");
        assertThat(balance.fixedPlan().epsilon()).isEqualTo(balance.adaptiveLifetime());
    }

    @Test
    void refusal_namesTheBudgetThatIsExceeded_andWhatWouldFit() {
        limit(Scope.account("org"), 8);
        limit(Scope.dataset("visits"), 1);
        Outcome outcome = ledger.charge("k", ON_MODEL, DpEvent.sampledGaussian(0.01, 2, 10_000));
        Refusal refusal = Refusal.of((Outcome.Denied) outcome);
        assertThat(refusal.scope()).isEqualTo(Scope.dataset("visits"));
        assertThat(refusal.measure()).isEqualTo("epsilon");
        assertThat(refusal.order()).isPresent();
        assertThat(refusal.limit()).isEqualTo(1);
        assertThat(refusal.spent()).isZero();
        assertThat(refusal.reserved()).isZero();
        assertThat(refusal.requested()).isGreaterThan(1).isEqualTo(refusal.total());
        assertThat(refusal.remaining()).isBetween(1 - 1e-12, 1.0);
        Advice advice = refusal.advice();
        Repeated fewer = (Repeated) advice.fewerSteps().orElseThrow();
        assertThat(ledger.quote(ON_MODEL, fewer).refusal()).isEmpty();
        assertThat(ledger.quote(ON_MODEL, new Repeated(fewer.count() + 1, fewer.event()))
                        .refusal())
                .isPresent();
        Repeated louder = (Repeated) advice.moreNoise().orElseThrow();
        assertThat(louder.count()).isEqualTo(10_000);
        assertThat(ledger.charge("louder", ON_MODEL, louder)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void advice_whereThereIsNone_isEmpty() {
        limit(Scope.account("org"), 1);
        Refusal refusal = Refusal.of((Outcome.Denied) ledger.charge("k", ON_MODEL, new PureDp(50)));
        assertThat(refusal.advice()).isEqualTo(new Advice(Optional.empty(), Optional.empty()));
        Quote quote = ledger.quote(ON_MODEL, new PureDp(50));
        assertThat(quote.times()).isZero();
        assertThat(quote.refusal()).isPresent();
    }

    @Test
    void quote_changesNothing_andNeedsABudget() {
        long head = ledger.journal().head().size();
        assertThatThrownBy(() -> ledger.quote(ON_MODEL, RUN)).isInstanceOf(ConflictException.class);
        assertThat(ledger.journal().head().size()).isEqualTo(head);
    }

    @Test
    void recordedPrice_isFoundAgain() {
        limit(Scope.account("org"), 8);
        Outcome.Accepted accepted = (Outcome.Accepted) ledger.charge("k", ON_MODEL, RUN);
        assertThat(ledger.recordedPrice(
                                ledger.reservation(accepted.reservation()).price())
                        .event())
                .isEqualTo(RUN);
        assertThatThrownBy(() -> ledger.recordedPrice("none")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ledger.reservation("r999")).isInstanceOf(NotFoundException.class);
        assertThat(ledger.history("org", 0, 10)).hasSize(1);
    }
}
