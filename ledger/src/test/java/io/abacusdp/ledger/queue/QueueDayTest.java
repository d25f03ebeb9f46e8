package io.abacusdp.ledger.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.ZeroConcentratedDp;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.Share;
import io.abacusdp.ledger.core.BudgetChecks;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.Processor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A day of 2,000 requests over 50 blocks, of ten accounts of which one asks for as much as all others together and early: by the
 * queue, and first come, first served. Both are decided by the ledger's own processor.
 */
class QueueDayTest {
    private static final int BLOCKS = 50;
    private static final int REQUESTS = 2000;
    private static final double LIMIT = 1;
    private static final Instant MORNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration TTL = Duration.ofDays(30);
    private static final Map<Double, Price> PRICES = new HashMap<>();
    private static final Map<Double, Double> SHARES = new HashMap<>();

    /** One request: when, by whom, for which blocks, and how much ρ of each. */
    private record Wish(int minute, String account, List<Scope> blocks, double rho, int number) {}

    /** What a day came to. */
    private record Day(Map<String, Integer> served, Map<String, Double> share, double mostTaken) {
        int total() {
            return served.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Jain's index of the accounts' dominant shares: 1 if all are equal, 1/n if one has all. */
        double fairness() {
            double sum =
                    share.values().stream().mapToDouble(Double::doubleValue).sum();
            double squares = share.values().stream().mapToDouble(x -> x * x).sum();
            return sum * sum / (share.size() * squares);
        }

        double least() {
            return share.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElseThrow();
        }
    }

    /** Mice take 0.5 % of one to three blocks, elephants 10 % of ten to thirty; drawn from a fixed seed. */
    private static List<Wish> wishes(long seed) {
        Random random = new Random(seed);
        List<Wish> wishes = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            boolean greedy = random.nextBoolean();
            int minute = greedy ? random.nextInt(360) : random.nextInt(1440);
            boolean elephant = random.nextInt(4) == 0;
            int count = elephant ? 10 + random.nextInt(21) : 1 + random.nextInt(3);
            int first = random.nextInt(BLOCKS - count + 1);
            wishes.add(new Wish(
                    minute,
                    greedy ? "a0" : "a" + (1 + random.nextInt(9)),
                    IntStream.range(first, first + count)
                            .mapToObj(b -> Scope.block("visits", "b" + b))
                            .toList(),
                    elephant ? 0.1 : 0.005,
                    i));
        }
        wishes.sort(java.util.Comparator.comparingInt(Wish::minute).thenComparingInt(Wish::number));
        return wishes;
    }

    private final MemoryState state = new MemoryState();
    private long seq;

    private <A> A at(Instant time, java.util.function.Function<Processor, A> request) {
        Processor processor = new Processor(state, seq, time);
        processor.begin("day");
        A answer = request.apply(processor);
        seq += processor.facts().size();
        return answer;
    }

