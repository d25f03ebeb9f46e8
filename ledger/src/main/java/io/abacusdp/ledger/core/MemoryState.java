package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All of a ledger's state in memory, for replays. Not safe for use by several threads. */
public final class MemoryState implements State {
    private final Map<Scope, ScopeState> scopes = new TreeMap<>();
    private final Map<Scope, Map<Scope, ScopeState>> blocks = new HashMap<>();
    private final Map<String, Price> prices = new HashMap<>();
    private final Map<String, Reservation> reservations = new HashMap<>();
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, Reservation> open = new HashMap<>();
    private final Map<Scope, Map<String, Long>> terms = new TreeMap<>();
    private final AccessRows access = AccessRows.empty();

    @Override
    public Optional<ScopeState> scope(Scope scope) {
        return Optional.ofNullable(scopes.get(scope));
    }

    @Override
    public List<ScopeState> blocks(Scope dataset) {
        return List.copyOf(blocks.getOrDefault(dataset, Map.of()).values());
    }

    @Override
    public Optional<Price> price(String id) {
        return Optional.ofNullable(prices.get(id));
    }

    @Override
    public Optional<Reservation> reservation(String id) {
        return Optional.ofNullable(reservations.get(id));
    }

    @Override
    public Optional<Reservation> reservationOfKey(String key) {
        return Optional.ofNullable(keys.get(key)).map(reservations::get);
    }

    @Override
    public List<Reservation> due(Instant at) {
        return open.values().stream()
                .filter(reservation -> reservation.isDue(at))
                .sorted(Comparator.comparing(Reservation::expires).thenComparing(Reservation::seq))
                .toList();
    }

    @Override
    public long times(Scope scope, String term) {
        return terms.getOrDefault(scope, Map.of()).getOrDefault(term, 0L);
    }

    @Override
    public AccessRows access() {
        return access;
    }

    @Override
    public void put(AccessRow row) {
        access.put(row);
    }

    @Override
    public void remove(AccessRow row) {
        access.remove(row);
    }

    @Override
    public void keepText(String text) {
        access.keepText(text);
    }

    @Override
    public void put(ScopeState scope) {
        scopes.put(scope.scope(), scope);
        Scope parent = scope.parent();
        if (parent != null && scope.scope().kind() == Scope.Kind.BLOCK) {
            blocks.computeIfAbsent(parent, none -> new TreeMap<>()).put(scope.scope(), scope);
        }
    }

    @Override
    public void put(Price price) {
        prices.put(price.id(), price);
    }

    @Override
    public void put(Reservation reservation) {
        reservations.put(reservation.id(), reservation);
        keys.put(reservation.key(), reservation.id());
        if (reservation.status().isOpen()) {
            open.put(reservation.id(), reservation);
        } else {
            open.remove(reservation.id());
        }
    }

    @Override
    public void countTerms(Scope scope, Price price) {
        for (Price.Term term : price.terms()) {
            putTerm(scope, term.id(), term.count());
        }
    }

    /** Adds to the count of one term. */
    public void putTerm(Scope scope, String term, long count) {
        terms.computeIfAbsent(scope, none -> new TreeMap<>()).merge(term, count, Price.Term::sumOfCounts);
    }

    /** Where this state and the other differ, one line for each thing; none if they are equal. */
    public List<String> differences(MemoryState other) {
        return Stream.of(
                        differences("scope", scopes, other.scopes),
                        differences("price", prices, other.prices),
                        differences("reservation", reservations, other.reservations),
                        differences("terms of", terms, other.terms),
                        differences("the", access.byName(), other.access.byName()))
                .flatMap(List::stream)
                .toList();
    }

    private static <K, V> List<String> differences(String what, Map<K, V> ours, Map<K, V> theirs) {
        List<String> found = new ArrayList<>();
        ours.forEach((key, value) -> {
            if (!value.equals(theirs.get(key))) {
                found.add(what + " " + key);
            }
        });
        theirs.keySet().stream().filter(key -> !ours.containsKey(key)).forEach(key -> found.add(what + " " + key));
        return found;
    }

    /** All scopes, in the order of their names. */
    public Collection<ScopeState> scopes() {
        return Collections.unmodifiableCollection(scopes.values());
    }

    /** All prices that were used. */
    public Collection<Price> prices() {
        return Collections.unmodifiableCollection(prices.values());
    }
}
