package io.abacusdp.ledger.store;

import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.core.CommittedState;
import io.abacusdp.ledger.core.CommittedState.TermCount;
import io.abacusdp.ledger.core.MemoryState;
import io.abacusdp.ledger.core.StateHash;
import java.util.function.Consumer;
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
                state::put,
                state::put,
                state::put,
                term -> state.putTerm(term.scope(), term.term(), term.times()));
        return state;
    }

    /** The hash of all of them. Some microseconds a row. */
    static StateHash hash(Handle handle) {
        StateHash hash = new StateHash();
        read(
                handle,
                scope -> hash.add(CommittedState.bytes(scope)),
                price -> hash.add(CommittedState.bytes(price)),
                reservation -> hash.add(CommittedState.bytes(reservation)),
                term -> hash.add(term.bytes()));
        return hash;
    }

    private static void read(
            Handle handle,
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
        handle.createQuery("SELECT * FROM ledger_reservation")
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
