package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.security.Permission;
import java.util.List;
import java.util.Locale;

/** Accounts, datasets, budgets and their changes. */
final class AdminOperations {
    private final Ledger ledger;
    private final Proposals proposals;

    AdminOperations(Ledger ledger, Proposals proposals) {
        this.ledger = ledger;
        this.proposals = proposals;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/accounts", Permission.ADMIN, this::addAccount),
                Route.post("/v1/datasets", Permission.ADMIN, this::addDataset),
                Route.post("/v1/budgets", Permission.ADMIN, this::setBudget),
                Route.post("/v1/windows", Permission.ADMIN, this::openWindow),
                Route.post("/v1/blocks", Permission.ADMIN, this::declareBlocks),
                Route.get("/v1/proposals", Permission.ADMIN, this::listProposals),
                Route.post("/v1/proposals/{id}/approve", Permission.ADMIN, this::approve));
    }

    private void addAccount(RestCall call) {
        RequestFields body = call.body("account", "parent", "unit", "budgeted_data");
        String account = body.text("account");
        if (body.has("parent") == body.has("unit")) {
            throw new BadRequestException(
                    "$.parent", "must be given for an account below another, and unit for one at the root");
        }
        boolean budgetedData = body.has("budgeted_data") && body.truth("budgeted_data");
        Ledger within = call.on(ledger);
        if (body.has("parent")) {
            within.addAccount(account, body.text("parent"));
        } else {
            within.addAccount(account, body.unit("unit"));
        }
        if (budgetedData) {
            within.requireBudgetedData(account);
        }
        answer(call, Scope.account(account));
    }

    private void addDataset(RestCall call) {
        RequestFields body = call.body("dataset", "unit", "blocks", "accounts");
        String dataset = body.text("dataset");
        call.on(ledger).addDataset(dataset, body.unit("unit"), body.texts("blocks"), body.texts("accounts"));
        answer(call, Scope.dataset(dataset));
    }

    private void answer(RestCall call, Scope scope) {
        ObjectNode answer = AnswerJson.object().put("scope", scope.toString());
        answer.set("unit", AnswerJson.unit(call.on(ledger).scope(scope).unit()));
        call.answer(201, answer);
    }

    private void setBudget(RestCall call) {
        RequestFields body = call.body("scope", "limit", "window", "refresh", "unlock", "reason");
        Scope scope = body.scope("scope");
        Budget budget = body.budget();
        String reason = body.text("reason");
        Ledger within = call.on(ledger);
        within.requireManaged(scope);
        Budget present = within.scope(scope).budget();
        if (present != null && budget.isWithin(present)) {
            within.setBudget(scope, budget, call.by(), null, reason);
            ObjectNode answer = AnswerJson.object().put("scope", scope.toString());
            answer.setAll(AnswerJson.budget(budget));
            AnswerJson.overTime(budget).ifPresent(given -> answer.set("over_time", given));
            call.answer(201, answer);
        } else {
            call.answer(202, proposals.budget(scope, budget, reason, call.identity()));
        }
    }

    private void openWindow(RestCall call) {
        RequestFields body = call.body("scope", "number", "reason");
        Scope scope = body.scope("scope");
        call.on(ledger).requireManaged(scope);
        call.answer(202, proposals.window(scope, body.count("number"), body.text("reason"), call.identity()));
    }

    private void declareBlocks(RestCall call) {
        RequestFields body = call.body("dataset", "by", "every", "limit", "unlock", "reason");
        Scope dataset = Scope.dataset(body.text("dataset"));
        call.on(ledger).requireManaged(dataset);
        ObjectNode change = AnswerJson.object()
                .put("type", "blocks")
                .put("scope", dataset.toString())
                .put("by", body.blocksBy().name().toLowerCase(Locale.ROOT))
                .put("every", body.seconds("every").toSeconds());
        change.setAll(AnswerJson.budget(body.budget()));
        call.answer(202, proposals.add(change.put("reason", body.text("reason")), call.identity()));
    }

    private void listProposals(RestCall call) {
        call.allowQuery("after", "limit");
        int limit = call.limit();
        ObjectNode answer = AnswerJson.object();
        ArrayNode list = answer.putArray("proposals");
        List<ObjectNode> page = proposals.open(call.afterName(), limit, call.identity());
        page.forEach(list::add);
        if (page.size() == limit) {
            answer.set("next", page.get(limit - 1).get("proposal"));
        }
        call.answer(200, answer);
    }

    private void approve(RestCall call) {
        call.body();
        call.answer(200, proposals.approve(call.part("id"), call.identity()));
    }
}
