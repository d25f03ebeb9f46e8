package io.abacusdp.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The abacus command: values on standard output, everything else on standard error. */
@Command(
        name = "abacus",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Privacy accounting: what a run cost, and what a budget allows.",
        footer = {
            "",
            "Exit status: 0 done; 2 wrong usage or unreadable input; 3 refused, as no bound",
            "is known for what was asked or a target cannot be reached; 1 anything else.",
            "",
            "Example: what 1000 steps of DP-SGD cost.",
            "  abacus epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 \\",
            "      --delta 1e-5"
        })
public final class Abacus implements Runnable {
    private final InputStream in;

    private Abacus(InputStream in) {
        this.in = in;
    }

    public static void main(String[] args) {
        System.exit(run(System.in, System.out, System.err, args));
    }

    /** Runs one command line and returns its exit status. */
    static int run(InputStream in, OutputStream out, OutputStream err, String... args) {
        CommandLine commandLine = new CommandLine(new Abacus(in));
        Commands.addTo(commandLine, args);
        commandLine.setOut(writer(out)).setErr(writer(err));
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setParameterExceptionHandler(Failures::wrongUsage);
        commandLine.setExecutionExceptionHandler(Failures::failed);
        return commandLine.execute(args);
    }

    /** The standard input of the command line that a command belongs to. */
    static InputStream in(CommandSpec command) {
        return ((Abacus) command.root().userObject()).in;
    }

    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus --help for all of them");
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
