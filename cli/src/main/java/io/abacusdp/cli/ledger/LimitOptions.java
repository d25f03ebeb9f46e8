package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.abacusdp.cli.output.UsageException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The limit of a budget, why it is set, and how fast it becomes available. */
final class LimitOptions {
    @Option(names = "--rho", paramLabel = "RHO", description = "Limit on zero-concentrated privacy.")
    private @Nullable Double rho;

    @Option(names = "--epsilon", paramLabel = "E", description = "Limit on epsilon.")
    private @Nullable Double epsilon;

    @Option(names = "--delta", paramLabel = "D", description = "At which epsilon is limited.")
    private @Nullable Double delta;

    @Option(
            names = "--unlock",
            paramLabel = "SECONDS",
            description = "Over which the limit becomes available, anew in each window; the queue hands it out then.")
    private @Nullable Long unlock;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; the journal keeps it.")
    private String reason = "";

    /** Adds them to a request, which is returned. */
    ObjectNode addTo(ObjectNode body) {
        if ((rho == null) == (epsilon == null) || (epsilon == null) != (delta == null)) {
            throw new UsageException("give --rho, or --epsilon and --delta");
        }
        ObjectNode limit = body.put("reason", reason).putObject("limit");
        if (rho != null) {
            limit.put("type", "zcdp").put("rho", rho);
        } else {
            limit.put("type", "epsilon_delta").put("epsilon", epsilon).put("delta", delta);
        }
        if (unlock != null) {
            body.put("unlock", unlock);
        }
        return body;
    }
}
