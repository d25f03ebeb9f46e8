package io.abacusdp.cli;

import io.abacusdp.cli.account.BatchCommand;
import io.abacusdp.cli.account.CompareCommand;
import io.abacusdp.cli.account.ComposeCommand;
import io.abacusdp.cli.account.ComputeDpEpsilonCommand;
import io.abacusdp.cli.account.ComputeDpSgdPrivacyCommand;
import io.abacusdp.cli.account.DeltaCommand;
import io.abacusdp.cli.account.EpsilonCommand;
import io.abacusdp.cli.account.EventsCommand;
import io.abacusdp.cli.account.NoiseCommand;
import io.abacusdp.cli.account.ProfileCommand;
import io.abacusdp.cli.account.RateCommand;
import io.abacusdp.cli.account.RdpCommand;
import io.abacusdp.cli.account.RiskCommand;
import io.abacusdp.cli.account.StatementCommand;
import io.abacusdp.cli.account.StepsCommand;
import io.abacusdp.cli.account.TradeoffCommand;
import io.abacusdp.cli.bench.BenchCommand;
import io.abacusdp.cli.check.CertifyCommand;
import io.abacusdp.cli.check.CheckCommand;
import io.abacusdp.cli.federated.FederatedCommand;
import io.abacusdp.cli.imports.ImportCommand;
import io.abacusdp.cli.ledger.LedgerCommand;
import io.abacusdp.cli.train.AuditCommand;
import io.abacusdp.cli.train.PateCommand;
import io.abacusdp.cli.train.SchemaCommand;
import io.abacusdp.cli.train.TrainCommand;
import io.abacusdp.cli.use.EvaluateCommand;
import io.abacusdp.cli.use.ExportCommand;
import io.abacusdp.cli.use.PredictCommand;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands by name, in the order in which the help lists them. */
final class Commands {
    private static final String HELP = "help";
    private static final Map<String, Supplier<Object>> BY_NAME = byName();

    private Commands() {}

    /** Adds the command that the first argument names, or all if it names none: making one takes noticeable time. */
    static void addTo(CommandLine commandLine, String... args) {
        // Help is about another.
        Supplier<Object> named = args.length == 0 || args[0].equals(HELP) ? null : BY_NAME.get(args[0]);
        if (named != null) {
            commandLine.addSubcommand(args[0], named.get());
        } else {
            BY_NAME.forEach((name, command) -> commandLine.addSubcommand(name, command.get()));
        }
    }

    private static Map<String, Supplier<Object>> byName() {
        Map<String, Supplier<Object>> byName = new LinkedHashMap<>();
        byName.put("epsilon", EpsilonCommand::new);
        byName.put("delta", DeltaCommand::new);
        byName.put("noise", NoiseCommand::new);
        byName.put("steps", StepsCommand::new);
        byName.put("rate", RateCommand::new);
        byName.put("rdp", RdpCommand::new);
        byName.put("profile", ProfileCommand::new);
        byName.put("tradeoff", TradeoffCommand::new);
        byName.put("risk", RiskCommand::new);
        byName.put("compare", CompareCommand::new);
        byName.put("compose", ComposeCommand::new);
        byName.put("statement", StatementCommand::new);
        byName.put("events", EventsCommand::new);
        byName.put("schema", SchemaCommand::new);
        byName.put("train", TrainCommand::new);
        byName.put("pate", PateCommand::new);
        byName.put("predict", PredictCommand::new);
        byName.put("evaluate", EvaluateCommand::new);
        byName.put("export", ExportCommand::new);
        byName.put("check", CheckCommand::new);
        byName.put("certify", CertifyCommand::new);
        byName.put("import", ImportCommand::new);
        byName.put("audit", AuditCommand::new);
        byName.put("federated", FederatedCommand::new);
        byName.put("batch", BatchCommand::new);
        byName.put("ledger", LedgerCommand::new);
        byName.put("bench", BenchCommand::new);
        byName.put("completion", CompletionCommand::new);
        byName.put(HELP, CommandLine.HelpCommand::new);
        byName.put("compute-dp-sgd-privacy", ComputeDpSgdPrivacyCommand::new);
        byName.put("compute-dp-epsilon", ComputeDpEpsilonCommand::new);
        return Collections.unmodifiableMap(byName);
    }
}
