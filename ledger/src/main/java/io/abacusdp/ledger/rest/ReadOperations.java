package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.filter.EpsilonDeltaLimit;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.security.AccessDeniedException;
import io.abacusdp.ledger.security.Permission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Balances, curves and histories. */
final class ReadOperations {
    private final Ledger ledger;

    ReadOperations(Ledger ledger) {
        this.ledger = ledger;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/v1/accounts/{id}/balance",
                        Permission.READ,
                        call -> balance(call, Scope.account(call.part("id")))),
                Route.get(
                        "/v1/datasets/{id}/balance",
                        Permission.READ,
                        call -> balance(call, Scope.dataset(call.part("id")))),
                Route.get(
                        "/v1/datasets/{id}/blocks/{block}/balance",
                        Permission.READ,
                        call -> balance(call, Scope.block(call.part("id"), call.part("block")))),
                Route.get("/v1/accounts", Permission.READ, call -> list(call, Scope.Kind.ACCOUNT)),
                Route.get("/v1/datasets", Permission.READ, call -> list(call, Scope.Kind.DATASET)),
                Route.get("/v1/datasets/{id}/blocks", Permission.READ, this::blocks),
                Route.get("/v1/reservations/{id}", null, this::reservation),
                Route.get("/v1/accounts/{id}/curve", Permission.READ, this::curve),
                Route.get("/v1/accounts/{id}/history", Permission.READ, this::history));
    }

    private void balance(RestCall call, Scope scope) {
        call.allowQuery("delta");
        call.on(ledger).catchUp(scope.kind() == Scope.Kind.BLOCK ? scope.datasetOfBlock() : scope);
        call.answer(200, AnswerJson.balance(call.on(ledger).balance(scope, delta(call, scope))));
    }

    /** The delta that is asked for, or that of the scope's budget. */
    private double delta(RestCall call, Scope scope) {
        String text = call.context().queryParam("delta");
        if (text != null) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new BadRequestException("delta", "must be a number in (0, 1)");
            }
        }
        Budget budget = call.on(ledger).scope(scope).budget();
        if (budget != null && budget.limit() instanceof EpsilonDeltaLimit limit) {
            return limit.delta();
        }
        throw new BadRequestException("delta", "must be given, as the budget of " + scope + " does not state one");
    }

    private void curve(RestCall call) {
        call.allowQuery();
        call.answer(200, AnswerJson.curve(call.on(ledger).scope(Scope.account(call.account()))));
    }

    private void history(RestCall call) {
        call.allowQuery("after", "limit");
        String account = call.account();
        int limit = call.limit();
        List<Reservation> page = call.on(ledger).history(account, call.after(), limit);
        Map<String, JsonNode> events = new HashMap<>();
        StringBuilder json = new StringBuilder("{\"charges\":[");
        int count = 0;
        while (count < page.size() && json.length() < RestCall.MAX_PAGE_CHARACTERS) {
            json.append(count == 0 ? "" : ",").append(entry(page.get(count), events));
            count++;
        }
        json.append(']');
        if (count == limit || count < page.size()) {
            json.append(",\"next\":").append(page.get(count - 1).seq());
        }
        call.answer(200, json.append('}').toString());
    }

    private ObjectNode entry(Reservation reservation, Map<String, JsonNode> events) {
        ObjectNode node = AnswerJson.reservation(reservation).put("idempotency_key", reservation.key());
        node.set("event", event(reservation.price(), events));
        String committed = reservation.committed();
        if (committed != null) {
            node.set("committed", event(committed, events));
        }
        return node;
    }

    private void reservation(RestCall call) {
        call.allowQuery();
        if (!call.identity().may(Permission.READ) && !call.identity().may(Permission.CHARGE)) {
            throw new AccessDeniedException(
                    AccessDeniedException.Reason.FORBIDDEN, "the permission read or charge is needed");
        }
        call.answer(200, entry(call.on(ledger).reservation(call.part("id")), new HashMap<>()));
    }

    private void list(RestCall call, Scope.Kind kind) {
        call.allowQuery("after", "limit");
        int limit = call.limit();
        List<ScopeState> page = call.on(ledger).scopes(kind, call.afterName(), limit);
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray(kind == Scope.Kind.ACCOUNT ? "accounts" : "datasets");
        for (ScopeState scope : page) {
            list.add(AnswerJson.listed(scope));
        }
        if (page.size() == limit) {
            answer.put("next", page.get(limit - 1).scope().id());
        }
        call.answer(200, answer);
    }

    /** Blocks of a dataset, those among them that time has brought. */
    private void blocks(RestCall call) {
        call.allowQuery("after", "limit");
        int limit = call.limit();
        Scope dataset = Scope.dataset(call.part("id"));
        Ledger within = call.on(ledger);
        within.catchUp(dataset);
        List<ScopeState> page = within.blocks(dataset, call.afterName(), limit);
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray("blocks");
        page.forEach(block -> list.add(AnswerJson.listed(block)));
        if (page.size() == limit) {
            answer.put("next", AnswerJson.part(page.get(limit - 1).scope()));
        }
        call.answer(200, answer);
    }

    private JsonNode event(String price, Map<String, JsonNode> known) {
        return known.computeIfAbsent(
                price, id -> EventJson.toNode(ledger.recordedPrice(id).event()));
    }
}
