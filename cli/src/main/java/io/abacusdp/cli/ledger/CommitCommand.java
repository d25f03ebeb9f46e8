package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.format.EventJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** States what was run. */
@Command(
        name = "commit",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "States what was really run, at most what was reserved.",
        footer = {
            "",
            "Example:",
            "  abacus ledger commit r17-0f3c... --event run.json",
            "",
            "REST: POST /v1/reservations/{id}/commit"
        })
final class CommitCommand extends LedgerRequest {
    @Parameters(paramLabel = "RESERVATION", description = "Its id.")
    private String id = "";

    @Option(
            names = "--event",
            paramLabel = "E",
            required = true,
            description = "What was run: an event as JSON, or a file that holds one, or - for standard input.")
    private String event = "";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    JsonNode ask() {
        ObjectNode body = object();
        body.set("event", EventJson.toNode(LedgerConnection.event(event, command)));
        return post("/v1/reservations/" + part(id) + "/commit", body);
    }
}
