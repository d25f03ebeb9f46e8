package io.abacusdp.cli.ledger;

import io.abacusdp.cli.output.UsageException;
import io.abacusdp.ledger.api.Ledger;
import io.abacusdp.ledger.security.ApiKeys;
import io.abacusdp.ledger.security.Permission;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes or withdraws an API key. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Makes an API key and prints it. It is not stored and cannot be shown again.",
            "Opens the ledger's database itself, so that who can do that needs no key."
        },
        footer = {"", "Example:", "  abacus ledger key --name trainer --permissions quote,charge"})
final class LedgerKeyCommand implements Runnable {
    @Mixin
    private LedgerDatabase database = new LedgerDatabase();

    @Option(names = "--name", paramLabel = "NAME", required = true, description = "Who holds it.")
    private String name = "";

    @Option(
            names = "--permissions",
            paramLabel = "LIST",
            split = ",",
            description = "Some of read, quote, charge, admin.")
    private List<String> permissions = new ArrayList<>();

    @Option(names = "--withdraw", description = "Withdraw the holder's key instead; servers notice within seconds.")
    private boolean withdrawn;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Override
    public void run() {
        if (withdrawn != permissions.isEmpty()) {
            throw new UsageException("--permissions is needed to make a key, and --withdraw goes without");
        }
        String line = LedgerDatabase.reaching(database.url(), url -> {
            try (Ledger ledger = Ledger.open(url, database.signer(), Clock.systemUTC())) {
                ApiKeys keys = new ApiKeys(ledger, Clock.systemUTC());
                if (!withdrawn) {
                    return keys.issue(
                                    name,
                                    permissions.stream().map(Permission::of).collect(Collectors.toSet()))
                            .text();
                }
                if (!keys.withdraw(name)) {
                    throw new UsageException(name + " has no key");
                }
                return "withdrawn " + name;
            }
        });
        command.commandLine().getOut().println(line);
    }
}
