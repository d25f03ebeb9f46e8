package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A state with the sums of its rows, which every signed head commits to: tables that were edited are not those that were
 * signed. What is changed counts when {@link #settle()} is called, each row once however often it was changed. Not safe for use
 * by several threads.
 */
public final class CommittedState implements State {
    private final State rows;
    private final StateSums sums;
    private final RowHashes hashes;
    private final Map<Scope, Optional<ScopeState>> scopes = new LinkedHashMap<>();
    private final Map<String, Optional<Reservation>> reservations = new LinkedHashMap<>();
    private final Map<String, Price> prices = new LinkedHashMap<>();
    private final Map<TermCount, Long> terms = new HashMap<>();
    private boolean isAccessChanged;

    /**
     * How often a term was run on a scope, as a row.
     *
     * @param times at least 1
     */
    public record TermCount(Scope scope, String term, long times) {
        /** The bytes of the row. */
        public byte[] bytes() {
            return RowBytes.of(this);
        }
    }

    /**
     * A state whose rows have these sums.
     *
     * @param sums are changed along with the state
     */
    public CommittedState(State rows, StateSums sums) {
        this(rows, sums, new RowHashes());
    }

    /** The same with hashes of rows that are known from before. */
    public CommittedState(State rows, StateSums sums, RowHashes hashes) {
        this.rows = rows;
        this.sums = sums;
        this.hashes = hashes;
    }

    /** The bytes of a row, as they are hashed. */
    public static byte[] bytes(ScopeState scope) {
        return RowBytes.of(scope);
    }

    /** The bytes of a row, as they are hashed. */
    public static byte[] bytes(Price price) {
        return RowBytes.of(price);
    }

    /** The bytes of a row, as they are hashed. */
    public static byte[] bytes(Reservation reservation) {
        return RowBytes.of(reservation);
    }

    /** The digest of all rows as they are now. */
    public String settle() {
        StateHash hash = sums.rows();
        scopes.forEach((scope, before) -> {
            before.ifPresent(row -> hash.remove(hashes.of(scope, row)));
            hash.add(hashes.ofNew(scope, rows.scope(scope).orElseThrow()));
        });
        prices.values().forEach(price -> hash.add(bytes(price)));
        reservations.forEach((id, before) -> {
            Reservation after = rows.reservation(id).orElseThrow();
            boolean wasOpen = before.filter(row -> row.status().isOpen()).isPresent();
            if (wasOpen) {
                hash.remove(bytes(before.orElseThrow()));
            }
            if (after.status().isOpen()) {
                hash.add(bytes(after));
            } else if (wasOpen || before.isEmpty()) {
                sums.countClosed();
            }
        });
        terms.forEach((key, before) -> {
            if (before > 0) {
                hash.remove(hashes.of(key, new TermCount(key.scope(), key.term(), before)));
            }
            long after = rows.times(key.scope(), key.term());
            hash.add(hashes.ofNew(key, new TermCount(key.scope(), key.term(), after)));
        });
        if (isAccessChanged) {
            sums.setAccess(rows.access().sum());
            isAccessChanged = false;
        }
        scopes.clear();
        prices.clear();
        reservations.clear();
        terms.clear();
        return sums.digest();
    }

    @Override
    public Optional<ScopeState> scope(Scope scope) {
        return rows.scope(scope);
    }

    @Override
    public List<ScopeState> blocks(Scope dataset) {
        return rows.blocks(dataset);
    }

    @Override
    public Optional<Price> price(String id) {
        return rows.price(id);
    }

    @Override
    public Optional<Reservation> reservation(String id) {
        return rows.reservation(id);
    }

    @Override
    public Optional<Reservation> reservationOfKey(String key) {
        return rows.reservationOfKey(key);
    }

    @Override
    public List<Reservation> due(Instant at) {
        return rows.due(at);
    }

    @Override
    public long times(Scope scope, String term) {
        return rows.times(scope, term);
    }

    @Override
    public AccessRows access() {
        return rows.access();
    }

    @Override
    public void put(AccessRow row) {
        rows.put(row);
        isAccessChanged = true;
    }

    @Override
    public void remove(AccessRow row) {
        rows.remove(row);
        isAccessChanged = true;
    }

    @Override
    public void keepText(String text) {
        rows.keepText(text);
    }

    @Override
    public void put(ScopeState scope) {
        scopes.computeIfAbsent(scope.scope(), rows::scope);
        rows.put(scope);
    }

    @Override
    public void put(Price price) {
        prices.put(price.id(), price);
        rows.put(price);
    }

    @Override
    public void put(Reservation reservation) {
        reservations.computeIfAbsent(reservation.id(), rows::reservation);
        rows.put(reservation);
    }

    @Override
    public void countTerms(Scope scope, Price price) {
        for (Price.Term term : price.terms()) {
            terms.computeIfAbsent(new TermCount(scope, term.id(), 0), key -> rows.times(scope, term.id()));
        }
        rows.countTerms(scope, price);
    }
}
