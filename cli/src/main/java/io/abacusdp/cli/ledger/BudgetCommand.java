package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets or proposes a budget. */
@Command(
        name = "budget",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lowers the budget of a scope, or proposes a first or a higher one, which a second person has to "
                    + "approve."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger budget dataset:visits --epsilon 3 --delta 1e-6 --reason 'agreed by the board'",
            "",
            "REST: POST /v1/budgets"
        })
final class BudgetCommand extends LedgerRequest {
    @Parameters(paramLabel = "SCOPE", description = "account:NAME, dataset:NAME or block:DATASET/PART.")
    private String scope = "";

    @Option(
            names = "--window",
            paramLabel = "SECONDS",
            description = "After which two persons may open a new window. Default: one limit for all time.")
    private @Nullable Long window;

    @Option(
            names = "--refresh",
            description = {
                "A new window opens by itself when one has passed. The answer says what that gives away in a year."
            })
    private boolean refresh;

    @Mixin
    private LimitOptions limit = new LimitOptions();

    @Override
    JsonNode ask() {
        ObjectNode body = limit.addTo(object().put("scope", scope));
        if (window != null) {
            body.put("window", window);
        }
        if (refresh) {
            body.put("refresh", true);
        }
        return post("/v1/budgets", body);
    }
}
