package io.abacusdp.ledger.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.BlockRule;
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
import io.abacusdp.ledger.api.data.Reservation.Status;
import io.abacusdp.ledger.api.data.ReservationId;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.api.data.TextRules;
import io.abacusdp.storage.CanonicalJson;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests at one moment. Each method checks everything, and only then records facts, which change the state; one that
 * throws has recorded nothing but what time had brought anyway: lapsed reservations, windows and blocks. Not safe for use by several threads.
 */
public final class Processor {
    /** Longest time for which budget may be held without a sign of life. */
    private static final Duration MAX_TTL = Duration.ofDays(30);

    /** Most blocks of one dataset: a charge on the whole dataset is checked in each. */
    private static final int MAX_BLOCKS = 1000;

    private final State state;
    private final Fold fold;
    private final Instant at;
    private final List<StampedFact> facts = new ArrayList<>();
    private long seq;
    private Actor actor = Actor.LEDGER;
    private Reach reach;

    /**
     * A processor.
     *
     * @param seq of the last fact in the state
     * @param at the time of all facts that will be recorded, in whole milliseconds and not before the last fact's
     */
    public Processor(State state, long seq, Instant at) {
        this.state = state;
        this.fold = new Fold(state);
        this.reach = new Reach(state, actor);
        this.seq = seq;
        this.at = at;
    }

    /** From now on on behalf of somebody, within whose reach requests have to stay and by whom facts are recorded. */
    public Processor as(Actor next) {
        actor = next;
        reach = new Reach(state, next);
        return this;
    }

    /** What was recorded so far, in order. */
    public List<StampedFact> facts() {
        return Collections.unmodifiableList(facts);
    }

    /** Begins a ledger, unless another server has just begun it. */
    public void begin(String ledger) {
        if (seq == 0) {
            record(new Fact.LedgerOpened(TextRules.name("ledger", ledger)));
        }
    }

    /** Records that the clock was found right; it changes no budget. */
    public void confirmClock(Instant last, String reason) {
        record(new Fact.ClockConfirmed(last, TextRules.reason(reason)));
    }

    /** Requests about who may ask, on behalf of the same. */
    public AccessRequests access() {
        Actor who = actor;
        return new AccessRequests(state, at, who, fact -> recordBy(who, fact));
    }

    /**
     * Records that a backup was put back on purpose.
     *
     * @param ledger the log's name from here on
     * @param lost text of the last head that was seen before
     */
    public void restore(String ledger, String lost, String by, String approvedBy, String reason) {
        TextRules.name("by", by);
        requireTwo(by, approvedBy);
        TextRules.reason(reason);
        if (!state.access().all(AccessRow.Person.class).isEmpty()) {
            access().requirePerson("by", by);
            access().requirePerson("approved_by", approvedBy);
        }
        record(new Fact.Restored(TextRules.name("ledger", ledger), lost, by, approvedBy, reason));
    }

    /** Closes reservations whose time is up. */
    public void sweep() {
        for (Reservation due : state.due(at)) {
            recordBy(Actor.LEDGER, new Fact.Lapsed(due.id()));
        }
    }

    /** Adds an account at the root of a tree; the same again changes nothing. */
    public void addAccount(String account, PrivacyUnit unit) {
        if (!reach.isAll()) {
            throw new NotAllowedException("an account at the root takes a key that reaches all accounts");
        }
        addAccount(account, null, unit);
    }

    /** Adds an account below another, whose unit it has; the same again changes nothing. */
    public void addAccount(String account, String parent) {
        reach.requireAccount(parent);
        List<ScopeState> lineage = ChargedScopes.lineage(state, parent);
        if (lineage.size() >= ChargedScopes.MAX_DEPTH) {
            throw new InvalidRequestException(
                    "parent", "must be less than " + ChargedScopes.MAX_DEPTH + " levels deep");
        }
        addAccount(account, parent, lineage.get(0).unit());
    }

    private void addAccount(String account, @Nullable String parent, PrivacyUnit unit) {
        Scope above = parent == null ? null : Scope.account(parent);
        if (isNew(Scope.account(account), unit, above)) {
            record(new Fact.AccountAdded(account, parent, unit));
        }
    }

    /** Adds a dataset; the same again changes nothing. */
    public void addDataset(String dataset, PrivacyUnit unit) {
        addDataset(dataset, unit, List.of(), List.of());
    }

