package io.abacusdp.ledger.api;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BlockRule;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.BudgetCheck;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.ConflictException;
import io.abacusdp.ledger.api.data.KeyedCharge;
import io.abacusdp.ledger.api.data.NotFoundException;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.ledger.core.BudgetChecks;
import io.abacusdp.ledger.core.Processor;
import io.abacusdp.ledger.core.Reach;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.store.LedgerStore;
import io.abacusdp.ledger.witness.Signing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Privacy budgets in a database. Every method that changes something returns when the change is durable. Safe for use by
 * several threads, and by several servers on one PostgreSQL database.
 *
 * <p>All methods throw {@link io.abacusdp.ledger.api.data.UnavailableException} if the database fails; whether a change was
 * recorded is unknown then, and asking again, under the same idempotency key where there is one, is safe. Bad input is an
 * {@link IllegalArgumentException}, of which {@link io.abacusdp.ledger.api.data.InvalidRequestException} names the field; an event
 * without a bound is an {@link io.abacusdp.accounting.UnsupportedEventException}; what does not exist is a {@link
 * NotFoundException}, what contradicts the records a {@link ConflictException}. Over budget is an answer, {@link
 * Outcome.Denied}.
 */
public final class Ledger implements AutoCloseable {
    private static final int PAGE = 1000;

    private final LedgerStore store;
    private final PriceList prices;
    private final Balances balances;
    private final Map<String, Adjacency> adjacencies;
    private final Actor actor;

    private Ledger(LedgerStore store) {
        this.store = store;
        this.prices = new PriceList();
        this.balances = new Balances(store);
        this.adjacencies = new ConcurrentHashMap<>();
        this.actor = Actor.LEDGER;
    }

    private Ledger(Ledger whole, Actor actor) {
        this.store = whole.store;
        this.prices = whole.prices;
        this.balances = whole.balances;
        this.adjacencies = whole.adjacencies;
        this.actor = actor;
    }

    /**
     * The same ledger on behalf of somebody: facts are recorded by their name, and what is out of their reach does not exist.
     * To close it is to close the ledger.
     */
    public Ledger as(Actor who) {
        return new Ledger(this, who);
    }

    /** Opens a ledger as {@link LedgerStore#open} does. */
    public static Ledger open(String jdbcUrl, SigningKey key, Clock clock) {
        return new Ledger(LedgerStore.open(jdbcUrl, key, clock));
    }

    /**
     * The same with another patience than five seconds.
     *
     * @param patience how long to wait for a connection before the database counts as away, at least a quarter of a second
     */
    public static Ledger open(String jdbcUrl, SigningKey key, Clock clock, Duration patience) {
        return open(jdbcUrl, Signing.by(key), clock, patience);
    }

    /** The same with other signers and witnesses. */
    public static Ledger open(String jdbcUrl, Signing signing, Clock clock, Duration patience) {
        return new Ledger(LedgerStore.open(jdbcUrl, signing, clock, patience));
    }

    /** Whether the database holds a ledger; nothing is changed. */
    public static boolean exists(String jdbcUrl) {
        return LedgerStore.exists(jdbcUrl);
    }

    /**
     * Opens a ledger that is there: a mistyped database or key is an error, and never a new ledger.
     *
     * @throws IllegalStateException if there is none
     * @throws io.abacusdp.ledger.api.data.UntrustedLedgerException if nobody who is trusted has signed its journal
     */
    public static Ledger openExisting(String jdbcUrl, Signing signing, Clock clock) {
        if (!exists(jdbcUrl)) {
            throw new IllegalStateException("there is no ledger in %s; abacus ledger init makes one"
                    .formatted(jdbcUrl.replaceAll("\\?.*", "")));
        }
        return new Ledger(LedgerStore.open(jdbcUrl, signing, clock));
    }

    /** Adds an account at the root of a tree; the same again changes nothing. */
    public void addAccount(String account, PrivacyUnit unit) {
        change(processor -> processor.scopes().addAccount(account, unit));
    }

    /** Adds an account below another, whose unit it has; the same again changes nothing. */
    public void addAccount(String account, String parent) {
        change(processor -> processor.scopes().addAccount(account, parent));
    }

    /** Adds a dataset; the same again changes nothing. */
    public void addDataset(String dataset, PrivacyUnit unit) {
        change(processor -> processor.scopes().addDataset(dataset, unit));
    }

    /**
     * Adds a dataset, blocks of it and accounts that it is bound to, or nothing of it.
     *
     * @param accounts whose charges, and those of all below, have to name the dataset or blocks of it; no others may
     */
    public void addDataset(String dataset, PrivacyUnit unit, List<String> blocks, List<String> accounts) {
        change(processor -> processor.scopes().addDataset(dataset, unit, blocks, accounts));
    }

    /** From now on charges of the account, and of all below, have to name data with a budget; again changes nothing. */
    public void requireBudgetedData(String account) {
        change(processor -> processor.scopes().requireBudgetedData(account));
    }

