package io.abacusdp.ledger.api;

import io.abacusdp.ledger.api.data.AccessRow;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.core.AccessRequests;
import io.abacusdp.ledger.core.AccessRows;
import io.abacusdp.ledger.store.LedgerStore;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who may ask a ledger, and what waits for a second person, on behalf of somebody. Safe for use by several threads. */
public final class AccessDesk {
    private final LedgerStore store;
    private final Actor actor;

    AccessDesk(LedgerStore store, Actor actor) {
        this.store = store;
        this.actor = actor;
    }

    /** Who may ask now, and what waits for a second person, as the signed head says; must not be changed. */
    public AccessRows rows() {
        return store.access();
    }

    /** Whether somebody is named who counts as one of two persons. */
    public boolean hasPersons() {
        return !rows().all(AccessRow.Person.class).isEmpty();
    }

    /** Names somebody who counts as one of two persons. */
    public void addPerson(String person, @Nullable String approvedBy, String reason) {
        ask(access -> {
            access.addPerson(person, approvedBy, reason);
            return true;
        });
    }

    /** Says whose tokens a subject of an identity provider has, in place of what it was mapped to. */
    public void mapSubject(AccessRow.Subject subject, @Nullable String approvedBy, String reason) {
        ask(access -> {
            access.mapSubject(subject, approvedBy, reason);
            return true;
        });
    }

    /** Admits a key. */
    public void addKey(AccessRow.Key key, @Nullable String approvedBy) {
        ask(access -> {
            access.addKey(key, approvedBy);
            return true;
        });
    }

    /** Withdraws the key of that name; false if there is none. */
    public boolean withdrawKey(String name) {
        return ask(access -> access.withdrawKey(name));
    }

    /** Asks for a change, by its text, that another person has to approve. */
    public AccessRow.Proposal propose(String change) {
        String id = UUID.randomUUID().toString();
        return ask(access -> access.propose(id, change));
    }

    /** Notes that this actor approved a proposal. */
    public AccessRow.Proposal approve(String id) {
        return ask(access -> access.approve(id));
    }

    private <A> A ask(Function<AccessRequests, A> request) {
        return store.write(
                Set.of(), processor -> request.apply(processor.as(actor).access()));
    }
}
