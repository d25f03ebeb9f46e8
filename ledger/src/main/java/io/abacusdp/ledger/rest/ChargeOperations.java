package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.Quote;
import io.abacusdp.ledger.api.Refusal;
import io.abacusdp.ledger.api.data.Charge;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.security.Permission;
import java.time.Duration;
import java.util.List;

/** Quotes, reservations and charges. */
final class ChargeOperations {
    private final Ledger ledger;
    private final AdviceDesk advice = new AdviceDesk();

    ChargeOperations(Ledger ledger) {
        this.ledger = ledger;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/quote", Permission.QUOTE, this::quote),
                Route.post("/v1/reservations", Permission.CHARGE, this::reserve),
                Route.post("/v1/charges", Permission.CHARGE, this::charge),
                Route.post("/v1/reservations/{id}/start", Permission.CHARGE, this::start),
                Route.post("/v1/reservations/{id}/commit", Permission.CHARGE, this::commit),
                Route.post("/v1/reservations/{id}/release", Permission.CHARGE, this::release),
                Route.post("/v1/reservations/{id}/extend", Permission.CHARGE, this::extend));
    }

    private void quote(RestCall call) {
        RequestFields body = call.body("account", "scopes", "event");
        Quote quote = call.on(ledger).quote(body.charge(), body.event("event"));
        ObjectNode answer =
                AnswerJson.object().put("fits", quote.refusal().isEmpty()).put("times", quote.times());
        quote.refusal()
                .filter(refusal -> call.on(ledger).reaches(refusal.scope()))
                .ifPresent(refusal -> {
                    ObjectNode why = AnswerJson.refusal(refusal);
                    addAdvice(refusal, why);
                    answer.set("refusal", why);
                });
        call.answer(200, answer);
    }

    private void reserve(RestCall call) {
        String key = call.key();
        RequestFields body = call.body("account", "scopes", "event", "ttl");
        Charge charge = body.charge();
        DpEvent event = body.event("event");
        Duration ttl = body.seconds("ttl");
        answer(call, call.on(ledger).reserve(key, charge, event, ttl));
    }

    private void charge(RestCall call) {
        String key = call.key();
        RequestFields body = call.body("account", "scopes", "event");
        answer(call, call.on(ledger).charge(key, body.charge(), body.event("event")));
    }

    private void start(RestCall call) {
        call.body();
        answer(call, call.on(ledger).start(call.part("id")));
    }

    private void commit(RestCall call) {
        DpEvent event = call.body("event").event("event");
        answer(call, call.on(ledger).commit(call.part("id"), event));
    }

    private void release(RestCall call) {
        call.body();
        answer(call, call.on(ledger).release(call.part("id")));
    }

    private void extend(RestCall call) {
        Duration ttl = call.body("ttl").seconds("ttl");
        answer(call, call.on(ledger).extend(call.part("id"), ttl));
    }

    /** With proof of the entry that made the reservation what it is. */
    private void answer(RestCall call, Reservation reservation) {
        ObjectNode answer = AnswerJson.reservation(reservation);
        answer.set("receipt", ledger.journal().receipt(reservation.changed()).toNode());
        call.answer(200, answer);
    }

    private void answer(RestCall call, Outcome outcome) {
        if (outcome instanceof Outcome.Accepted accepted) {
            call.answer(201, AnswerJson.accepted(accepted, ledger.journal().receipt(accepted.seq())));
        } else if (outcome instanceof Outcome.Denied denied) {
            Refusal refusal = Refusal.of(denied);
            throw new OverBudgetException(
                    call.on(ledger).reaches(refusal.scope()) ? overBudget(refusal) : overBudgetAbove());
        }
    }

    private Problem overBudget(Refusal refusal) {
        ObjectNode more = AnswerJson.refusal(refusal);
        addAdvice(refusal, more);
        return new Problem(
                409,
                "over-budget",
                "The budget does not allow it",
                "%s would lose %s %s, and the limit is %s; nothing was recorded"
                        .formatted(refusal.part(), refusal.measure(), refusal.total(), refusal.limit()),
                more);
    }

    /** What those above have left is not for who is below. */
    private static Problem overBudgetAbove() {
        return Problem.of(
                409,
                "over-budget",
                "The budget does not allow it",
                "the budget of an account above does not allow it; nothing was recorded");
    }

    private void addAdvice(Refusal refusal, ObjectNode node) {
        advice.of(refusal).ifPresent(found -> node.set("would_fit", AnswerJson.advice(found)));
    }

    /** Ends a call with the problem of a budget that is exceeded. */
    static final class OverBudgetException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Problem problem;

        OverBudgetException(Problem problem) {
            super(problem.detail(), null, false, false);
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }
}
