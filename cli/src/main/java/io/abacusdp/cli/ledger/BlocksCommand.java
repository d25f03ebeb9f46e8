package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proposes that blocks of a dataset come into being as time goes. */
@Command(
        name = "blocks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Proposes that blocks of a dataset come into being as time goes, each with its budget; a second person "
                    + "has to approve.",
            "A block is named after the beginning of its interval, as in block:visits/20261118T000000Z."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger blocks visits --by time --every 86400 --rho 0.5 --reason 'a block a day'",
            "",
            "REST: POST /v1/blocks"
        })
final class BlocksCommand extends LedgerRequest {
    @Parameters(paramLabel = "DATASET", description = "Whose blocks they are.")
    private String dataset = "";

    @Option(
            names = "--by",
            paramLabel = "KIND",
            required = true,
            description = {
                "time: what was recorded in the interval, of which no unit may be in two;",
                "cohort: all of those who joined in it."
            })
    private String by = "";

    @Option(names = "--every", paramLabel = "SECONDS", required = true, description = "Length of an interval.")
    private long every;

    @Mixin
    private LimitOptions limit = new LimitOptions();

    @Override
    JsonNode ask() {
        ObjectNode body = object().put("dataset", dataset).put("by", by).put("every", every);
        return post("/v1/blocks", limit.addTo(body));
    }
}
