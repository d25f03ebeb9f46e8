package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.LedgerConnection;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.budget.RoundBudget;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A ledger's server that is asked besides the file ledger of a federation's run. */
final class LedgerBudgetOptions {
    private static final long PATIENCE_SECONDS = 60;

    @Option(
            names = "--ledger-url",
            paramLabel = "URL",
            description = {
                "Server of a ledger that has to allow every attempt, besides the run's own ledger, which is a file.",
                "Its key is in ABACUS_LEDGER_KEY, or in the file of --ledger-key-file."
            })
    private @Nullable String url;

    @Option(names = "--ledger-key-file", paramLabel = "FILE", description = "File with the API key or token.")
    private @Nullable String keyFile;

    @Option(names = "--ledger-ca", paramLabel = "FILE", description = "Certificate (PEM) of who vouches for it.")
    private @Nullable String authority;

    @Option(
            names = "--ledger-account",
            paramLabel = "ACCOUNT",
            description = {
                "Account, of the unit client, that released models are charged to; for secure aggregation one under zero_out,",
                "and the key must be allowed to read."
            })
    private @Nullable String account;

    @Option(
            names = "--ledger-records",
            paramLabel = "PREFIX",
            description =
                    "The records of each client are charged to the account, of the unit record, PREFIX and its name.")
    private @Nullable String records;

    /** @param run name of the run, of which keys of charges are made */
    RoundBudget budget(String run) {
        if (url == null) {
            if (account != null || records != null || keyFile != null || authority != null) {
                throw new UsageException("the options that begin with --ledger- need --ledger-url");
            }
            return RoundBudget.unlimited();
        }
        if (account == null && records == null) {
            throw new UsageException("--ledger-url needs --ledger-account, --ledger-records or both");
        }
        return new LedgerBudget(
                LedgerConnection.open(url, keyFile, authority, PATIENCE_SECONDS),
                run,
                Optional.ofNullable(account),
                Optional.ofNullable(records));
    }
}