    private void setUp(@Nullable Pace pace) {
        PrivacyUnit unit = new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE);
        at(MORNING, processor -> {
            for (int i = 0; i < 10; i++) {
                processor.scopes().addAccount("a" + i, unit);
            }
            processor
                    .scopes()
                    .addDataset(
                            "visits",
                            unit,
                            IntStream.range(0, BLOCKS).mapToObj(b -> "b" + b).toList(),
                            List.of());
            for (int b = 0; b < BLOCKS; b++) {
                Budget budget = new Budget(new ZcdpLimit(LIMIT), null, pace);
                processor.scopes().setBudget(Scope.block("visits", "b" + b), budget, "ann", "bob", "day");
            }
            return true;
        });
    }

    private static Price price(double rho) {
        return PRICES.computeIfAbsent(
                rho, one -> Price.of(new ZeroConcentratedDp(0, one), Adjacency.ADD_OR_REMOVE_ONE));
    }

    /** What a request takes of a block's limit. */
    private static double share(double rho) {
        return SHARES.computeIfAbsent(
                rho, one -> Share.of(new ZcdpLimit(LIMIT), price(one).cost()));
    }

    private Day day(List<Wish> accepted) {
        Map<String, Integer> served = new TreeMap<>();
        Map<String, Map<Scope, Double>> sums = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            served.put("a" + i, 0);
            sums.put("a" + i, new HashMap<>(Map.of(Scope.block("visits", "b0"), 0.0)));
        }
        for (Wish wish : accepted) {
            served.merge(wish.account, 1, Integer::sum);
            wish.blocks.forEach(
                    block -> sums.getOrDefault(wish.account, Map.of()).merge(block, wish.rho / LIMIT, Double::sum));
        }
        Map<String, Double> dominant = new TreeMap<>();
        sums.forEach((account, parts) -> dominant.put(
                account,
                parts.values().stream().mapToDouble(Double::doubleValue).max().orElse(0)));
        double most = state.scopes().stream()
                .filter(scope -> scope.scope().kind() == Scope.Kind.BLOCK)
                .flatMapToDouble(scope -> DoubleStream.of(
                        scope.lifetime().plus(scope.reserved().toCost()).zcdp()))
                .max()
                .orElseThrow();
        return new Day(served, dominant, most);
    }

    private Day firstCome(List<Wish> wishes) {
        setUp(null);
        List<Wish> accepted = new ArrayList<>();
        for (Wish wish : wishes) {
            Outcome outcome = at(
                    MORNING.plusSeconds(60L * wish.minute),
                    processor -> processor
                            .charges()
                            .reserve("k" + wish.number, new Charge(wish.account, wish.blocks), price(wish.rho), TTL));
            if (outcome instanceof Outcome.Accepted) {
                accepted.add(wish);
            }
        }
        return day(accepted);
    }

    private Day queued(List<Wish> wishes) {
        setUp(new Pace(false, Duration.ofDays(1), null));
        Map<String, Map<BudgetWindow, Double>> had = new HashMap<>();
        Map<String, List<String>> lineages = new HashMap<>();
        Map<String, Wish> waiting = new HashMap<>();
        List<Wish> accepted = new ArrayList<>();
        int next = 0;
        for (int minute = 0; minute <= 1440; minute += 20) {
            Instant now = MORNING.plusSeconds(60L * minute);
            for (; next < wishes.size() && wishes.get(next).minute <= minute; next++) {
                waiting.put("k" + wishes.get(next).number, wishes.get(next));
            }
            List<Task> tasks = new ArrayList<>();
            Map<BudgetWindow, BudgetCheck> rooms = new HashMap<>();
            waiting.forEach((key, wish) -> {
                Map<BudgetWindow, Double> shares = new HashMap<>();
                for (BudgetCheck check : BudgetChecks.of(state, wish.account, wish.blocks)) {
                    rooms.put(BudgetWindow.of(check), check);
                    shares.put(BudgetWindow.of(check), share(wish.rho));
                }
                tasks.add(new Task(
                        key, List.of(wish.account), shares, price(wish.rho).cost(), 0, wish.number));
            });
            for (Task task : new Scheduler(tasks, rooms, had, lineages, now).served()) {
                Wish wish = Objects.requireNonNull(waiting.get(task.id()));
                Outcome outcome = at(
                        now,
                        processor -> processor
                                .charges()
                                .grant(task.id(), new Charge(wish.account, wish.blocks), price(wish.rho), TTL));
                if (outcome instanceof Outcome.Accepted) {
                    waiting.remove(task.id());
                    accepted.add(wish);
                    lineages.put(wish.account, task.lineage());
                    Map<BudgetWindow, Double> sums = had.computeIfAbsent(wish.account, none -> new HashMap<>());
                    task.shares().forEach((part, share) -> sums.merge(part, share, Double::sum));
                }
            }
        }
        return day(accepted);
    }

    @Test
    void queue_servesMoreAndMoreFairly_thanFirstComeFirstServed() {
        List<Wish> wishes = wishes(15);
        Day first = new QueueDayTest().firstCome(wishes);
        Day queue = new QueueDayTest().queued(wishes);
        for (Map.Entry<String, Day> one : new TreeMap<>(Map.of("first come", first, "queue", queue)).entrySet()) {
            Day day = one.getValue();
            System.out.printf(
                    "%s: served %d of %d, Jain's index of dominant shares %.3f, least share %.3f, most taken of a limit of %s: %.6f%n",
                    one.getKey(), day.total(), REQUESTS, day.fairness(), day.least(), LIMIT, day.mostTaken());
        }
        assertThat(first.mostTaken()).isLessThanOrEqualTo(LIMIT);
        assertThat(queue.mostTaken()).isLessThanOrEqualTo(LIMIT);
        assertThat(queue.total()).isGreaterThanOrEqualTo((int) (1.3 * first.total()));
        assertThat(queue.fairness()).isGreaterThanOrEqualTo(1.5 * first.fairness());
        assertThat(queue.least()).isGreaterThan(first.least());
    }
}
