package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.format.EventJson;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds budget. */
@Command(
        name = "reserve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Holds budget for what is about to be run (exit status 3 if there is none). Then: start, commit.",
        footer = {
            "",
            "Example:",
            "  abacus ledger reserve --account acme --ttl 3600 --event run.json",
            "",
            "REST: POST /v1/reservations"
        })
final class ReserveCommand extends LedgerRequest {
    @Mixin
    private ChargeOptions charge = new ChargeOptions();

    @Option(names = "--ttl", paramLabel = "SECONDS", required = true, description = "After which it lapses.")
    private long ttl;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "The same for every attempt. Default: a new one.")
    private @Nullable String key;

    @Override
    JsonNode ask() {
        ObjectNode body = object().put("account", charge.account()).put("ttl", ttl);
        put(body, "scopes", charge.scopes());
        body.set("event", EventJson.toNode(charge.event()));
        return post(
                "/v1/reservations",
                Objects.requireNonNullElseGet(key, () -> UUID.randomUUID().toString()),
                body);
    }
}
