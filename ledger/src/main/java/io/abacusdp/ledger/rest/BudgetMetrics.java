package io.abacusdp.ledger.rest;

import io.abacusdp.ledger.api.BudgetStanding;
import io.abacusdp.ledger.api.data.Budget;
import io.abacusdp.ledger.api.data.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Budgets as text for Prometheus, those first of which least is left: who has too many for one scrape still sees these. */
final class BudgetMetrics {
    /** Budgets in one scrape; of the others the count is told. */
    static final int MAX_BUDGETS = 1000;

    private BudgetMetrics() {}

    /** The text of these budgets. */
    static String text(List<BudgetStanding> standings, Instant now) {
        List<BudgetStanding> shown = standings.stream()
                .sorted(Comparator.comparingDouble((BudgetStanding one) -> -one.used())
                        .thenComparing(one -> one.state().scope()))
                .limit(MAX_BUDGETS)
                .toList();
        StringBuilder text = new StringBuilder();
        add(
                text,
                shown,
                "limit",
                "Limit of a budget, in its measure",
                one -> one.standing().taken().limit());
        add(
                text,
                shown,
                "spent",
                "What was spent of it, in this window if it has windows",
                one -> one.standing().spent().used());
        add(
                text,
                shown,
                "reserved",
                "What open reservations hold of it",
                one -> one.standing().reserved().used());
        add(
                text,
                shown,
                "remaining",
                "What is left of it",
                one -> one.standing().remaining());
        add(text, shown, "used_ratio", "Part of it that is taken, linear in what is charged", BudgetStanding::used);
        add(text, shown, "unlocked_ratio", "Part of it that is unlocked", one -> unlocked(one, now));
        add(text, shown, "lasts_seconds", "How long it lasts if things go on as since its window began", one -> {
            Duration lasts = one.lasts(now);
            return lasts == null ? Double.POSITIVE_INFINITY : lasts.toMillis() / 1000.0;
        });
        head(text, "abacus_ledger_budgets_not_shown", "Budgets that are left out, all of them used less");
        text.append("abacus_ledger_budgets_not_shown ")
                .append(standings.size() - shown.size())
                .append('\n');
        return text.toString();
    }

    /** One gauge without labels. */
    static String gauge(String name, String help, double value) {
        StringBuilder text = new StringBuilder();
        head(text, name, help);
        return text.append(name).append(' ').append(number(value)).append('\n').toString();
    }

    private static double unlocked(BudgetStanding one, Instant now) {
        Budget budget = one.state().budget();
        Pace pace = budget == null ? null : budget.pace();
        return pace == null ? 1 : pace.unlocked(one.state().windowSince(), now);
    }

    private static void add(
            StringBuilder text,
            List<BudgetStanding> standings,
            String what,
            String help,
            ToDoubleFunction<BudgetStanding> value) {
        String name = "abacus_ledger_budget_" + what;
        head(text, name, help);
        for (BudgetStanding one : standings) {
            // Names of scopes hold nothing that would have to be escaped.
            text.append(name)
                    .append("{scope=\"")
                    .append(one.state().scope())
                    .append("\",measure=\"")
                    .append(one.standing().taken().measure())
                    .append("\"} ")
                    .append(number(value.applyAsDouble(one)))
                    .append('\n');
        }
    }

    private static void head(StringBuilder text, String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }

    private static String number(double value) {
        return Double.isInfinite(value) ? "+Inf" : String.format(Locale.ROOT, "%s", value);
    }
}
