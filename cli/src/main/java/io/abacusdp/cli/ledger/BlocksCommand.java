package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(names = "--rho", paramLabel = "RHO", description = "Limit of each block on zero-concentrated privacy.")
    private @Nullable Double rho;

    @Option(names = "--epsilon", paramLabel = "E", description = "Limit of each block on epsilon.")
    private @Nullable Double epsilon;

    @Option(names = "--delta", paramLabel = "D", description = "At which epsilon is limited.")
    private @Nullable Double delta;

    @Option(
            names = "--unlock",
            paramLabel = "SECONDS",
            description = "Over which a block's limit becomes available; the queue hands it out then.")
    private @Nullable Long unlock;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the journal keeps it.")
    private String reason = "";

    @Override
    JsonNode ask() {
        if ((rho == null) == (epsilon == null) || (epsilon == null) != (delta == null)) {
            throw new UsageException("give --rho, or --epsilon and --delta");
        }
        ObjectNode body = object().put("dataset", dataset)
                .put("by", by)
                .put("every", every)
                .put("reason", reason);
        if (rho != null) {
            body.putObject("limit").put("type", "zcdp").put("rho", rho);
        } else {
            body.putObject("limit")
                    .put("type", "epsilon_delta")
                    .put("epsilon", epsilon)
                    .put("delta", delta);
        }
        if (unlock != null) {
            body.put("unlock", unlock);
        }
        return post("/v1/blocks", body);
    }
}
