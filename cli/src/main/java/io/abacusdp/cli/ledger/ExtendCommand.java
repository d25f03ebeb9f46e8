package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts off the end of a reservation. */
@Command(
        name = "extend",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Puts off the time at which a reservation lapses.",
        footer = {
            "",
            "Example:",
            "  abacus ledger extend r17-0f3c... --ttl 3600",
            "",
            "REST: POST /v1/reservations/{id}/extend"
        })
final class ExtendCommand extends LedgerRequest {
    @Parameters(paramLabel = "RESERVATION", description = "Its id.")
    private String id = "";

    @Option(names = "--ttl", paramLabel = "SECONDS", required = true, description = "From now.")
    private long ttl;

    @Override
    JsonNode ask() {
        return post("/v1/reservations/" + part(id) + "/extend", object().put("ttl", ttl));
    }
}
