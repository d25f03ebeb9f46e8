package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.option.LedgerOutput;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Spends at one go. */
@Command(
        name = "charge",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Spends the cost of an event, or nothing if a budget does not allow it (exit status 3).",
        footer = {
            "",
            "Example:",
            "  abacus ledger charge --account acme --scope dataset:visits --event run.json",
            "",
            "REST: POST /v1/charges"
        })
final class ChargeCommand implements Runnable {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Mixin
    private ChargeOptions charge = new ChargeOptions();

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "The same for every attempt at the same charge. Default: a new one.")
    private @Nullable String key;

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    @Override
    public void run() {
        DpEvent event = charge.event();
        String used = Objects.requireNonNullElseGet(key, () -> UUID.randomUUID().toString());
        output.diagnose("idempotency key " + used);
        JsonNode accepted = connection.ask(client -> client.charge(used, charge.account(), charge.scopes(), event));
        if (output.isJson()) {
            output.line(accepted.toString());
        } else {
            output.line("reservation " + accepted.path("reservation").asText());
            output.line("at " + accepted.path("at").asText());
        }
    }
}
