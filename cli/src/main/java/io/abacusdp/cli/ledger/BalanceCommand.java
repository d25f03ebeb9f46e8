package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.option.LedgerOutput;
import io.abacusdp.cli.option.NumberConverters;
import io.abacusdp.cli.output.UsageException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How an account stands. */
@Command(
        name = "balance",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What an account, a dataset or a block spent, holds and has left, in the measure of its budget, and "
                    + "whether that is a guarantee or a quota."
        },
        footer = {
            "",
            "Example:",
            "  abacus ledger balance --account acme --delta 1e-6",
            "",
            "REST: GET /v1/accounts/{id}/balance"
        })
final class BalanceCommand implements Runnable {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Option(names = "--account", paramLabel = "NAME", description = "Whose balance.")
    private @Nullable String account;

    @Option(names = "--scope", paramLabel = "SCOPE", description = "dataset:NAME or block:DATASET/PART, instead.")
    private @Nullable String scope;

    @Option(
            names = "--delta",
            paramLabel = "D",
            converter = NumberConverters.Share.class,
            description = "At which epsilons are stated. Default: that of the budget.")
    private @Nullable Double delta;

    @Mixin
    private LedgerOutput output = new LedgerOutput();

    @Override
    public void run() {
        Double asked = delta;
        String path = path() + "/balance" + (asked == null ? "" : "?delta=" + asked);
        JsonNode balance = connection.ask(client -> client.get(path));
        if (output.isJson()) {
            output.line(balance.toString());
            return;
        }
        output.line("scope " + balance.path("scope").asText());
        output.line("meaning " + balance.path("meaning").asText());
        JsonNode budget = balance.path("budget");
        if (!budget.isMissingNode()) {
            output.line("measure " + budget.path("measure").asText());
            output.line("spent " + output.spent(budget.path("spent")));
            output.line("reserved " + output.spent(budget.path("reserved")));
            output.line("remaining " + output.left(budget.path("remaining")));
            JsonNode year = budget.path("over_time");
            if (!year.isMissingNode()) {
                output.line("windows_a_year " + year.path("windows").asText());
                output.line("at_most_a_year " + (year.has("at_most") ? year.path("at_most") : "unbounded"));
            }
        }
        output.line("delta " + balance.path("delta").asText());
        output.line("epsilon_window " + output.spent(balance.path("adaptive").path("window_epsilon")));
        output.line("epsilon_lifetime " + output.spent(balance.path("adaptive").path("lifetime_epsilon")));
        output.line(
                "epsilon_fixed_plan " + output.spent(balance.path("fixed_plan").path("lifetime_epsilon")));
        output.line("window_number " + balance.path("window_number").asText());
        output.line("charges " + balance.path("charges").asText());
        if (balance.has("more_like_last")) {
            output.line("more_like_last " + balance.path("more_like_last").asText());
        }
    }

    private String path() {
        if (account != null && scope == null) {
            return "/v1/accounts/" + LedgerRequest.part(account);
        }
        Matcher data = Pattern.compile("dataset:([^/]+)|block:([^/]+)/([^/]+)").matcher(scope == null ? "" : scope);
        if (account != null || !data.matches()) {
            throw new UsageException("give --account NAME, or --scope with dataset:NAME or block:DATASET/PART");
        }
        return data.group(1) != null
                ? "/v1/datasets/" + LedgerRequest.part(data.group(1))
                : "/v1/datasets/" + LedgerRequest.part(data.group(2)) + "/blocks/" + LedgerRequest.part(data.group(3));
    }
}