    /**
     * Adds a dataset, blocks of it and accounts that it is bound to, or nothing of it; what is there already stays as it is.
     *
     * @param accounts whose charges, and those of all below, have to name the dataset or blocks of it; no others may
     */
    public void addDataset(String dataset, PrivacyUnit unit, List<String> blocks, List<String> accounts) {
        Scope scope = Scope.dataset(dataset);
        if (!reach.isAll() && accounts.isEmpty()) {
            throw new NotAllowedException(
                    "a dataset that is bound to no account takes a key that reaches all accounts");
        }
        boolean isNew = isNew(scope, unit, null);
        if (!isNew) {
            reach.requireManaged(scope);
        }
        if (!blocks.isEmpty()) {
            requireBlocksPossible(unit);
        }
        Set<String> added = new TreeSet<>();
        for (String block : blocks) {
            if (isNew(Scope.block(dataset, block), unit, scope)) {
                added.add(block);
            }
        }
        requireFewBlocks(state.blocks(scope).size() + added.size());
        Set<String> bound = new TreeSet<>();
        for (String account : accounts) {
            reach.requireAccount(account);
            ScopeState owner = scope(Scope.account(account));
            if (!owner.unit().equals(unit)) {
                throw new InvalidRequestException(
                        "accounts",
                        "must have the dataset's unit %s, got %s with %s".formatted(unit, account, owner.unit()));
            }
            if (!owner.rules().bound().contains(scope)) {
                bound.add(account);
            }
        }
        if (isNew) {
            record(new Fact.DatasetAdded(dataset, unit));
        }
        added.forEach(block -> record(new Fact.BlockAdded(dataset, block)));
        bound.forEach(account -> record(new Fact.DatasetBound(dataset, account)));
    }

    /** From now on charges of the account, and of all below, have to name data with a budget; again changes nothing. */
    public void requireBudgetedData(String account) {
        reach.requireAccount(account);
        if (!scope(Scope.account(account)).rules().budgetedData()) {
            record(new Fact.BudgetedDataRequired(account));
        }
    }

    /**
     * Adds a part of a dataset that shares no unit with its other parts; the same again changes nothing. What the dataset as a
     * whole has lost, the units of the new block have lost too.
     */
    public void addBlock(String dataset, String part) {
        ScopeState whole = scope(Scope.dataset(dataset));
        requireBlocksPossible(whole.unit());
        if (isNew(Scope.block(dataset, part), whole.unit(), whole.scope())) {
            requireFewBlocks(state.blocks(whole.scope()).size() + 1);
            record(new Fact.BlockAdded(dataset, part));
        }
    }

    private static void requireBlocksPossible(PrivacyUnit unit) {
        if (unit.adjacency() == Adjacency.REPLACE_ONE) {
            throw new InvalidRequestException(
                    "dataset",
                    "must not be under replace_one, as a record's replacement can be in another block; "
                            + "use add_or_remove_one or zero_out");
        }
    }

    private static void requireFewBlocks(int count) {
        if (count > MAX_BLOCKS) {
            throw new InvalidRequestException("part", "must be one of at most " + MAX_BLOCKS + " blocks");
        }
    }

    /**
     * Gives a scope its first budget, or another one; the same again changes nothing.
     *
     * @param by who asks for it
     * @param approvedBy who else agrees; may be null only if it admits nothing that the present one does not
     */
    public void setBudget(Scope scope, Budget budget, String by, @Nullable String approvedBy, String reason) {
        TextRules.name("by", by);
        TextRules.reason(reason);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        if (scope.kind() == Scope.Kind.BLOCK && budget.window() != null) {
            throw new InvalidRequestException(
                    "window", "must not be given for a block, which has its dataset's windows");
        }
        Budget present = found.budget();
        if (present != null && budget.startingAt(Instant.EPOCH).equals(present.startingAt(Instant.EPOCH))) {
            return;
        }
        if (approvedBy != null || found.budget() == null || !budget.isWithin(found.budget())) {
            requireTwo(by, approvedBy);
        }
        record(new Fact.BudgetSet(scope, budget.startingAt(at), by, approvedBy, reason));
    }

    /**
     * Opens the next window of a budget, whose limit then counts anew.
     *
     * @param number of the window to open; if it is the present one already, nothing changes
     */
    public void openWindow(Scope scope, long number, String by, String approvedBy, String reason) {
        TextRules.name("by", by);
        requireTwo(by, approvedBy);
        TextRules.reason(reason);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        Duration length = found.budget() == null ? null : found.budget().window();
        if (length == null) {
            throw new ConflictException(scope + " has no budget with windows");
        }
        if (number == found.windowNumber()) {
            return;
        }
        if (number != found.windowNumber() + 1) {
            throw new ConflictException("the next window of %s is %d".formatted(scope, found.windowNumber() + 1));
        }
        Instant earliest = found.windowSince().plus(length);
        if (at.isBefore(earliest)) {
            throw new ConflictException("window %d of %s lasts until %s".formatted(number - 1, scope, earliest));
        }
        record(new Fact.WindowOpened(scope, number, by, approvedBy, reason));
    }

