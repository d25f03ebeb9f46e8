package io.abacusdp.cli;

import io.abacusdp.accounting.SafeFigures;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a command prints: values to standard output, in safe figures, and diagnostics to standard error. */
abstract class Console {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(
            names = "--digits",
            paramLabel = "N",
            defaultValue = "6",
            converter = Numbers.Digits.class,
            description = "Significant digits in text, rounded to the safe side. Default: 6.")
    private int digits;

    void line(String text) {
        command.commandLine().getOut().println(text);
    }

    /** Says something that is no value, on standard error. */
    void diagnose(String message) {
        command.commandLine().getErr().println("abacus: " + message);
    }

    /** A figure of something spent. */
    String up(double value) {
        return SafeFigures.up(value, digits);
    }

    /** A figure of something allowed. */
    String down(double value) {
        return SafeFigures.down(value, digits);
    }

    /** The command line that prints. */
    CommandSpec command() {
        return command;
    }
}
