package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.journal.SigningKey;
import io.abacusdp.ledger.security.ApiKeys;
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

    Api asMaster(String name) {
        return anonymous().as(keys.issue(name, EnumSet.allOf(Permission.class)).text());
    }

    /** Account acme, whose budget is zCDP with this rho. */
    static void openAccount(Api admin, double rho) {
        admin.post(
                "/v1/accounts",
                "{\"account\":\"acme\",\"unit\":{\"name\":\"patient\",\"adjacency\":\"add_or_remove_one\"}}");
        admin.post(
                "/v1/budgets",
                "{\"scope\":\"account:acme\",\"limit\":{\"type\":\"zcdp\",\"rho\":%s},\"reason\":\"first\"}"
                        .formatted(rho));
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
