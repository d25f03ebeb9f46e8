package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.output.UsageException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Charges of an account. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Accepted charges of an account and all below it, or what became of one reservation.",
        footer = {
            "",
            "Example:",
            "  abacus ledger history --account acme",
            "",
            "REST: GET /v1/accounts/{id}/history, or /v1/reservations/{id}"
        })
final class HistoryCommand extends LedgerRequest {
    @Option(names = "--account", paramLabel = "NAME", description = "Whose charges.")
    private @Nullable String account;

    @Option(names = "--reservation", paramLabel = "ID", description = "One of them.")
    private @Nullable String reservation;

    @Option(names = "--after", paramLabel = "X", description = "Where the page begins: next of the page before.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "100", description = "Of the page. Default: 100.")
    private int limit;

    @Override
    JsonNode ask() {
        if ((account == null) == (reservation == null)) {
            throw new UsageException("give --account or --reservation");
        }
        if (reservation != null) {
            return get("/v1/reservations/" + part(reservation));
        }
        return get("/v1/accounts/" + part(Objects.requireNonNull(account)) + "/history?limit=" + limit
                + (after == null ? "" : "&after=" + part(after)));
    }
}
