package io.abacusdp.cli.ledger;

import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.option.LedgerConnection;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What is charged, and where. */
final class ChargeOptions {
    @Option(names = "--account", paramLabel = "NAME", required = true, description = "Who is charged.")
    private String account = "";

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            description = "dataset:NAME or block:DATASET/PART that is used; repeatable.")
    private List<String> scopes = new ArrayList<>();

    @Option(
            names = "--event",
            paramLabel = "E",
            required = true,
            description = "What is run: an event as JSON, or a file that holds one, or - for standard input.")
    private String event = "";

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    String account() {
        return account;
    }

    List<String> scopes() {
        return scopes;
    }

    DpEvent event() {
        return LedgerConnection.event(event, command);
    }
}
