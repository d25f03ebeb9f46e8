package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds an account. */
@Command(
        name = "account",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Adds an account: at the root with a unit, or below another.",
        footer = {"", "Example:", "  abacus ledger account acme --unit patient", "", "REST: POST /v1/accounts"})
final class AccountCommand extends LedgerRequest {
    @Parameters(paramLabel = "NAME", description = "Of the account.")
    private String name = "";

    @Option(names = "--parent", paramLabel = "NAME", description = "The account above, whose unit it has.")
    private @Nullable String parent;

    @Option(names = "--unit", paramLabel = "NAME", description = "Who is protected, such as patient.")
    private @Nullable String unit;

    @Option(
            names = "--adjacency",
            paramLabel = "A",
            description = "add_or_remove_one, replace_one or zero_out. Default: add_or_remove_one.")
    private String adjacency = "add_or_remove_one";

    @Option(
            names = "--budgeted-data",
            description = "Charges there and below must name data that have a budget of their own.")
    private boolean budgetedData;

    @Override
    JsonNode ask() {
        if ((parent == null) == (unit == null)) {
            throw new UsageException("give --unit for an account at the root, or --parent for one below another");
        }
        ObjectNode body = object().put("account", name);
        put(body, "parent", parent);
        if (unit != null) {
            body.putObject("unit").put("name", unit).put("adjacency", adjacency);
        }
        if (budgetedData) {
            body.put("budgeted_data", true);
        }
        return post("/v1/accounts", body);
    }
}
