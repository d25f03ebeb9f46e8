package io.abacusdp.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.option.LedgerOutput;
import io.abacusdp.cli.option.NumberConverters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How an account stands. */
@Command(
        name = "balance",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "What an account spent, holds and has left, in the measure of its budget.",
        footer = {"", "Example:", "  abacus ledger balance --account acme --delta 1e-6"})
final class BalanceCommand implements Runnable {
    @Mixin
    private LedgerConnection connection = new LedgerConnection();

    @Option(names = "--account", paramLabel = "NAME", required = true, description = "Whose balance.")
    private String account = "";

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
        JsonNode balance =
                connection.ask(client -> asked == null ? client.balance(account) : client.balance(account, asked));
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
        }
        output.line("delta " + balance.path("delta").asText());
        output.line("epsilon_window " + output.spent(balance.path("adaptive").path("window_epsilon")));
        output.line("epsilon_lifetime " + output.spent(balance.path("adaptive").path("lifetime_epsilon")));
        output.line(
                "epsilon_fixed_plan " + output.spent(balance.path("fixed_plan").path("lifetime_epsilon")));
        output.line("charges " + balance.path("charges").asText());
        if (balance.has("more_like_last")) {
            output.line("more_like_last " + balance.path("more_like_last").asText());
        }
    }
}