    /** Has blocks of a dataset come into being as time goes, the first of them now; the same again changes nothing. */
    public void declareBlocks(
            String dataset,
            BlockRule.By kind,
            Duration every,
            Budget each,
            String by,
            String approvedBy,
            String reason) {
        TextRules.name("by", by);
        requireTwo(by, approvedBy);
        TextRules.reason(reason);
        Scope scope = Scope.dataset(dataset);
        reach.requireManaged(scope);
        ScopeState found = scope(scope);
        requireBlocksPossible(found.unit());
        BlockRule rule = new BlockRule(kind, every, at.truncatedTo(ChronoUnit.SECONDS), each, by, approvedBy);
        BlockRule present = found.rules().blocks();
        if (present != null) {
            if (present.by() == kind
                    && present.every().equals(every)
                    && present.budget().equals(each)) {
                return;
            }
            throw new ConflictException("the blocks of %s are declared already".formatted(scope));
        }
        record(new Fact.BlocksDeclared(dataset, rule, reason));
        catchUp(scope);
    }

    /**
     * Opens the window and the blocks of a scope that have come by now. What is charged is brought up to date by the charge
     * itself; this is for who looks.
     */
    public void catchUp(Scope scope) {
        ScopeState found = scope(scope);
        Budget budget = found.budget();
        Duration length = budget == null ? null : budget.window();
        Instant next = budget == null ? null : budget.nextWindow(found.windowSince());
        if (length != null && next != null && !at.isBefore(next)) {
            long more = Duration.between(next, at).toSeconds() / length.toSeconds();
            recordBy(
                    Actor.LEDGER,
                    new Fact.WindowRefreshed(
                            scope, found.windowNumber() + 1 + more, next.plusSeconds(length.toSeconds() * more)));
        }
        BlockRule rule = found.rules().blocks();
        if (rule != null) {
            addBegunBlocks(scope, rule);
        }
    }

    /** All of them are looked for: one that somebody made by hand must not stand for those before it. */
    private void addBegunBlocks(Scope dataset, BlockRule rule) {
        Set<Scope> present = new HashSet<>();
        List<ScopeState> blocks = state.blocks(dataset);
        blocks.stream().filter(block -> block.budget() != null).forEach(block -> present.add(block.scope()));
        int room = MAX_BLOCKS - blocks.size();
        long end = Math.min(rule.begun(at), MAX_BLOCKS);
        for (long block = 0; block < end; block++) {
            Scope scope = Scope.block(dataset.id(), rule.name(block));
            if (present.contains(scope)) {
                continue;
            }
            if (state.scope(scope).isEmpty()) {
                if (room == 0) {
                    return;
                }
                room--;
                recordBy(Actor.LEDGER, new Fact.BlockAdded(dataset.id(), rule.name(block)));
            }
            recordBy(
                    Actor.LEDGER,
                    new Fact.BudgetSet(
                            scope,
                            rule.budget().startingAt(rule.start(block)),
                            rule.declaredBy(),
                            rule.approvedBy(),
                            "as declared for all blocks of " + dataset));
        }
    }

    /** Brings up to date what is charged, so that no charge passes by a block, or meets a window, that time has changed. */
    public void catchUp(Charge charge) {
        for (ScopeState account : ChargedScopes.lineage(state, charge.account())) {
            catchUp(account.scope());
        }
        Set<Scope> datasets = new TreeSet<>();
        for (Scope scope : charge.scopes()) {
            if (scope.kind() != Scope.Kind.ACCOUNT) {
                datasets.add(scope.kind() == Scope.Kind.BLOCK ? scope.datasetOfBlock() : scope);
            }
        }
        for (Scope dataset : datasets) {
            catchUp(dataset);
            BlockRule rule = scope(dataset).rules().blocks();
            if (rule != null
                    && charge.scopes().contains(dataset)
                    && state.scope(Scope.block(dataset.id(), rule.name(rule.begun(at) - 1)))
                            .isEmpty()) {
                throw new ConflictException(
                        "%s has %d blocks, and no room for the present one; charge single blocks, or begin another dataset"
                                .formatted(dataset, MAX_BLOCKS));
            }
        }
    }

