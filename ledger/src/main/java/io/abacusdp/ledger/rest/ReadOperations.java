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
                Route.get("/v1/accounts/{id}/curve", Permission.READ, this::curve),
                Route.get("/v1/accounts/{id}/history", Permission.READ, this::history));
    }

    private void balance(RestCall call, Scope scope) {
        call.allowQuery("delta");
        call.answer(200, AnswerJson.balance(ledger.balance(scope, delta(call, scope))));
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
        Budget budget = ledger.scope(scope).budget();
        if (budget != null && budget.limit() instanceof EpsilonDeltaLimit limit) {
            return limit.delta();
        }
        throw new BadRequestException("delta", "must be given, as the budget of " + scope + " does not state one");
    }

    private void curve(RestCall call) {
        call.allowQuery();
        call.answer(200, AnswerJson.curve(ledger.scope(Scope.account(call.account()))));
    }

    private void history(RestCall call) {
        call.allowQuery("after", "limit");
        String account = call.account();
        ledger.scope(Scope.account(account));
        int limit = call.limit();
        List<Reservation> page = ledger.history(account, call.after(), limit);
        Map<String, JsonNode> events = new HashMap<>();
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray("charges");
        for (Reservation reservation : page) {
            ObjectNode node = AnswerJson.reservation(reservation).put("idempotency_key", reservation.key());
            node.set("event", event(reservation.price(), events));
            String committed = reservation.committed();
            if (committed != null) {
                node.set("committed", event(committed, events));
            }
            list.add(node);
        }
        if (page.size() == limit) {
            answer.put("next", page.get(limit - 1).seq());
        }
        call.answer(200, answer);
    }

    private JsonNode event(String price, Map<String, JsonNode> known) {
        return known.computeIfAbsent(
                price, id -> EventJson.toNode(ledger.recordedPrice(id).event()));
    }
}
