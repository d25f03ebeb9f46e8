package io.abacusdp.ledger.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FoldTest {
    private static final Instant AT = Instant.EPOCH;
    private static final Duration DAY = Duration.ofDays(1);
    private static final PrivacyUnit UNIT = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);

    /** Who adds a kind of fact has to say here, and in the fold, what follows from it. */
    @Test
    void everyKindOfFact_isKnown() {
        Scope acme = Scope.account("acme");
        Price price = Price.of(new Gaussian(10), UNIT.adjacency());
        List<Fact> history = List.of(
                new Fact.LedgerOpened("test"),
                new Fact.AccountAdded("acme", null, UNIT),
                new Fact.DatasetAdded("visits", UNIT),
                new Fact.BlockAdded("visits", "june"),
                new Fact.BudgetSet(acme, new Budget(new ZcdpLimit(1), Duration.ofDays(1)), "ann", null, "first"),
                new Fact.WindowOpened(acme, 2, "ann", "bob", "a new year"),
                new Fact.Priced(price),
                new Fact.Charged("r8", "a", "body", "acme", List.of(), price.id()),
                new Fact.Reserved("r9", "b", "body", "acme", List.of(), price.id(), AT.plusSeconds(1)),
                new Fact.Extended("r9", AT.plusSeconds(2)),
                new Fact.Started("r9"),
                new Fact.Committed("r9", price.id()),
                new Fact.Reserved("r13", "c", "body", "acme", List.of(), price.id(), AT.plusSeconds(1)),
                new Fact.Released("r13"),
                new Fact.Reserved("r15", "d", "body", "acme", List.of(), price.id(), AT),
                new Fact.Lapsed("r15"),
                new Fact.DatasetBound("visits", "acme"),
                new Fact.BudgetedDataRequired("acme"),
                new Fact.PersonAdded("ann", null, "first"),
                new Fact.SubjectMapped("0".repeat(64), "ann", null, "bob", "because"),
                new Fact.KeyIssued("0".repeat(16), "laptop", "0".repeat(64), "ann", true, List.of("admin"), null, null),
                new Fact.KeyWithdrawn("0".repeat(16), "laptop"),
                new Fact.PersonAdded("bob", null, "second"),
                new Fact.Proposed("p", "0".repeat(64), AT.plusSeconds(1)),
                new Fact.Approved("p"),
                new Fact.ClockConfirmed(AT, "idle"),
                new Fact.BudgetSet(
                        acme,
                        new Budget(new ZcdpLimit(1), Duration.ofDays(1), new Pace(true, null, AT)),
                        "ann",
                        "bob",
                        "refreshes"),
                new Fact.WindowRefreshed(acme, 3, AT.plus(DAY)),
                new Fact.BlocksDeclared(
                        "visits",
                        new BlockRule(BlockRule.By.TIME, DAY, AT, new Budget(new ZcdpLimit(1), null), "ann", "bob"),
                        "days"),
                new Fact.Restored("test-2", "a head", "ann", "bob", "the disk was lost"));
        Fold fold = new Fold(new MemoryState());
        Set<Class<?>> kinds = new HashSet<>();
        for (int i = 0; i < history.size(); i++) {
            String by = history.get(i) instanceof Fact.Proposed ? "ann" : "bob";
            boolean later = history.get(i) instanceof Fact.WindowRefreshed;
            StampedFact next = new StampedFact(i + 1, later ? AT.plus(DAY) : AT, by, history.get(i));
            assertThatCode(() -> fold.add(next)).as(next.toString()).doesNotThrowAnyException();
            kinds.add(history.get(i).getClass());
        }
        assertThat(kinds).containsExactlyInAnyOrder(Fact.class.getPermittedSubclasses());
    }

    /** What a server with a clock that runs ahead, or its keeper, might write: a replay does not take it. */
    @Test
    void windowThatOpensByItself_beforeTheOneBeforeHasPassed_cannotFollow() {
        Scope acme = Scope.account("acme");
        Fold fold = new Fold(new MemoryState());
        fold.add(new StampedFact(1, AT, new Fact.LedgerOpened("test")));
        fold.add(new StampedFact(2, AT, new Fact.AccountAdded("acme", null, UNIT)));
        Budget budget = new Budget(new ZcdpLimit(1), DAY, new Pace(true, null, AT));
        fold.add(new StampedFact(3, AT, new Fact.BudgetSet(acme, budget, "ann", "bob", "first")));
        Instant early = AT.plus(DAY).minusMillis(1);
        for (Fact forged : List.of(
                new Fact.WindowRefreshed(acme, 2, AT.plus(DAY)),
                new Fact.WindowRefreshed(acme, 2, early),
                new Fact.WindowRefreshed(acme, 1, AT),
                new Fact.WindowRefreshed(acme, 3, AT.plus(DAY)))) {
            assertThatThrownBy(() -> fold.add(new StampedFact(4, early, forged)))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() ->
                        fold.add(new StampedFact(4, AT.plus(DAY), new Fact.WindowRefreshed(acme, 3, AT.plus(DAY)))))
                .isInstanceOf(IllegalStateException.class);
        fold.add(new StampedFact(4, AT.plus(DAY), new Fact.WindowRefreshed(acme, 2, AT.plus(DAY))));
    }
}
