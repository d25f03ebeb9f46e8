package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(names = "--rho", paramLabel = "RHO", description = "Limit on zero-concentrated privacy.")
    private @Nullable Double rho;

    @Option(names = "--epsilon", paramLabel = "E", description = "Limit on epsilon.")
    private @Nullable Double epsilon;

    @Option(names = "--delta", paramLabel = "D", description = "At which epsilon is limited.")
    private @Nullable Double delta;

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

    @Option(
            names = "--unlock",
            paramLabel = "SECONDS",
            description = "Over which the limit becomes available, anew in each window; the queue hands it out then.")
    private @Nullable Long unlock;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the journal keeps it.")
    private String reason = "";

    @Override
    JsonNode ask() {
        if ((rho == null) == (epsilon == null) || (epsilon == null) != (delta == null)) {
            throw new UsageException("give --rho, or --epsilon and --delta");
        }
        ObjectNode body = object().put("scope", scope).put("reason", reason);
        if (rho != null) {
            body.putObject("limit").put("type", "zcdp").put("rho", rho);
        } else {
            body.putObject("limit")
                    .put("type", "epsilon_delta")
                    .put("epsilon", epsilon)
                    .put("delta", delta);
        }
        if (window != null) {
            body.put("window", window);
        }
        if (refresh) {
            body.put("refresh", true);
        }
        if (unlock != null) {
            body.put("unlock", unlock);
        }
        return post("/v1/budgets", body);
    }
}
