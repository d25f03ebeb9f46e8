package io.abacusdp.ledger.queue;

import io.abacusdp.ledger.api.QueueDesk;
import io.abacusdp.ledger.api.QueueDesk.Grant;
import io.abacusdp.ledger.api.QueueDesk.Outlook;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.KeyReusedException;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.Share;
import io.abacusdp.ledger.api.data.UnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that wait for budget. Who waits is kept in memory, and nothing of it is recorded: after a restart, and at another
 * server, who asks again under the same key waits anew, and finds what was granted before. What is granted is a reservation in
 * the journal, under the request's key: no queue can overspend, and no request is granted twice. Safe for use by several
 * threads.
 */
public final class BudgetQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BudgetQueue.class);

    /** How many may wait: of all, and of one who asks. */
    static final int MAX_WAITING = 10_000;

    static final int MAX_OF_ONE = 500;

    /** How long an answer that nobody has fetched is kept. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private static final long MAX_LEISURE = Duration.ofSeconds(10).toNanos();
    private static final long TICK_MILLIS = 1000;
    private static final long FIRST_LOOK_MILLIS = 1000;

    private final QueueDesk desk;
    private final Clock clock;
    private final ServedShares served;
    private final Map<String, Entry> byKey = new LinkedHashMap<>();
    private final Semaphore wake = new Semaphore(0);
    private final Thread thread;
    private long arrivals;
    private long rounds;
    private volatile boolean closed;

    private static final class Entry {
        final String id = UUID.randomUUID().toString();
        final QueueRequest request;
        final Instant since;
        final long arrival;

        @Nullable
        QueueAnswer answer;

        Entry(QueueRequest request, Instant since, long arrival) {
            this.request = request;
            this.since = since;
            this.arrival = arrival;
        }

        Instant until() {
            return since.plus(request.patience());
        }
    }

    /** A queue, which serves until it is closed. */
    public BudgetQueue(QueueDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
        this.served = new ServedShares(desk);
        this.thread = new Thread(this::run, "ledger-queue");
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /**
     * Asks for budget, or what became of a request under the same key.
     *
     * @throws KeyReusedException if the key is that of another request
     * @throws ConflictException if no budget applies, or too many wait
     */
    public QueueAnswer ask(QueueRequest request) {
        Grant grant = request.grant();
        Optional<Outcome> earlier = desk.earlier(grant);
        if (earlier.isPresent() && earlier.get() instanceof Outcome.Accepted accepted) {
            forget(grant.key());
            return new QueueAnswer.Granted(accepted);
        }
        Outlook outlook = desk.outlook(grant.actor(), grant.charge());
        Entry entry;
        long round;
        synchronized (this) {
            Entry known = byKey.get(grant.key());
            if (known != null && !isSame(known.request, request)) {
                throw new KeyReusedException(grant.key(), known.id);
            }
            if (known == null) {
                if (isHopeless(outlook, grant)) {
                    return new QueueAnswer.Refused(forecast(outlook, grant, visible(List.of(outlook), grant.actor())));
                }
                requireRoom(grant.actor());
                known = new Entry(request, clock.instant(), arrivals++);
                byKey.put(grant.key(), known);
            }
            entry = known;
            round = rounds;
        }
        wake.release();
        return answer(entry, round);
    }

    /** A request that waits, if it is within reach of who asks. */
    public QueueAnswer.Ticket find(String id, Actor who) {
        Entry entry;
        synchronized (this) {
            entry = byKey.values().stream()
                    .filter(one -> one.id.equals(id) && one.answer == null)
                    .findFirst()
                    .orElse(null);
        }
        String account = entry == null ? "" : entry.request.grant().charge().account();
        if (entry == null || desk.covered(who, Set.of(account)).isEmpty()) {
            throw new NotFoundException("request of this id that waits here; ask again under its key");
        }
        return tickets(List.of(entry), who).get(0);
    }

    /** Requests that wait and are within reach of who asks, in the order in which they came, after the one of this id. */
    public List<QueueAnswer.Ticket> list(Actor who, String after, int most) {
        List<Entry> all;
        synchronized (this) {
            all = byKey.values().stream().filter(one -> one.answer == null).toList();
        }
        int begin = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id.equals(after)) {
                begin = i + 1;
            }
        }
        Set<String> covered = desk.covered(
                who,
                all.stream()
                        .map(entry -> entry.request.grant().charge().account())
                        .collect(Collectors.toSet()));
        List<Entry> page = all.subList(begin, all.size()).stream()
                .filter(entry -> covered.contains(entry.request.grant().charge().account()))
                .limit(most)
                .toList();
        return tickets(page, who);
    }

    /** Ends a wait. What was granted before is a reservation, and can be released as such. */
    public void cancel(String id, Actor who) {
        forget(find(id, who).request().grant().key());
    }

    /** How many wait. */
    public synchronized int waiting() {
        return (int) byKey.values().stream().filter(one -> one.answer == null).count();
    }

    @Override
    public void close() {
        closed = true;
        wake.release();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isSame(QueueRequest a, QueueRequest b) {
        return a.priority() == b.priority()
                && a.patience().equals(b.patience())
                && a.grant().charge().equals(b.grant().charge())
                && a.grant().price().id().equals(b.grant().price().id())
                && a.grant().ttl().equals(b.grant().ttl());
    }

    /** Waits for the next round, in which an empty queue serves at once. */
    private QueueAnswer answer(Entry entry, long round) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FIRST_LOOK_MILLIS);
        QueueAnswer answer;
        synchronized (this) {
            try {
                for (long left = FIRST_LOOK_MILLIS;
                        entry.answer == null && rounds < round + 2 && left > 0 && !closed;
                        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                    wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UnavailableException("interrupted");
            }
            answer = entry.answer;
            if (answer != null) {
                byKey.remove(entry.request.grant().key(), entry);
            }
        }
        return answer != null
                ? answer
                : new QueueAnswer.Waits(
                        tickets(List.of(entry), entry.request.grant().actor()).get(0));
    }

    private List<QueueAnswer.Ticket> tickets(List<Entry> entries, Actor who) {
        Map<Charge, Outlook> outlooks = desk.outlooks(
                entries.stream().map(entry -> entry.request.grant().charge()).collect(Collectors.toSet()));
        Set<Scope> visible = visible(outlooks.values(), who);
        List<QueueAnswer.Ticket> tickets = new ArrayList<>();
        for (Entry entry : entries) {
            Grant grant = entry.request.grant();
            tickets.add(new QueueAnswer.Ticket(
                    entry.id,
                    entry.request,
                    entry.since,
                    entry.until(),
                    forecast(outlooks.get(grant.charge()), grant, visible)));
        }
        return tickets;
    }

    private Set<Scope> visible(Collection<Outlook> outlooks, Actor who) {
        Set<Scope> scopes = new HashSet<>();
        outlooks.forEach(outlook -> outlook.checks().forEach(check -> scopes.add(check.scope())));
        return desk.visible(who, scopes);
    }

    private Forecast forecast(@Nullable Outlook outlook, Grant grant, Set<Scope> visible) {
        return outlook == null
                ? new Forecast(Optional.empty(), "it has become impossible")
                : Forecast.of(outlook, grant.price().cost(), clock.instant(), visible::contains);
    }

    /** Whether it cannot be served whatever is unlocked, given back or refreshed. */
    private static boolean isHopeless(Outlook outlook, Grant grant) {
        for (BudgetCheck check : outlook.checks()) {
            boolean ever = check.budget().window() != null
                    ? Share.of(check.budget().limit(), grant.price().cost()) <= 1
                    : check.budget()
                            .limit()
                            .admits(check.spent().plus(grant.price().cost()));
            if (!ever) {
                return true;
            }
        }
        return false;
    }

    private void requireRoom(Actor who) {
        long own = byKey.values().stream()
                .filter(one -> one.request.grant().actor().name().equals(who.name()))
                .count();
        if (own >= MAX_OF_ONE || byKey.size() >= MAX_WAITING) {
            throw new ConflictException(
                    own >= MAX_OF_ONE
                            ? "%d requests of %s wait already".formatted(own, who.name())
                            : "too many requests wait already");
        }
    }

    private synchronized void forget(String key) {
        byKey.remove(key);
    }

    private void run() {
        while (!closed) {
            try {
                boolean asked = wake.tryAcquire(TICK_MILLIS, TimeUnit.MILLISECONDS);
                wake.drainPermits();
                if (asked || waiting() > 0) {
                    long start = System.nanoTime();
                    round();
                    // Who asks for very much, very often, must not have the server do nothing else.
                    TimeUnit.NANOSECONDS.sleep(Math.min(MAX_LEISURE, 2 * (System.nanoTime() - start)));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                // Nothing is lost: who waits goes on waiting.
                LOG.warn("a round of the queue failed", e);
            } finally {
                synchronized (this) {
                    rounds++;
                    notifyAll();
                }
            }
        }
    }

    private void round() {
        Instant now = clock.instant();
        List<Entry> waiting;
        synchronized (this) {
            byKey.values()
                    .removeIf(
                            one -> one.answer != null && one.until().plus(KEPT).isBefore(now));
            waiting = byKey.values().stream().filter(one -> one.answer == null).toList();
        }
        if (waiting.isEmpty()) {
            return;
        }
        Set<Charge> charges =
                waiting.stream().map(one -> one.request.grant().charge()).collect(Collectors.toSet());
        Map<Charge, Outlook> outlooks = desk.outlooks(charges);
        Set<String> roots = new HashSet<>();
        outlooks.values().forEach(outlook -> roots.add(outlook.lineage().get(0)));
        served.update(roots);
        serve(waiting, outlooks, now);
        for (Entry entry : waiting) {
            if (!now.isBefore(entry.until())) {
                Grant grant = entry.request.grant();
                Outlook outlook = outlooks.get(grant.charge());
                Set<Scope> visible = outlook == null ? Set.of() : visible(List.of(outlook), grant.actor());
                settle(entry, new QueueAnswer.Refused(forecast(outlook, grant, visible)));
            }
        }
    }

    private void serve(List<Entry> waiting, Map<Charge, Outlook> outlooks, Instant now) {
        Map<String, Entry> byId = new LinkedHashMap<>();
        List<Task> tasks = new ArrayList<>();
        for (Entry entry : waiting) {
            Grant grant = entry.request.grant();
            Outlook outlook = outlooks.get(grant.charge());
            if (outlook != null && now.isBefore(entry.until())) {
                byId.put(entry.id, entry);
                tasks.add(new Task(
                        entry.id,
                        outlook.lineage(),
                        served.of(outlook, grant.price()),
                        grant.price().cost(),
                        entry.request.priority(),
                        entry.arrival));
            }
        }
        List<Entry> chosen = new Scheduler(
                        tasks, ServedShares.rooms(outlooks.values()), served.had(), served.lineages(), now)
                .served().stream().map(task -> byId.get(task.id())).toList();
        if (chosen.isEmpty()) {
            return;
        }
        List<Optional<Outcome>> outcomes =
                desk.grant(chosen.stream().map(entry -> entry.request.grant()).toList());
        for (int i = 0; i < chosen.size(); i++) {
            if (outcomes.get(i).isPresent() && outcomes.get(i).get() instanceof Outcome.Accepted accepted) {
                settle(chosen.get(i), new QueueAnswer.Granted(accepted));
            }
        }
    }

    private synchronized void settle(Entry entry, QueueAnswer answer) {
        if (entry.answer == null) {
            entry.answer = answer;
        }
    }
}