    /**
     * Holds budget for what is about to be run.
     *
     * @param offer price of the event by this server; a price that is recorded already takes its place
     */
    public Outcome reserve(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        String body = body(charge, offer, ttl);
        return accepted(key, body, ttl)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        Processor::admitsDirectly,
                        (price, id) -> new Fact.Reserved(
                                id, key, body, charge.account(), charge.scopes(), price, at.plus(ttl))));
    }

    /**
     * Holds budget for a request that has waited for it in the queue: as {@link #reserve}, and within what is unlocked by now.
     */
    public Outcome grant(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        String body = body(charge, offer, ttl);
        return accepted(key, body, ttl)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        (check, cost) -> check.admitsUnlocked(cost, at),
                        (price, id) -> new Fact.Reserved(
                                id, key, body, charge.account(), charge.scopes(), price, at.plus(ttl))));
    }

    /** The answer that was given to a request under this key, if one was. */
    public Optional<Outcome> earlier(String key, Charge charge, Price offer, Duration ttl) {
        checkTtl(ttl);
        requireReach(charge);
        return accepted(key, body(charge, offer, ttl), ttl);
    }

    /** Spends at one go. */
    public Outcome charge(String key, Charge charge, Price offer) {
        requireReach(charge);
        String body = body(charge, offer, Duration.ZERO);
        return accepted(key, body, Duration.ZERO)
                .orElseGet(() -> decide(
                        charge,
                        offer,
                        Processor::admitsDirectly,
                        (price, id) -> new Fact.Charged(id, key, body, charge.account(), charge.scopes(), price)));
    }

    /** Marks that output can be seen from now on; again changes nothing. */
    public Reservation start(String id) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.STARTED) {
            return reservation;
        }
        requireStatus(reservation, Status.RESERVED, "started");
        record(new Fact.Started(id));
        return current(id);
    }

    /** States what was really run, at most what was reserved; the same again changes nothing. */
    public Reservation commit(String id, Price offer) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.COMMITTED && offer.id().equals(reservation.committed())) {
            return reservation;
        }
        requireStatus(reservation, Status.STARTED, "committed");
        Price run = state.price(offer.id()).orElse(offer);
        Price reserved = price(reservation.price());
        if (run.adjacency() != reserved.adjacency()) {
            throw new InvalidRequestException(
                    "event", "must be priced under " + reserved.adjacency().id());
        }
        if (!run.cost().isWithin(reserved.cost())) {
            throw new ConflictException(
                    "%s was reserved for less than this event costs; it stays started, and is charged ".formatted(id)
                            + "in full if nothing that fits is committed in time");
        }
        if (run.cost().equals(RenyiCost.ZERO) && !reserved.cost().equals(RenyiCost.ZERO)) {
            throw new ConflictException(
                    id + " was started, so that something was run; what costs nothing gives all back");
        }
        recordPrice(run);
        boolean same = run.id().equals(reserved.id());
        record(new Fact.Committed(id, run.id(), same ? null : reserved.id()));
        return current(id);
    }

    /** Gives back what was not started; again changes nothing. */
    public Reservation release(String id) {
        Reservation reservation = current(id);
        if (reservation.status() == Status.RELEASED) {
            return reservation;
        }
        requireStatus(reservation, Status.RESERVED, "released");
        record(new Fact.Released(id));
        return current(id);
    }

    /** Puts off the time at which it lapses to at least so long from now. */
    public Reservation extend(String id, Duration ttl) {
        checkTtl(ttl);
        Reservation reservation = current(id);
        if (!reservation.status().isOpen()) {
            throw new ConflictException("%s is %s and cannot be extended".formatted(id, reservation.status()));
        }
        if (at.plus(ttl).isAfter(reservation.expires())) {
            record(new Fact.Extended(id, at.plus(ttl)));
        }
        return current(id);
    }

    /** The fact that accepts a charge with the price of this id, under this id of the reservation. */
    private interface Acceptance {
        Fact fact(String priceId, String id);
    }

    private static boolean admitsDirectly(BudgetCheck check, RenyiCost cost) {
        if (check.budget().unlocks()) {
            throw new ConflictException(
                    "the budget of %s is handed out by the queue; ask for it there".formatted(check.scope()));
        }
        return check.admits(cost);
    }

    private Outcome decide(
            Charge charge, Price offer, BiPredicate<BudgetCheck, RenyiCost> admits, Acceptance acceptance) {
        Price price = state.price(offer.id()).orElse(offer);
        catchUp(charge);
        List<BudgetCheck> checks = BudgetChecks.of(state, charge.account(), charge.scopes());
        Adjacency adjacency = scope(Scope.account(charge.account())).unit().adjacency();
        if (price.adjacency() != adjacency) {
            throw new InvalidRequestException("event", "must be priced under " + adjacency.id());
        }
        if (checks.isEmpty()) {
            throw new ConflictException("no budget applies to %s %s, so that nothing may be spent there"
                    .formatted(Scope.account(charge.account()), charge.scopes()));
        }
        List<BudgetCheck> over = checks.stream()
                .filter(check -> !admits.test(check, price.cost()))
                .toList();
        if (!over.isEmpty()) {
            return new Outcome.Denied(over, price);
        }
        recordPrice(price);
        String id = ReservationId.random(seq + 1);
        Fact fact = acceptance.fact(price.id(), id);
        record(fact);
        Instant expires = fact instanceof Fact.Reserved reserved ? reserved.expires() : at;
        return new Outcome.Accepted(id, seq, at, expires);
    }

    /** The answer that was given under this key, if one was. */
    private Optional<Outcome> accepted(String key, String body, Duration ttl) {
        return state.reservationOfKey(TextRules.key(key)).map(earlier -> {
            if (!earlier.body().equals(body)) {
                throw new KeyReusedException(key, earlier.id());
            }
            return new Outcome.Accepted(
                    earlier.id(), earlier.seq(), earlier.at(), earlier.at().plus(ttl));
        });
    }

    private static String body(Charge charge, Price offer, Duration ttl) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("account", charge.account())
                .put("price", offer.id())
                .put("ttl", ttl.toSeconds());
        ArrayNode scopes = body.putArray("scopes");
        charge.scopes().forEach(scope -> scopes.add(scope.toString()));
        return CanonicalJson.sha256(CanonicalJson.text(body));
    }

    private boolean isNew(Scope scope, PrivacyUnit unit, @Nullable Scope parent) {
        Optional<ScopeState> found = state.scope(scope);
        if (found.isEmpty()) {
            return true;
        }
        ScopeState earlier = found.get();
        if (earlier.unit().equals(unit) && Objects.equals(earlier.parent(), parent)) {
            return false;
        }
        if (!reach.sees(scope)) {
            throw new ConflictException("the name of %s is taken".formatted(scope));
        }
        throw new ConflictException("%s exists with %s%s"
                .formatted(scope, earlier.unit(), earlier.parent() == null ? "" : " below " + earlier.parent()));
    }

    /** The reservation after it lapsed, if its time is up. */
    private Reservation current(String id) {
        Reservation found = reservation(id);
        if (found.isDue(at)) {
            recordBy(Actor.LEDGER, new Fact.Lapsed(id));
            return reservation(id);
        }
        return found;
    }

    private Reservation reservation(String id) {
        return state.reservation(id)
                .filter(found -> reach.covers(found.account()))
                .orElseThrow(() -> new NotFoundException("reservation of this id"));
    }

    private ScopeState scope(Scope scope) {
        return state.scope(scope).orElseThrow(() -> new NotFoundException(scope.toString()));
    }

    private Price price(String id) {
        return state.price(id).orElseThrow(() -> new IllegalStateException("no price " + id));
    }

    private static void requireStatus(Reservation reservation, Status wanted, String verb) {
        if (reservation.status() != wanted) {
            throw new ConflictException("%s is %s; only what is %s can be %s"
                    .formatted(reservation.id(), reservation.status(), wanted, verb));
        }
    }

    private static void requireTwo(String by, @Nullable String approvedBy) {
        if (approvedBy == null || by.equals(TextRules.name("approved_by", approvedBy))) {
            throw new InvalidRequestException("approved_by", "must be someone else than " + by);
        }
    }

    private static void checkTtl(Duration ttl) {
        if (!(ttl.toSeconds() > 0 && ttl.toNanosPart() == 0 && ttl.compareTo(MAX_TTL) <= 0)) {
            throw new InvalidRequestException(
                    "ttl", "must be whole seconds, from 1 to " + MAX_TTL.toSeconds() + ", got " + ttl);
        }
    }

    private void recordPrice(Price price) {
        if (state.price(price.id()).isEmpty()) {
            record(new Fact.Priced(price));
        }
    }

    private void requireReach(Charge charge) {
        reach.requireAccount(charge.account());
        charge.scopes().forEach(reach::requireVisible);
    }

    private void record(Fact fact) {
        recordBy(actor, fact);
    }

    private void recordBy(Actor who, Fact fact) {
        StampedFact stamped = new StampedFact(seq + 1, at, who.name(), fact);
        fold.add(stamped);
        facts.add(stamped);
        seq++;
    }
}
