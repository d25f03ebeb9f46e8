package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.CommittedState.TermCount;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.StateHash;
import io.abacusdp.ledger.core.StateSums;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** All rows of the state tables, one after the other. */
final class StateTables {
    private static final int AT_ONCE = 1000;

    private StateTables() {}

    /** All of them in memory. */
    static MemoryState all(Handle handle) {
        MemoryState state = new MemoryState();
        read(
                handle,
                "SELECT * FROM ledger_reservation",
                state::put,
                state::put,
                state::put,
                term -> state.putTerm(term.scope(), term.term(), term.times()));
        AccessRows access = AccessTable.load(handle);
        for (Class<?> kind : AccessRow.class.getPermittedSubclasses()) {
            access.all(kind.asSubclass(AccessRow.class)).forEach(state::put);
        }
        return state;
    }

    /**
     * The sums of all rows that decide something: some 3 microseconds a row, shared out among all processors. Closed
     * reservations are counted, in time that does not matter for a million of them.
     */
    static StateSums sums(Handle handle) {
        List<CompletableFuture<StateHash>> parts = new ArrayList<>();
        List<Supplier<byte[]>> rows = new ArrayList<>();
        Consumer<Supplier<byte[]>> add = row -> {
            rows.add(row);
            if (rows.size() >= AT_ONCE) {
                parts.add(part(rows));
                rows.clear();
            }
        };
        long reservations = handle.createQuery("SELECT COUNT(*) FROM ledger_reservation")
                .mapTo(Long.class)
                .one();
        AtomicLong open = new AtomicLong();
        read(
                handle,
                "SELECT * FROM ledger_reservation WHERE " + TableState.OPEN,
                scope -> add.accept(() -> CommittedState.bytes(scope)),
                price -> add.accept(() -> CommittedState.bytes(price)),
                reservation -> {
                    open.incrementAndGet();
                    add.accept(() -> CommittedState.bytes(reservation));
                },
                term -> add.accept(term::bytes));
        parts.add(part(rows));
        StateHash hash = new StateHash();
        parts.forEach(part -> hash.addAll(part.join()));
        return StateSums.of(hash, AccessTable.load(handle).sum(), reservations - open.get());
    }

    private static CompletableFuture<StateHash> part(List<Supplier<byte[]>> rows) {
        List<Supplier<byte[]>> some = List.copyOf(rows);
        return CompletableFuture.supplyAsync(() -> {
            StateHash hash = new StateHash();
            some.forEach(row -> hash.add(row.get()));
            return hash;
        });
    }

    private static void read(
            Handle handle,
            String whichReservations,
            Consumer<ScopeState> scopes,
            Consumer<Price> prices,
            Consumer<Reservation> reservations,
            Consumer<TermCount> terms) {
        handle.createQuery("SELECT * FROM ledger_scope")
                .map((row, context) -> StateRows.scope(row))
                .forEach(scopes);
        handle.createQuery("SELECT price FROM ledger_price")
                .mapTo(String.class)
                .forEach(price -> prices.accept(StateRows.price(price)));
        handle.createQuery(whichReservations)
                .setFetchSize(AT_ONCE)
                .map((row, context) -> StateRows.reservation(row))
                .forEach(reservations);
        handle.createQuery("SELECT * FROM ledger_scope_term")
                .setFetchSize(AT_ONCE)
                .map((row, context) ->
                        new TermCount(Scope.parse(row.getString("scope")), row.getString("term"), row.getLong("times")))
                .forEach(terms);
    }
}
