package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.QueueDesk.Grant;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.queue.BudgetQueue;
import io.abacusdp.ledger.queue.Forecast;
import io.abacusdp.ledger.queue.QueueAnswer;
import io.abacusdp.ledger.queue.QueueRequest;
import io.abacusdp.ledger.rest.ChargeOperations.OverBudgetException;
import io.abacusdp.ledger.security.Permission;
import java.time.Duration;
import java.util.List;

/** Requests that wait for scarce budget. */
final class QueueOperations {
    private final Ledger ledger;
    private final BudgetQueue queue;

    QueueOperations(Ledger ledger, BudgetQueue queue) {
        this.ledger = ledger;
        this.queue = queue;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/queue", Permission.CHARGE, this::ask),
                Route.get("/v1/queue", Permission.READ, this::list),
                Route.get("/v1/queue/{id}", Permission.CHARGE, this::find),
                Route.post("/v1/queue/{id}/cancel", Permission.CHARGE, this::cancel));
    }

    private void ask(RestCall call) {
        String key = call.key();
        RequestFields body = call.body("account", "scopes", "event", "ttl", "priority", "max_wait");
        Charge charge = body.charge();
        DpEvent event = body.event("event");
        Duration ttl = body.seconds("ttl");
        long priority = body.has("priority") ? body.count("priority") : 0;
        Duration patience = body.seconds("max_wait");
        QueueRequest request = new QueueRequest(
                new Grant(call.identity().actor(), key, charge, call.on(ledger).price(charge, event), ttl),
                (int) Math.max(-1000, Math.min(1000, priority)),
                patience);
        QueueAnswer answer = queue.ask(request);
        if (answer instanceof QueueAnswer.Granted granted) {
            call.answer(
                    201,
                    AnswerJson.accepted(
                            granted.accepted(),
                            ledger.journal().receipt(granted.accepted().seq())));
        } else if (answer instanceof QueueAnswer.Waits waits) {
            call.context().header("Retry-After", "5");
            call.answer(202, toNode(waits.ticket()));
        } else if (answer instanceof QueueAnswer.Refused refused) {
            throw new OverBudgetException(notServed(refused.forecast()));
        }
    }

    private void list(RestCall call) {
        call.allowQuery("after", "limit");
        int limit = call.limit();
        String after = call.context().queryParam("after");
        List<QueueAnswer.Ticket> page = queue.list(call.identity().actor(), after == null ? "" : after, limit);
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray("waiting");
        page.forEach(ticket -> list.add(toNode(ticket)));
        if (page.size() == limit) {
            answer.put("next", page.get(limit - 1).id());
        }
        call.answer(200, answer);
    }

    private void find(RestCall call) {
        call.allowQuery();
        call.answer(200, toNode(queue.find(call.part("id"), call.identity().actor())));
    }

    private void cancel(RestCall call) {
        call.body();
        String id = call.part("id");
        queue.cancel(id, call.identity().actor());
        call.answer(200, AnswerJson.object().put("id", id));
    }

    private static ObjectNode toNode(QueueAnswer.Ticket ticket) {
        Grant grant = ticket.request().grant();
        ObjectNode node = AnswerJson.object()
                .put("id", ticket.id())
                .put("account", grant.charge().account())
                .put("priority", ticket.request().priority())
                .put("since", ticket.since().toString())
                .put("until", ticket.until().toString());
        node.set("scopes", AnswerJson.scopes(grant.charge().scopes()));
        node.set("forecast", toNode(ticket.forecast()));
        return node;
    }

    private static ObjectNode toNode(Forecast forecast) {
        ObjectNode node = AnswerJson.object();
        forecast.earliest().ifPresent(at -> node.put("earliest", at.toString()));
        return node.put("note", forecast.note());
    }

    private static Problem notServed(Forecast forecast) {
        ObjectNode more = AnswerJson.object();
        more.set("forecast", toNode(forecast));
        return new Problem(
                409,
                "not-served",
                "The request could not be served in time",
                forecast.note() + "; nothing was recorded, and the same key may ask again",
                more);
    }
}