    /** Adds a part of a dataset that shares no unit with its other parts; the same again changes nothing. */
    public void addBlock(String dataset, String part) {
        change(processor -> processor.scopes().addBlock(dataset, part));
    }

    /**
     * Gives a scope its first budget, or another one; the same again changes nothing.
     *
     * @param by who asks for it
     * @param approvedBy who else agrees; may be null only if it admits nothing that the present one does not
     */
    public void setBudget(Scope scope, Budget budget, String by, @Nullable String approvedBy, String reason) {
        change(processor -> processor.scopes().setBudget(scope, budget, by, approvedBy, reason));
    }

    /**
     * Opens the next window of a budget, whose limit then counts anew; the loss of all time stays visible.
     *
     * @param number of the window to open; if it is the present one already, nothing changes
     */
    public void openWindow(Scope scope, long number, String by, String approvedBy, String reason) {
        change(processor -> processor.scopes().openWindow(scope, number, by, approvedBy, reason));
    }

    /**
     * Has blocks of a dataset come into being as time goes, each with its budget; the same again changes nothing.
     *
     * @param every length of a block's interval
     */
    public void declareBlocks(
            String dataset,
            BlockRule.By kind,
            Duration every,
            Budget each,
            String by,
            String approvedBy,
            String reason) {
        change(processor -> processor.scopes().declareBlocks(dataset, kind, every, each, by, approvedBy, reason));
    }

    /** Opens the window and the blocks of a scope that time has brought; whoever charges it does so as well. */
    public void catchUp(Scope scope) {
        ScopeState found = scope(scope);
        Budget budget = found.budget();
        if ((budget != null && budget.refreshes()) || found.rules().blocks() != null) {
            store.write(Set.of(), processor -> {
                processor.due().catchUp(scope);
                return true;
            });
        }
    }

    /**
     * Holds budget for what is about to be run. The same key with the same request gives the same answer; a denial is not
     * recorded and holds nothing, so that the same key may be tried again later.
     *
     * @throws io.abacusdp.ledger.api.data.KeyReusedException if the key was accepted with another request
     */
    public Outcome reserve(String key, Charge charge, DpEvent event, Duration ttl) {
        Price price = price(charge, event);
        return store.write(
                Set.of(key), processor -> processor.as(actor).charges().reserve(key, charge, price, ttl));
    }

    /** Spends at one go; keys are as in {@link #reserve}. */
    public Outcome charge(String key, Charge charge, DpEvent event) {
        Price price = price(charge, event);
        return store.write(
                Set.of(key), processor -> processor.as(actor).charges().charge(key, charge, price));
    }

    /**
     * Spends many at one go, each as {@link #charge} does, in one transaction. Answers are in the order of the charges. If one
     * of them throws, those before it may be recorded: to ask for all again under the same keys is safe.
     */
    public List<Outcome> chargeAll(List<KeyedCharge> charges) {
        Set<String> keys = charges.stream().map(KeyedCharge::key).collect(Collectors.toSet());
        List<Price> offers =
                charges.stream().map(one -> price(one.charge(), one.event())).toList();
        return store.write(keys, processor -> {
            List<Outcome> answers = new ArrayList<>();
            for (int i = 0; i < charges.size(); i++) {
                KeyedCharge one = charges.get(i);
                answers.add(processor.as(actor).charges().charge(one.key(), one.charge(), offers.get(i)));
            }
            return answers;
        });
    }

    /** Marks that output can be seen from now on: nothing is given back after this. Again changes nothing. */
    public Reservation start(String id) {
        return store.write(Set.of(), processor -> processor.as(actor).charges().start(id));
    }

    /** States what was really run, at most what was reserved; the same again changes nothing. */
    public Reservation commit(String id, DpEvent event) {
        Price price = prices.of(event, adjacency(reservation(id).account()), actor.name());
        return store.write(Set.of(), processor -> processor.as(actor).charges().commit(id, price));
    }

    /** Gives back what was not started; again changes nothing. */
    public Reservation release(String id) {
        return store.write(Set.of(), processor -> processor.as(actor).charges().release(id));
    }

    /** Puts off the time at which it lapses to at least so long from now. */
    public Reservation extend(String id, Duration ttl) {
        return store.write(Set.of(), processor -> processor.as(actor).charges().extend(id, ttl));
    }

    /** What became of a reservation or charge. */
    public Reservation reservation(String id) {
        return store.read(state -> state.reservation(id)
                .filter(found -> new Reach(state, actor).covers(found.account()))
                .orElseThrow(() -> new NotFoundException("reservation of this id")));
    }

    /** Accepted charges of the account and all below it, by seq. */
    public List<Reservation> history(String account, long after, int most) {
        scope(Scope.account(account));
        return store.history(account, after, most);
    }

    /** The price at which an event was recorded. */
    public Price recordedPrice(String id) {
        return store.read(state -> state.price(id).orElseThrow(() -> new NotFoundException("price of this id")));
    }

