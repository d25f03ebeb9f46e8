package io.abacusdp.ledger.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.filter.Binding;
import io.abacusdp.accounting.filter.RenyiCost;
import io.abacusdp.format.EventJson;
import io.abacusdp.ledger.api.Advice;
import io.abacusdp.ledger.api.Balance;
import io.abacusdp.ledger.api.OverTime;
import io.abacusdp.ledger.api.Refusal;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Outcome;
import io.abacusdp.ledger.api.data.Pace;
import io.abacusdp.ledger.api.data.PrivacyUnit;
import io.abacusdp.ledger.api.data.Reservation;
import io.abacusdp.ledger.api.data.Scope;
import io.abacusdp.ledger.api.data.ScopeState;
import io.abacusdp.ledger.journal.Receipt;
import io.abacusdp.ledger.json.LimitJson;
import io.abacusdp.ledger.log.Checkpoint;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** Answers as JSON. JSON has no infinity: what has no finite bound is the text "infinity". */
final class AnswerJson {
    private AnswerJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static JsonNode figure(double value) {
        return Double.isFinite(value) ? DoubleNode.valueOf(value) : TextNode.valueOf("infinity");
    }

    static ObjectNode accepted(Outcome.Accepted accepted, Receipt receipt) {
        ObjectNode node = object().put("reservation", accepted.reservation())
                .put("seq", accepted.seq())
                .put("at", accepted.at().toString())
                .put("expires", accepted.expires().toString());
        node.set("receipt", receipt.toNode());
        return node;
    }

    static ObjectNode head(Checkpoint head) {
        return object().put("ledger", head.origin())
                .put("seq", head.size())
                .put("root", head.root().base64())
                .put("note", head.toString());
    }

    static ObjectNode reservation(Reservation reservation) {
        ObjectNode node = object().put("reservation", reservation.id())
                .put("seq", reservation.seq())
                .put("at", reservation.at().toString())
                .put("expires", reservation.expires().toString())
                .put("status", reservation.status().name())
                .put("account", reservation.account());
        node.set("scopes", scopes(reservation.scopes()));
        return node;
    }

