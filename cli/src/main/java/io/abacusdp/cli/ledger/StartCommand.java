package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Marks that output can be seen from now on. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Marks that output can be seen from now on: nothing is given back after this.",
        footer = {"", "Example:", "  abacus ledger start r17-0f3c...", "", "REST: POST /v1/reservations/{id}/start"})
final class StartCommand extends LedgerRequest {
    @Parameters(paramLabel = "RESERVATION", description = "Its id.")
    private String id = "";

    @Override
    JsonNode ask() {
        return post("/v1/reservations/" + part(id) + "/start", object());
    }
}
