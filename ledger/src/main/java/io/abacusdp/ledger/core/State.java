package io.abacusdp.ledger.core;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Price;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the facts so far add up to: all of it in memory, or the rows of a database within one transaction. */
public interface State {
    Optional<ScopeState> scope(Scope scope);

    /** The blocks of a dataset, in the order of their names. */
    List<ScopeState> blocks(Scope dataset);

    Optional<Price> price(String id);

    Optional<Reservation> reservation(String id);

    Optional<Reservation> reservationOfKey(String key);

    /** Open reservations that lapse at or before the time, by expiry and then by seq; perhaps not all at once. */
    List<Reservation> due(Instant at);

    /** How often a term was run on a scope; 0 if it never was. */
    long times(Scope scope, String term);

    /** Who may ask; must not be changed but by {@link #put(AccessRow)} and {@link #remove(AccessRow)}. */
    AccessRows access();

    void put(AccessRow row);

    void remove(AccessRow row);

    /** Keeps the text of a proposed change. */
    void keepText(String text);

    void put(ScopeState scope);

    void put(Price price);

    void put(Reservation reservation);

    /** Counts the terms of the price in what was run on the scope. */
    void countTerms(Scope scope, Price price);
}
