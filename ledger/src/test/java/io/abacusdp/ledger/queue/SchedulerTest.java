package io.abacusdp.ledger.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.Gaussian;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Budget PACED = new Budget(new ZcdpLimit(1), null, new Pace(false, DAY, BEGIN));

    private final Map<BudgetWindow, BudgetCheck> rooms = new HashMap<>();
    private final Map<String, Map<BudgetWindow, Double>> had = new HashMap<>();
    private final Map<String, List<String>> lineages = new HashMap<>();
    private final List<Task> tasks = new ArrayList<>();

    private BudgetWindow block(String name, double takenRho) {
        Scope scope = Scope.block("d", name);
        BudgetCheck check = new BudgetCheck(scope, scope, PACED, RenyiCost.ZERO, cost(takenRho), BEGIN);
        rooms.put(BudgetWindow.of(check), check);
        return BudgetWindow.of(check);
    }

    private static RenyiCost cost(double rho) {
        return rho == 0 ? RenyiCost.ZERO : RenyiCost.of(new ZeroConcentratedDp(0, rho), Adjacency.ADD_OR_REMOVE_ONE);
    }

    private void wish(String id, List<String> lineage, double rho, int priority, BudgetWindow... parts) {
        Map<BudgetWindow, Double> shares = new HashMap<>();
        for (BudgetWindow part : parts) {
            shares.put(part, rho);
        }
        tasks.add(new Task(id, lineage, shares, cost(rho), priority, tasks.size()));
    }

    private List<String> servedAt(double partOfDay) {
        Instant at = BEGIN.plusMillis((long) (partOfDay * DAY.toMillis()));
        return new Scheduler(tasks, rooms, had, lineages, at)
                .served().stream().map(Task::id).toList();
    }

    /** zCDP is linear, and for the Gaussian 2σ²ρ = 1: the share of ρ = 1/4 in a limit of 1 is 1/4 by definition. */
    @Test
    void share_ofALinearLimit_isTheQuotient() {
        assertThat(Share.of(new ZcdpLimit(1), cost(0.25))).isCloseTo(0.25, within(1e-8));
        assertThat(Share.of(new ZcdpLimit(0.1), cost(0.25))).isCloseTo(2.5, within(1e-7));
        RenyiCost once = RenyiCost.of(new Gaussian(20), Adjacency.ADD_OR_REMOVE_ONE);
        EpsilonDeltaLimit limit = new EpsilonDeltaLimit(2, 1e-6);
        assertThat(Share.of(limit, once.times(10))).isCloseTo(10 * Share.of(limit, once), within(1e-6));
        assertThat(Share.of(limit, RenyiCost.ZERO)).isZero();
    }

    @Test
    void nothing_isServedBeyondWhatIsUnlocked() {
        BudgetWindow part = block("b", 0);
        for (int i = 0; i < 10; i++) {
            wish("t" + i, List.of("a"), 0.0999, 0, part);
        }
        assertThat(servedAt(0)).isEmpty();
        assertThat(servedAt(0.31)).hasSize(3);
        assertThat(servedAt(2)).hasSize(10);
    }

    @Test
    void accounts_takeTurnsByTheirDominantShare() {
        BudgetWindow part = block("b", 0);
        for (int i = 0; i < 20; i++) {
            wish("greedy" + i, List.of("greedy"), 0.1, 0, part);
        }
        wish("modest0", List.of("modest"), 0.1, 0, part);
        wish("modest1", List.of("modest"), 0.1, 0, part);
        List<String> served = servedAt(0.41);
        assertThat(served).hasSize(4).contains("modest0", "modest1");
    }

    @Test
    void anAccountThatSplitsItselfUp_gainsNothing() {
        BudgetWindow part = block("b", 0);
        for (int child = 0; child < 9; child++) {
            for (int i = 0; i < 10; i++) {
                wish("s" + child + i, List.of("sybil", "child" + child), 0.0499, 0, part);
            }
        }
        for (int i = 0; i < 20; i++) {
            wish("plain" + i, List.of("plain"), 0.0499, 0, part);
        }
        long plain = servedAt(1).stream().filter(id -> id.startsWith("plain")).count();
        assertThat(plain).isGreaterThanOrEqualTo(10);
    }

    @Test
    void whoIsWithinTheirPart_isNotStarvedBySmallerRequestsOfOthers() {
        BudgetWindow part = block("b", 0);
        wish("large", List.of("patient"), 0.45, 0, part);
        for (int i = 0; i < 100; i++) {
            wish("mouse" + i, List.of("greedy"), 0.01, 0, part);
        }
        // Round for round, as a day goes on; greedy always has something small that fits.
        List<String> all = new ArrayList<>();
        for (int hour = 1; hour <= 24; hour++) {
            for (String id : servedAt(hour / 24.0 + 1e-6)) {
                Task task = tasks.stream()
                        .filter(one -> one.id().equals(id))
                        .findFirst()
                        .orElseThrow();
                tasks.remove(task);
                all.add(id);
                lineages.put(task.account(), task.lineage());
                Map<BudgetWindow, Double> sums = had.computeIfAbsent(task.account(), none -> new HashMap<>());
                task.shares().forEach((key, share) -> sums.merge(key, share, Double::sum));
                rooms.computeIfPresent(part, (same, room) -> room.with(task.cost()));
            }
        }
        assertThat(all).contains("large");
        assertThat(all).hasSize(1 + 54);
    }

    @Test
    void priority_ordersOneAccountsRequests_andNoOtherAccounts() {
        BudgetWindow part = block("b", 0);
        wish("low", List.of("a"), 0.1, 0, part);
        wish("high", List.of("a"), 0.2, 5, part);
        wish("other", List.of("b"), 0.1, -100, part);
        // Only 0.1 is unlocked: low must not pass high, and b's request does not suffer from a's priorities.
        assertThat(servedAt(0.11)).containsExactly("other");
        assertThat(servedAt(0.31)).containsExactly("other", "high");
    }

    @Test
    void withinAnAccount_whatTakesLessOverAllBlocksComesFirst() {
        BudgetWindow first = block("b1", 0);
        BudgetWindow second = block("b2", 0);
        BudgetWindow third = block("b3", 0);
        wish("wide", List.of("a"), 0.5, 0, first, second, third);
        wish("one", List.of("a"), 0.6, 0, first);
        wish("two", List.of("a"), 0.6, 0, second);
        wish("three", List.of("a"), 0.6, 0, third);
        assertThat(servedAt(1)).containsExactlyInAnyOrder("one", "two", "three");
    }

    @Test
    void entitlements_sumToOne() {
        List<List<String>> lineages =
                List.of(List.of("r"), List.of("r", "a"), List.of("r", "a", "x"), List.of("r", "b"), List.of("s"));
        Entitlements weights = new Entitlements(lineages);
        assertThat(lineages.stream().mapToDouble(weights::of).sum()).isCloseTo(1, within(1e-12));
        assertThat(weights.of(List.of("s"))).isEqualTo(0.5);
        assertThat(weights.of(List.of("r", "b"))).isCloseTo(0.5 / 3, within(1e-12));
    }
}
