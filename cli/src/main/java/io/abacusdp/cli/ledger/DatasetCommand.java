package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a dataset. */
@Command(
        name = "dataset",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Adds a dataset, its blocks (parts that share no unit), and the accounts that it is bound to.",
            "Charges of those, and of all below, have to name it, and no others may."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger dataset visits --unit patient --blocks jan,feb --accounts acme",
            "",
            "REST: POST /v1/datasets"
        })
final class DatasetCommand extends LedgerRequest {
    @Parameters(paramLabel = "NAME", description = "Of the dataset.")
    private String name = "";

    @Option(names = "--unit", paramLabel = "NAME", required = true, description = "Who is protected, such as patient.")
    private String unit = "";

    @Option(
            names = "--adjacency",
            paramLabel = "A",
            description = "add_or_remove_one, replace_one or zero_out. Default: add_or_remove_one.")
    private String adjacency = "add_or_remove_one";

    @Option(names = "--blocks", paramLabel = "LIST", split = ",", description = "Parts of it that share no unit.")
    private List<String> blocks = new ArrayList<>();

    @Option(names = "--accounts", paramLabel = "LIST", split = ",", description = "Accounts that it is bound to.")
    private List<String> accounts = new ArrayList<>();

    @Override
    JsonNode ask() {
        ObjectNode body = object().put("dataset", name);
        body.putObject("unit").put("name", unit).put("adjacency", adjacency);
        put(body, "blocks", blocks);
        put(body, "accounts", accounts);
        return post("/v1/datasets", body);
    }
}
