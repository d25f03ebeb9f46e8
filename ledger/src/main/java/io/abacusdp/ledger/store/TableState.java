package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.ReservationId;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.core.State;
import io.abacusdp.ledger.log.Checkpoint;
import io.abacusdp.ledger.store.KnownScopes.TermOfScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * The state tables within one transaction. A row is read once, changed in memory, and written by {@link #flush()}. Not safe
 * for use by several threads.
 */
final class TableState implements State {
    /** Reservations that are closed in one transaction, at most. */
    private static final int MAX_DUE = 1000;

    /** Which rows are open reservations. */
    static final String OPEN = "status IN ('RESERVED', 'STARTED')";

    private final Handle handle;
    private final long lastSeq;
    private final Optional<ReservationProof> proof;
    private final Function<String, Optional<Price>> recorded;
    private final Map<Scope, Optional<ScopeState>> scopes;
    private final Map<Scope, List<Scope>> blocks;
    private final Map<String, Optional<Price>> prices = new HashMap<>();
    private final Map<String, Optional<Reservation>> reservations = new HashMap<>();
    private final Map<String, Optional<String>> keys = new HashMap<>();

    private final Map<Scope, ScopeState> changedScopes = new TreeMap<>();
    private final Map<String, Price> newPrices = new LinkedHashMap<>();
    private final Map<String, Reservation> changedReservations = new LinkedHashMap<>();
    private final List<Runnable> accessChanges = new ArrayList<>();
    private final Map<TermOfScope, Long> times;
    private final Map<TermOfScope, Long> changedTerms = new TreeMap<>();

    private AccessRows access;
    private boolean isAccessChanged;

    /**
     * The tables.
     *
     * @param end of the journal that they follow from: what has a later number is not looked up, and reservations that it
     *     does not prove are not believed
     * @param access who may ask, as the end of the journal says
     * @param recorded prices that are known to be in the tables, where they never change
     * @param known scopes after that last fact; what this transaction learns and changes is added
     */
    TableState(
            Handle handle,
            JournalEnd end,
            AccessRows access,
            Function<String, Optional<Price>> recorded,
            KnownScopes known) {
        this(handle, end.size(), end.head().map(head -> new ReservationProof(handle, head)), access, recorded, known);
    }

    private TableState(
            Handle handle,
            long lastSeq,
            Optional<ReservationProof> proof,
            AccessRows access,
            Function<String, Optional<Price>> recorded,
            KnownScopes known) {
        this.handle = handle;
        this.lastSeq = lastSeq;
        this.proof = proof;
        this.access = access;
        this.recorded = recorded;
        this.scopes = known.states();
        this.blocks = known.blocks();
        this.times = known.times();
    }

    /** The tables under a head that is believed, without who may ask. */
    static TableState reading(Handle handle, Checkpoint head) {
        return new TableState(
                handle,
                head.size(),
                Optional.of(new ReservationProof(handle, head)),
                AccessRows.empty(),
                id -> Optional.empty(),
                new KnownScopes());
    }

    /** The tables of an unknown moment, whose reservations are taken as they are. */
    static TableState reading(Handle handle) {
        return importing(handle, AccessRows.empty());
    }

    /** The tables of a journal that is being imported, and who may ask so far. */
    static TableState importing(Handle handle, AccessRows access) {
        return new TableState(
                handle, Long.MAX_VALUE, Optional.empty(), access, id -> Optional.empty(), new KnownScopes());
    }

    /** Reads reservations of many keys at one go, and remembers which there are none of. */
    void prefetch(Collection<String> wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        // Lists are filled up to a power of two, so that the database sees few different statements.
        List<String> list = new ArrayList<>(wanted);
        int size = Math.max(2, Integer.highestOneBit(list.size() * 2 - 1));
        while (list.size() < size) {
            list.add(list.get(0));
        }
        wanted.forEach(key -> keys.put(key, Optional.empty()));
        believed(handle.createQuery("SELECT * FROM ledger_reservation WHERE idempotency_key IN (<keys>)")
                        .bindList("keys", list)
                        .map((row, context) -> StateRows.reservation(row))
                        .list())
                .forEach(this::remember);
    }

    @Override
    public Optional<ScopeState> scope(Scope scope) {
        return cached(
                scopes,
                scope,
                () -> handle.createQuery("SELECT * FROM ledger_scope WHERE scope = :scope")
                        .bind("scope", scope.toString())
                        .map((row, context) -> StateRows.scope(row))
                        .findOne());
    }

    @Override
    public List<ScopeState> blocks(Scope dataset) {
        List<Scope> names = blocks.get(dataset);
        if (names == null) {
            names = new ArrayList<>();
            List<ScopeState> read = handle.createQuery("SELECT * FROM ledger_scope WHERE parent = :parent")
                    .bind("parent", dataset.toString())
                    .map((row, context) -> StateRows.scope(row))
                    .list();
            for (ScopeState block : read) {
                scopes.putIfAbsent(block.scope(), Optional.of(block));
                names.add(block.scope());
            }
            changedScopes.values().stream()
                    .filter(changed -> dataset.equals(changed.parent()))
                    .map(ScopeState::scope)
                    .filter(scope ->
                            read.stream().noneMatch(known -> known.scope().equals(scope)))
                    .forEach(names::add);
            blocks.put(dataset, names);
        }
        return names.stream()
                .sorted()
                .map(this::scope)
                .map(Optional::orElseThrow)
                .toList();
    }

    @Override
    public Optional<Price> price(String id) {
        Optional<Price> known = recorded.apply(id);
        return known.isPresent()
                ? known
                : cached(
                        prices,
                        id,
                        () -> handle.createQuery("SELECT price FROM ledger_price WHERE id = :id")
                                .bind("id", id)
                                .mapTo(String.class)
                                .findOne()
                                .map(StateRows::price));
    }

    /** Prices that this transaction has read or recorded. */
    Collection<Price> usedPrices() {
        return prices.values().stream().flatMap(Optional::stream).toList();
    }

    @Override
    public Optional<Reservation> reservation(String id) {
        return cached(reservations, id, () -> {
            long seq = ReservationId.seqOf(id);
            return seq > lastSeq
                    ? Optional.empty()
                    : believed(handle.createQuery("SELECT * FROM ledger_reservation WHERE seq = :seq")
                                    .bind("seq", seq)
                                    .map((row, context) -> StateRows.reservation(row))
                                    .list())
                            .stream()
                            .filter(found -> found.id().equals(id))
                            .findFirst();
        });
    }

    @Override
    public Optional<Reservation> reservationOfKey(String key) {
        if (!keys.containsKey(key)) {
            prefetch(List.of(key));
        }
        return Objects.requireNonNull(keys.get(key)).flatMap(this::reservation);
    }

    @Override
    public List<Reservation> due(Instant at) {
        List<Reservation> due = believed(handle.createQuery("SELECT * FROM ledger_reservation WHERE " + OPEN
                        + " AND expires <= :at ORDER BY expires, seq LIMIT :most")
                .bind("at", at.toEpochMilli())
                .bind("most", MAX_DUE)
                .map((row, context) -> StateRows.reservation(row))
                .list());
        due.forEach(this::remember);
        return due;
    }

    @Override
    public long times(Scope scope, String term) {
        return times.computeIfAbsent(
                new TermOfScope(scope, term),
                key -> handle.createQuery("SELECT times FROM ledger_scope_term WHERE scope = :scope AND term = :term")
                        .bind("scope", scope.toString())
                        .bind("term", term)
                        .mapTo(Long.class)
                        .findOne()
                        .orElse(0L));
    }

    @Override
    public AccessRows access() {
        return access;
    }

    @Override
    public void put(AccessRow row) {
        changeable().put(row);
        accessChanges.add(() -> AccessTable.write(handle, row, access));
    }

    @Override
    public void remove(AccessRow row) {
        changeable().remove(row);
        accessChanges.add(() -> AccessTable.delete(handle, row));
    }

    @Override
    public void keepText(String text) {
        changeable().keepText(text);
    }

    /** Whether this transaction changes who may ask. */
    boolean isAccessChanged() {
        return isAccessChanged;
    }

    /** Others may look at the rows of before. */
    private AccessRows changeable() {
        if (!isAccessChanged) {
            access = access.copy();
            isAccessChanged = true;
        }
        return access;
    }

    @Override
    public void put(ScopeState scope) {
        scopes.put(scope.scope(), Optional.of(scope));
        changedScopes.put(scope.scope(), scope);
        List<Scope> siblings = scope.parent() == null ? null : blocks.get(scope.parent());
        if (siblings != null && !siblings.contains(scope.scope())) {
            siblings.add(scope.scope());
        }
    }

    @Override
    public void put(Price price) {
        prices.put(price.id(), Optional.of(price));
        newPrices.put(price.id(), price);
    }

    @Override
    public void put(Reservation reservation) {
        remember(reservation);
        changedReservations.put(reservation.id(), reservation);
    }

    @Override
    public void countTerms(Scope scope, Price price) {
        for (Price.Term term : price.terms()) {
            long sum = Price.Term.sumOfCounts(times(scope, term.id()), term.count());
            TermOfScope key = new TermOfScope(scope, term.id());
            times.put(key, sum);
            changedTerms.put(key, sum);
        }
    }

    /** Writes what was changed. */
    void flush() {
        ChangedRows.scopes(handle, changedScopes.values());
        ChangedRows.prices(handle, newPrices.values());
        ChangedRows.reservations(handle, changedReservations.values());
        ChangedRows.terms(handle, changedTerms);
        accessChanges.forEach(Runnable::run);
        accessChanges.clear();
        changedScopes.clear();
        newPrices.clear();
        changedReservations.clear();
        changedTerms.clear();
    }

    private List<Reservation> believed(List<Reservation> rows) {
        proof.ifPresent(known -> known.require(rows));
        return rows;
    }

    private void remember(Reservation reservation) {
        reservations.put(reservation.id(), Optional.of(reservation));
        keys.put(reservation.key(), Optional.of(reservation.id()));
    }

    private static <K, V> Optional<V> cached(Map<K, Optional<V>> cache, K key, Supplier<Optional<V>> query) {
        Optional<V> known = cache.get(key);
        if (known == null) {
            known = query.get();
            cache.put(key, known);
        }
        return known;
    }
}
