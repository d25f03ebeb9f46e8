package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Share;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who is served next from budgets that unlock as time goes.
 *
 * <p>Among accounts: the one comes first whose dominant share, its greatest part of any budget, would be least, measured by what
 * it is entitled to. An account is entitled to its parent's part divided by the number of the parent's children that ask or
 * were served; so an account that splits itself up gains nothing. Within an account: by the priority that it gave, then by how
 * little a request takes of what is left, summed over its budgets, so that more fit in; what has lower priority does not pass
 * what has a higher one and waits for the same budget.
 *
 * <p>Nobody beyond their part is served with what somebody within theirs waits for: a request beyond has to leave room, in the
 * whole limit, for all that wait and are within. So what is within its part is served at the latest when all is unlocked,
 * unless others had taken more before it was asked for.
 *
 * <p>Source: dominant private block fairness, arXiv:2106.15335; packing by the sum over blocks, arXiv:2212.13228; a hierarchy of
 * accounts as in arXiv:2301.08517's budget planner is ours.
 */
final class Scheduler {
    private static final double ROUNDING = 1e-6;

    private final Map<BudgetWindow, BudgetCheck> rooms;
    private final Map<BudgetWindow, Double> taken = new HashMap<>();
    private final Map<BudgetWindow, Double> claimed = new HashMap<>();
    private final Map<String, Line> lines = new TreeMap<>();
    private final Instant at;

    /** One account: what it had, what it is entitled to, and what it waits for. */
    private static final class Line {
        final Map<BudgetWindow, Double> had;
        final List<Task> waiting = new ArrayList<>();
        final Map<BudgetWindow, Integer> held = new HashMap<>();
        final Set<String> claims = new HashSet<>();
        double weight = 1;
        int next;

        Line(Map<BudgetWindow, Double> had) {
            this.had = had;
        }

        /** Its dominant share after a task, of what it is entitled to; only budgets count that the task meets. */
        double after(Task task, Map<BudgetWindow, Double> base) {
            double most = 0;
            for (Map.Entry<BudgetWindow, Double> one : task.shares().entrySet()) {
                most = Math.max(most, base.getOrDefault(one.getKey(), 0.0) + one.getValue());
            }
            return most / weight;
        }
    }

    /**
     * A scheduler for one moment.
     *
     * @param rooms all budgets that tasks meet, as they stand
     * @param had what each account had of each budget so far; its keys are the accounts that were served
     * @param lineages of all accounts that were served
     */
    Scheduler(
            List<Task> tasks,
            Map<BudgetWindow, BudgetCheck> rooms,
            Map<String, Map<BudgetWindow, Double>> had,
            Map<String, List<String>> lineages,
            Instant at) {
        this.rooms = new HashMap<>(rooms);
        this.at = at;
        rooms.forEach((part, room) -> taken.put(part, Share.of(room.budget().limit(), room.taken())));
        Map<String, List<String>> active = new TreeMap<>(lineages);
        for (Task task : tasks) {
            active.put(task.account(), task.lineage());
            lines.computeIfAbsent(task.account(), name -> new Line(new HashMap<>(had.getOrDefault(name, Map.of()))))
                    .waiting
                    .add(task);
        }
        Entitlements weights = new Entitlements(active.values());
        lines.values().forEach(line -> {
            line.weight = weights.of(line.waiting.get(0).lineage());
            Map<String, Double> sizes = new HashMap<>();
            line.waiting.forEach(task -> sizes.put(task.id(), size(task)));
            line.waiting.sort(Comparator.comparingInt((Task task) -> -task.priority())
                    .thenComparing((Task task) -> sizes.getOrDefault(task.id(), 0.0))
                    .thenComparingLong(Task::arrival));
            claim(line);
        });
    }

    /** Those who are served now, in order. */
    List<Task> served() {
        List<Task> served = new ArrayList<>();
        while (true) {
            Line best = null;
            double least = Double.POSITIVE_INFINITY;
            for (Line line : lines.values()) {
                Task head = head(line);
                if (head != null && line.after(head, line.had) < least) {
                    least = line.after(head, line.had);
                    best = line;
                }
            }
            if (best == null) {
                return served;
            }
            serve(best, served);
        }
    }

    private void serve(Line line, List<Task> served) {
        Task task = line.waiting.get(line.next++);
        boolean claims = line.claims.remove(task.id());
        task.shares().forEach((part, share) -> {
            line.had.merge(part, share, Double::sum);
            taken.merge(part, share, Double::sum);
            if (claims) {
                claimed.merge(part, -share, Double::sum);
            }
            rooms.computeIfPresent(part, (same, room) -> room.with(task.cost()));
        });
        served.add(task);
    }

    /**
     * The first task of an account that can be served. What cannot be now cannot be later in this round, as rooms only become
     * smaller; so it is passed over for good.
     */
    private @Nullable Task head(Line line) {
        for (; line.next < line.waiting.size(); line.next++) {
            Task task = line.waiting.get(line.next);
            if (fits(task, line)) {
                return task;
            }
            task.shares().keySet().forEach(part -> line.held.merge(part, task.priority(), Math::max));
        }
        return null;
    }

    private boolean fits(Task task, Line line) {
        boolean within = line.after(task, line.had) <= 1 + ROUNDING;
        boolean claims = line.claims.contains(task.id());
        for (Map.Entry<BudgetWindow, Double> one : task.shares().entrySet()) {
            BudgetWindow part = one.getKey();
            BudgetCheck room = rooms.get(part);
            if (room == null || line.held.getOrDefault(part, Integer.MIN_VALUE) > task.priority()) {
                return false;
            }
            double others = claimed.getOrDefault(part, 0.0) - (claims ? one.getValue() : 0);
            if (!within && taken.getOrDefault(part, 0.0) + one.getValue() + others > 1 - ROUNDING) {
                return false;
            }
            if (!room.admitsUnlocked(task.cost(), at)) {
                return false;
            }
        }
        return true;
    }

    /** Marks the tasks of an account that are within what it is entitled to, and holds room for them. */
    private void claim(Line line) {
        Map<BudgetWindow, Double> sum = new HashMap<>(line.had);
        for (Task task : line.waiting) {
            if (line.after(task, sum) <= 1 + ROUNDING) {
                line.claims.add(task.id());
                task.shares().forEach((part, share) -> {
                    sum.merge(part, share, Double::sum);
                    claimed.merge(part, share, Double::sum);
                });
            }
        }
    }

    /** What a task takes of what is left, over all budgets together. */
    private double size(Task task) {
        double sum = 0;
        for (Map.Entry<BudgetWindow, Double> one : task.shares().entrySet()) {
            sum += one.getValue() / Math.max(1e-9, 1 - taken.getOrDefault(one.getKey(), 0.0));
        }
        return sum;
    }
}
