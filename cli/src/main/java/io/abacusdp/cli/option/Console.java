package io.abacusdp.cli.option;

import io.abacusdp.accounting.SafeFigures;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a command prints: values to standard output, in safe figures, and diagnostics to standard error. */
public abstract class Console {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(
            names = "--digits",
            paramLabel = "N",
            defaultValue = "6",
            converter = NumberConverters.Digits.class,
            description = "Significant digits in text, rounded to the safe side. Default: 6.")
    private int digits;

    public void line(String text) {
        command.commandLine().getOut().println(text);
    }

    /** Says something that is no value, on standard error. */
    public void diagnose(String message) {
        command.commandLine().getErr().println("abacus: " + message);
    }

    /** Says a warning, if there is one, on standard error. */
    public void warn(Optional<String> warning) {
        warning.ifPresent(text -> diagnose("warning: " + text));
    }

    /** A figure of something spent. */
    public String up(double value) {
        return SafeFigures.up(value, digits);
    }

    /** A figure of something allowed. */
    public String down(double value) {
        return SafeFigures.down(value, digits);
    }

    /** The command line that prints. */
    public CommandSpec command() {
        return command;
    }
}
