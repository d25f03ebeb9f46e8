package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.output.UsageException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what there is. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists accounts, datasets, blocks, persons, keys, proposals or what waits, a page at a time.",
        footer = {
            "",
            "Example:",
            "  abacus ledger list proposals",
            "",
            "REST: GET /v1/accounts, /v1/datasets, /v1/datasets/{id}/blocks, /v1/persons, /v1/keys, /v1/proposals or /v1/queue"
        })
final class ListCommand extends LedgerRequest {
    private static final String BLOCKS = "blocks:";

    @Parameters(
            paramLabel = "WHAT",
            description = "accounts, datasets, persons, keys, proposals, queue, or blocks:DATASET.")
    private String what = "";

    @Option(names = "--after", paramLabel = "X", description = "Where the page begins: next of the page before.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "100", description = "Of the page. Default: 100.")
    private int limit;

    @Override
    JsonNode ask() {
        String path = what.startsWith(BLOCKS) ? "datasets/" + part(what.substring(BLOCKS.length())) + "/blocks" : what;
        if (path.equals(what)
                && !List.of("accounts", "datasets", "persons", "keys", "proposals", "queue")
                        .contains(what)) {
            throw new UsageException(
                    "WHAT must be accounts, datasets, persons, keys, proposals, queue or blocks:DATASET, got " + what);
        }
        return get("/v1/" + path + "?limit=" + limit + (after == null ? "" : "&after=" + part(after)));
    }
}
