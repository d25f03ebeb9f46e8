package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives back what was reserved and not started. */
@Command(
        name = "release",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Gives back what was reserved and not started.",
        footer = {"", "Example:", "  abacus ledger release r17-0f3c...", "", "REST: POST /v1/reservations/{id}/release"
        })
final class ReleaseCommand extends LedgerRequest {
    @Parameters(paramLabel = "RESERVATION", description = "Its id.")
    private String id = "";

    @Override
    JsonNode ask() {
        return post("/v1/reservations/" + part(id) + "/release", object());
    }
}
