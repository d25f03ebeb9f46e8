package io.abacusdp.ledger.store;

import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.ReservationId;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.journal.PriceJson;
import io.abacusdp.ledger.store.KnownScopes.TermOfScope;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Writes rows of the state tables, many at one go. */
final class ChangedRows {
    private ChangedRows() {}

    /** Scopes, new or changed. */
    static void scopes(Handle handle, Collection<ScopeState> changed) {
        if (changed.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch("""
                INSERT INTO ledger_scope (scope, unit, adjacency, parent, budget, lifetime, in_window, reserved,
                    window_number, window_since, charges, last_price, touched, rules)
                VALUES (:scope, :unit, :adjacency, :parent, :budget, :lifetime, :in_window, :reserved,
                    :window_number, :window_since, :charges, :last_price, :touched, :rules)
                ON CONFLICT (scope) DO UPDATE SET budget = excluded.budget, lifetime = excluded.lifetime,
                    in_window = excluded.in_window, reserved = excluded.reserved,
                    window_number = excluded.window_number, window_since = excluded.window_since,
                    charges = excluded.charges, last_price = excluded.last_price, touched = excluded.touched,
                    rules = excluded.rules
                """);
        for (ScopeState scope : changed) {
            Scope parent = scope.parent();
            batch.bind("scope", scope.scope().toString())
                    .bind("unit", scope.unit().name())
                    .bind("adjacency", scope.unit().adjacency().name())
                    .bind("parent", parent == null ? null : parent.toString())
                    .bind("budget", StateRows.budget(scope.budget()))
                    .bind("lifetime", StateRows.bytes(scope.lifetime().units()))
                    .bind("in_window", StateRows.bytes(scope.window().units()))
                    .bind("reserved", StateRows.bytes(scope.reserved().words()))
                    .bind("window_number", scope.windowNumber())
                    .bind("window_since", scope.windowSince().toEpochMilli())
                    .bind("charges", scope.charges())
                    .bind("last_price", scope.last())
                    .bind("touched", scope.touched())
                    .bind("rules", StateRows.rules(scope.rules()))
                    .add();
        }
        batch.execute();
    }

    /** Prices, and the terms of them that are new. */
    static void prices(Handle handle, Collection<Price> added) {
        if (added.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch("INSERT INTO ledger_price (id, price) VALUES (:id, :price)");
        Map<String, String> terms = new TreeMap<>();
        for (Price price : added) {
            batch.bind("id", price.id())
                    .bind("price", PriceJson.toNode(price).toString())
                    .add();
            price.terms().forEach(term -> terms.put(term.id(), EventJson.write(term.event())));
        }
        batch.execute();
        if (!terms.isEmpty()) {
            PreparedBatch termBatch = handle.prepareBatch(
                    "INSERT INTO ledger_term (id, event) VALUES (:id, :event) ON CONFLICT (id) DO NOTHING");
            terms.forEach(
                    (id, event) -> termBatch.bind("id", id).bind("event", event).add());
            termBatch.execute();
        }
    }

    /** Reservations, new or changed. */
    static void reservations(Handle handle, Collection<Reservation> changed) {
        if (changed.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch("""
                INSERT INTO ledger_reservation
                    (seq, token, idempotency_key, body, account, scopes, price, at, expires, status, committed,
                    changed)
                VALUES (:seq, :token, :key, :body, :account, :scopes, :price, :at, :expires, :status, :committed,
                    :changed)
                ON CONFLICT (seq) DO UPDATE SET expires = excluded.expires, status = excluded.status,
                    committed = excluded.committed, changed = excluded.changed
                """);
        for (Reservation reservation : changed) {
            batch.bind("seq", reservation.seq())
                    .bind("token", ReservationId.tokenOf(reservation.id()))
                    .bind("key", reservation.key())
                    .bind("body", reservation.body())
                    .bind("account", reservation.account())
                    .bind("scopes", StateRows.scopes(reservation))
                    .bind("price", reservation.price())
                    .bind("at", reservation.at().toEpochMilli())
                    .bind("expires", reservation.expires().toEpochMilli())
                    .bind("status", reservation.status().name())
                    .bind("committed", reservation.committed())
                    .bind("changed", reservation.changed())
                    .add();
        }
        batch.execute();
    }

    /** How often scopes were charged with terms. */
    static void terms(Handle handle, Map<TermOfScope, Long> changed) {
        if (changed.isEmpty()) {
            return;
        }
        PreparedBatch batch = handle.prepareBatch("""
                INSERT INTO ledger_scope_term (scope, term, times) VALUES (:scope, :term, :times)
                ON CONFLICT (scope, term) DO UPDATE SET times = excluded.times
                """);
        changed.forEach((term, times) -> batch.bind("scope", term.scope().toString())
                .bind("term", term.term())
                .bind("times", times)
                .add());
        batch.execute();
    }
}
