package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proposes a window. */
@Command(
        name = "window",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Proposes to open the next window of a budget, which a second person has to approve.",
        footer = {
            "",
            "Example:",
            "  abacus ledger window account:acme --number 2 --reason 'a new year'",
            "",
            "REST: POST /v1/windows"
        })
final class WindowCommand extends LedgerRequest {
    @Parameters(paramLabel = "SCOPE", description = "account:NAME or dataset:NAME.")
    private String scope = "";

    @Option(names = "--number", paramLabel = "N", required = true, description = "Of the window to open.")
    private long number;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the journal keeps it.")
    private String reason = "";

    @Override
    JsonNode ask() {
        return post(
                "/v1/windows",
                object().put("scope", scope).put("number", number).put("reason", reason));
    }
}
