package io.abacusdp.cli;

import io.abacusdp.cli.option.StandardInput;
import io.abacusdp.cli.output.CommandFailures;
import io.abacusdp.cli.output.UsageException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
            "is known for what was asked or a target cannot be reached; 4 checked, and",
            "something is wrong; 1 anything else.",
            "",
            "Example: what 1000 steps of DP-SGD cost.",
            "  abacus epsilon --noise-multiplier 1 --sampling-rate 0.01 --steps 1000 \\",
            "      --delta 1e-5"
        })
public final class Abacus implements Runnable, StandardInput {
    private final InputStream in;

    private Abacus(InputStream in) {
        this.in = in;
    }

    public static void main(String[] args) {
        StandardError.takeFromLauncher();
        int status = run(System.in, System.out, System.err, args);
        // A stream tells that it failed, on a full disk for instance, only to those who ask.
        if (System.out.checkError() && status == 0) {
            System.err.println("abacus: standard output could not be written");
            status = CommandFailures.INTERNAL;
        }
        System.exit(status);
    }

    /** Runs one command line and returns its exit status. */
    public static int run(InputStream in, OutputStream out, OutputStream err, String... args) {
        CommandLine commandLine = commandLine(in, args);
        commandLine.setOut(writer(out)).setErr(writer(err));
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setParameterExceptionHandler(CommandFailures::wrongUsage);
        commandLine.setExecutionExceptionHandler(CommandFailures::failed);
        return commandLine.execute(args);
    }

    /** The command as it understands the arguments: with the subcommand that they name, or with all. */
    static CommandLine commandLine(InputStream in, String... args) {
        CommandLine commandLine = new CommandLine(new Abacus(in));
        Commands.addTo(commandLine, args);
        return commandLine;
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public void run() {
        throw new UsageException("a command is missing; see abacus --help for all of them");
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }
}
