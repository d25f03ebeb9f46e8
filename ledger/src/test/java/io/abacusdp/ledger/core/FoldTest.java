package io.abacusdp.ledger.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
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
                new Fact.Restored("test-2", "a head", "ann", "bob", "the disk was lost"));
        Fold fold = new Fold(new MemoryState());
        Set<Class<?>> kinds = new HashSet<>();
        for (int i = 0; i < history.size(); i++) {
            String by = history.get(i) instanceof Fact.Proposed ? "ann" : "bob";
            StampedFact next = new StampedFact(i + 1, AT, by, history.get(i));
            assertThatCode(() -> fold.add(next)).as(next.toString()).doesNotThrowAnyException();
            kinds.add(history.get(i).getClass());
        }
        assertThat(kinds).containsExactlyInAnyOrder(Fact.class.getPermittedSubclasses());
    }
}
