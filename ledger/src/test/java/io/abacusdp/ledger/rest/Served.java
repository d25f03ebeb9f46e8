package io.abacusdp.ledger.rest;

import io.abacusdp.accounting.Adjacency;
import io.abacusdp.accounting.filter.ZcdpLimit;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Actor;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.KeyGrant;
import io.abacusdp.ledger.security.Permission;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Set;

/** A ledger, its server at a free port, and keys for it. */
final class Served implements AutoCloseable {
    static final String GAUSSIAN = "{\"type\":\"gaussian\",\"noise_multiplier\":10}";

    final SigningKey signer;
    final Ledger ledger;
    final LedgerServer server;
    final ApiKeys keys;

    Served(String jdbcUrl, SigningKey signer, ServerSettings settings, Clock clock) {
        this(Ledger.open(jdbcUrl, signer, clock), signer, settings, clock);
    }

    Served(Ledger ledger, SigningKey signer, ServerSettings settings, Clock clock) {
        this.signer = signer;
        this.ledger = ledger;
        this.server = LedgerServer.start(ledger, settings, clock);
        this.keys = new ApiKeys(ledger, clock);
    }

    static Served at(String jdbcUrl) {
        return new Served(jdbcUrl, SigningKey.generate(), ServerSettings.local(), Clock.systemUTC());
    }

    Api anonymous() {
        return Api.anonymous(server.port());
    }

    /** A client with a key of its own. */
    Api as(String name, Permission... permissions) {
        return anonymous().as(keys.issue(name, Set.of(permissions)).text());
    }

    /** A client with a key that reaches one account and all below. */
    Api within(String account, String name, Permission... permissions) {
        return anonymous()
                .as(keys.issue(KeyGrant.service(name, Set.of(permissions), account), Actor.LEDGER, null)
                        .text());
    }

    /** A person with a key for everything. */
    Api asMaster(String name) {
        keys.addPerson(name, Actor.LEDGER, null, "test");
        return anotherKeyOf(name, name);
    }

    /** One more key of a person. */
    Api anotherKeyOf(String person, String name) {
        return anonymous()
                .as(keys.issue(KeyGrant.person(name, person, EnumSet.allOf(Permission.class), null), Actor.LEDGER, null)
                        .text());
    }

    /** Account acme, whose budget is zCDP with this rho. */
    void openAccount(double rho) {
        ledger.addAccount("acme", new PrivacyUnit("patient", Adjacency.ADD_OR_REMOVE_ONE));
        setBudget("account:acme", rho);
    }

    /** Agrees on a budget as two persons do. */
    void setBudget(String scope, double rho) {
        ledger.setBudget(Scope.parse(scope), new Budget(new ZcdpLimit(rho), null), "ann", "ben", "first");
    }

    static String charge(String account, String event) {
        return "{\"account\":\"%s\",\"scopes\":[],\"event\":%s}".formatted(account, event);
    }

    @Override
    public void close() {
        server.close();
        ledger.close();
    }
}