    static ArrayNode scopes(List<Scope> scopes) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        scopes.forEach(scope -> array.add(scope.toString()));
        return array;
    }

    static ObjectNode unit(PrivacyUnit unit) {
        return object().put("name", unit.name())
                .put("adjacency", unit.adjacency().id());
    }

    static ObjectNode budget(Budget budget) {
        ObjectNode node = object();
        node.set("limit", LimitJson.toNode(budget.limit()));
        Optional.ofNullable(budget.window()).ifPresent(window -> node.put("window", window.toSeconds()));
        if (budget.refreshes()) {
            node.put("refresh", true);
        }
        Optional.ofNullable(budget.pace())
                .map(Pace::unlock)
                .ifPresent(unlock -> node.put("unlock", unlock.toSeconds()));
        return node;
    }

    /** What a budget with windows gives away in a year. */
    static Optional<ObjectNode> overTime(Budget budget) {
        return OverTime.during(budget, OverTime.YEAR).map(year -> {
            ObjectNode node = object().put("days", OverTime.YEAR.toDays()).put("windows", year.windows());
            year.limit().ifPresent(limit -> node.set("at_most", LimitJson.toNode(limit)));
            return node.put(
                    "note",
                    "the limit is of one window; a unit whose data stay may lose this in any %d days, and more later"
                            .formatted(OverTime.YEAR.toDays()));
        });
    }

    static ObjectNode listed(ScopeState state) {
        ObjectNode node = object().put("scope", state.scope().toString());
        node.set("unit", unit(state.unit()));
        Optional.ofNullable(state.parent()).ifPresent(parent -> node.put("parent", parent.toString()));
        node.set("bound", scopes(state.rules().bound()));
        node.put("budgeted_data", state.rules().budgetedData()).put("charges", state.charges());
        Optional.ofNullable(state.budget()).ifPresent(budget -> node.set("budget", budget(budget)));
        return node;
    }

    /** The name of a block within its dataset. */
    static String part(Scope block) {
        return block.id().substring(block.id().indexOf('/') + 1);
    }

    static ObjectNode refusal(Refusal refusal) {
        ObjectNode node = object().put("scope", refusal.scope().toString())
                .put("part", refusal.part().toString())
                .put("measure", refusal.measure());
        refusal.order().ifPresent(order -> node.put("order", order));
        node.set("limit", figure(refusal.limit()));
        node.set("spent", figure(refusal.spent()));
        node.set("reserved", figure(refusal.reserved()));
        node.set("requested", figure(refusal.requested()));
        node.set("total", figure(refusal.total()));
        node.set("remaining", figure(refusal.remaining()));
        return node;
    }

    static ObjectNode advice(Advice advice) {
        ObjectNode node = object();
        advice.fewerSteps().ifPresent(event -> node.set("fewer_steps", EventJson.toNode(event)));
        advice.moreNoise().ifPresent(event -> node.set("more_noise", EventJson.toNode(event)));
        return node;
    }

    static ObjectNode balance(Balance balance) {
        ScopeState state = balance.state();
        ObjectNode node = object().put("scope", state.scope().toString());
        node.set("unit", unit(state.unit()));
        node.put("meaning", balance.meaning().id())
                .put("note", balance.meaning().note());
        node.put("delta", balance.delta())
                .put("charges", state.charges())
                .put("window_number", state.windowNumber())
                .put("window_since", state.windowSince().toString());
        ObjectNode adaptive = node.putObject("adaptive");
        adaptive.set("window_epsilon", figure(balance.adaptiveWindow()));
        adaptive.set("lifetime_epsilon", figure(balance.adaptiveLifetime()));
        Balance.FixedPlanEpsilon plan = balance.fixedPlan();
        ObjectNode fixed = node.putObject("fixed_plan");
        fixed.set("lifetime_epsilon", figure(plan.epsilon()));
        fixed.put("accountant", plan.accountant()).put("note", plan.note());
        Budget budget = state.budget();
        balance.budget().ifPresent(standing -> {
            ObjectNode own = budget == null ? object() : budget(budget);
            own.put("measure", standing.taken().measure());
            own.set("spent", used(standing.spent()));
            own.set("reserved", used(standing.reserved()));
            own.set("taken", used(standing.taken()));
            own.set("remaining", figure(standing.remaining()));
            if (budget != null) {
                Optional.ofNullable(budget.nextWindow(state.windowSince()))
                        .ifPresent(next -> own.put("next_window", next.toString()));
                overTime(budget).ifPresent(given -> own.set("over_time", given));
            }
            node.set("budget", own);
        });
        balance.moreLikeLast().ifPresent(count -> node.put("more_like_last", count));
        return node;
    }

    static ObjectNode curve(ScopeState state) {
        ObjectNode node = object().put("scope", state.scope().toString());
        node.set("unit", unit(state.unit()));
        node.set("orders", figures(RenyiCost.orders().length, index -> RenyiCost.orders()[index]));
        node.set("lifetime", cost(state.lifetime()));
        node.set("window", cost(state.window()));
        node.set("reserved", cost(state.reserved().toCost()));
        return node;
    }

    private static ObjectNode cost(RenyiCost cost) {
        ObjectNode node = object();
        node.set("rdp", figures(RenyiCost.orders().length, cost::rdp));
        node.set("zcdp", figure(cost.zcdp()));
        node.set("delta", figure(cost.deltaApart()));
        return node;
    }

    private static JsonNode used(Binding binding) {
        return figure(binding.used());
    }

    private static ArrayNode figures(int length, IntToDoubleFunction values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < length; i++) {
            array.add(figure(values.applyAsDouble(i)));
        }
        return array;
    }
}
