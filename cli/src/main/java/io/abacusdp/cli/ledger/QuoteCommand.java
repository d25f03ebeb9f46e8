package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.option.LedgerOutput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Whether something would fit. */
@Command(
        name = "quote",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Whether an event would fit into all budgets, how often, and what would fit instead.",
        footer = {
            "",
            "Example:",
            "  abacus ledger quote --account acme \\",
            "      --event '{\"type\":\"gaussian\",\"noise_multiplier\":4}'",
            "",
            "REST: POST /v1/quote"
        })
final class QuoteCommand implements Runnable {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Mixin
    private ChargeOptions charge = new ChargeOptions();

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    @Override
    public void run() {
        DpEvent event = charge.event();
        JsonNode quote = connection.ask(client -> client.quote(charge.account(), charge.scopes(), event));
        if (output.isJson()) {
            output.line(quote.toString());
            return;
        }
        output.line("fits " + quote.path("fits").asText());
        output.line("times " + quote.path("times").asText());
        JsonNode refusal = quote.path("refusal");
        if (!refusal.isMissingNode()) {
            output.line("scope " + refusal.path("scope").asText());
            output.line("measure " + refusal.path("measure").asText());
            output.line("requested " + output.spent(refusal.path("requested")));
            output.line("remaining " + output.left(refusal.path("remaining")));
            refusal.path("would_fit").properties().forEach(fit -> output.line(fit.getKey() + " " + fit.getValue()));
        }
    }
}