    /** What is recorded for a scope. */
    public ScopeState scope(Scope scope) {
        return store.read(state -> state.scope(scope)
                .filter(found -> new Reach(state, actor).sees(scope))
                .orElseThrow(() -> new NotFoundException(scope.toString())));
    }

    /** Whether a charge would fit now, and how often; nothing is held. */
    public Quote quote(Charge charge, DpEvent event) {
        Price offer = price(charge, event);
        return store.read(state -> {
            Price price = state.price(offer.id()).orElse(offer);
            Reach reach = new Reach(state, actor);
            reach.requireAccount(charge.account());
            charge.scopes().forEach(reach::requireVisible);
            List<BudgetCheck> checks = BudgetChecks.of(state, charge.account(), charge.scopes());
            if (checks.isEmpty()) {
                throw new ConflictException("no budget applies to " + Scope.account(charge.account()));
            }
            return Quote.of(checks, price);
        });
    }

    /** How a scope stands; within some milliseconds, whatever its history. */
    public Balance balance(Scope scope, double delta) {
        return balance(scope, delta, Balances.SHORT_WAIT);
    }

    /**
     * How a scope stands.
     *
     * @param delta at which epsilons are stated, in (0, 1)
     * @param patience how long to wait for exact accounting before its bound is given instead
     */
    public Balance balance(Scope scope, double delta, Duration patience) {
        if (!actor.reachesAll()) {
            scope(scope);
        }
        return balances.of(scope, delta, patience);
    }

    /** Blocks of a dataset within reach whose names come after the given one, in the order of their names. */
    public List<ScopeState> blocks(Scope dataset, String after, int most) {
        scope(dataset);
        Scope last = after.isEmpty() ? dataset : Scope.block(dataset.id(), after);
        return store.read(state -> state.blocks(dataset).stream()
                .filter(block -> after.isEmpty() || block.scope().compareTo(last) > 0)
                .limit(most)
                .toList());
    }

    /** How all budgets within reach stand, at about one moment; for who watches them. */
    public List<BudgetStanding> standings() {
        List<ScopeState> all = new ArrayList<>();
        for (Scope.Kind kind : Scope.Kind.values()) {
            List<ScopeState> page;
            String after = "";
            do {
                page = scopes(kind, after, PAGE);
                all.addAll(page);
                after = page.isEmpty() ? "" : page.get(page.size() - 1).scope().id();
            } while (page.size() == PAGE);
        }
        return BudgetStanding.of(all);
    }

    @Override
    public void close() {
        prices.close();
        balances.close();
        store.close();
    }

    /** Why the ledger cannot take changes now, if it cannot: the database, the writer, the clock. */
    public Optional<String> unreadiness() {
        return store.unreadiness();
    }

    /** Says that the clock is right although the last fact is long past, and records who said so. */
    public void confirmClock(String reason) {
        TextRules.reason(reason);
        store.confirmClock();
        Instant last = store.lastFactAt();
        change(processor -> processor.confirmClock(last, reason));
    }

    /** Refuses a scope whose budget is not for this actor to change. */
    public void requireManaged(Scope scope) {
        store.read(state -> {
            Reach reach = new Reach(state, actor);
            reach.requireManaged(scope);
            return state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
        });
    }

    /** Whether the scope's figures are within reach. */
    public boolean reaches(Scope scope) {
        return store.read(state -> new Reach(state, actor).sees(scope));
    }

    /** Those of the scopes whose figures are within reach, at one moment. */
    public Set<Scope> reached(Collection<Scope> scopes) {
        return store.read(state -> {
            Reach reach = new Reach(state, actor);
            return scopes.stream().filter(reach::sees).collect(Collectors.toSet());
        });
    }

    /** Accounts or datasets within reach whose names come after the given one, in the order of their names. */
    public List<ScopeState> scopes(Scope.Kind kind, String after, int most) {
        return store.scopes(kind, after, most, state -> new Reach(state, actor)::sees);
    }

    /** The journal, as far as it is there for this actor. */
    public LedgerJournal journal() {
        return new LedgerJournal(store, actor);
    }

    /** Who may ask, and what waits for a second person. */
    public AccessDesk accessDesk() {
        return new AccessDesk(store, actor);
    }

    /** What a queue for scarce budget needs of this ledger. */
    public QueueDesk queueDesk() {
        return new QueueDesk(store);
    }

    /** The price at which an event would be charged. */
    public Price price(Charge charge, DpEvent event) {
        return prices.of(event, adjacency(charge.account()), actor.name());
    }

    /** An account's unit never changes. */
    private Adjacency adjacency(String account) {
        Adjacency known = adjacencies.get(account);
        if (known == null) {
            known = scope(Scope.account(account)).unit().adjacency();
            adjacencies.put(account, known);
        }
        return known;
    }

    private void change(Consumer<Processor> request) {
        store.write(Set.of(), processor -> {
            request.accept(processor.as(actor));
            return true;
        });
    }
}
