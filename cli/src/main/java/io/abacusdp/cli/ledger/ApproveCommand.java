package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Approves a proposal. */
@Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Approves what another person has proposed. See list proposals.",
        footer = {"", "Example:", "  abacus ledger approve 6f1c2a7e-...", "", "REST: POST /v1/proposals/{id}/approve"})
final class ApproveCommand extends LedgerRequest {
    @Parameters(paramLabel = "PROPOSAL", description = "Its id.")
    private String id = "";

    @Override
    JsonNode ask() {
        return post("/v1/proposals/" + part(id) + "/approve", object());
    }
}
