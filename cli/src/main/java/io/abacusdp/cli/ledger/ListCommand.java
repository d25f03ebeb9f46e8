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
        description = "Lists accounts, datasets, persons, keys or proposals, a page at a time.",
        footer = {
            "",
            "Example:",
            "  abacus ledger list proposals",
            "",
            "REST: GET /v1/accounts, /v1/datasets, /v1/persons, /v1/keys or /v1/proposals"
        })
final class ListCommand extends LedgerRequest {
    @Parameters(paramLabel = "WHAT", description = "accounts, datasets, persons, keys or proposals.")
    private String what = "";

    @Option(names = "--after", paramLabel = "X", description = "Where the page begins: next of the page before.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "100", description = "Of the page. Default: 100.")
    private int limit;

    @Override
    JsonNode ask() {
        if (!List.of("accounts", "datasets", "persons", "keys", "proposals").contains(what)) {
            throw new UsageException("WHAT must be accounts, datasets, persons, keys or proposals, got " + what);
        }
        return get("/v1/" + what + "?limit=" + limit + (after == null ? "" : "&after=" + part(after)));
    }
}
