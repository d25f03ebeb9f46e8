package io.abacusdp.cli;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.calibrate.UnreachableTargetException;
import io.abacusdp.training.trainer.TrainingStoppedException;
import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a failed command says, and its exit status. Only a fault of the program itself shows a stack trace. */
final class Failures {
    static final int INTERNAL = 1;
    static final int USAGE = 2;
    static final int REFUSED = 3;

    private Failures() {}

    /** A command line that cannot be parsed. */
    static int wrongUsage(ParameterException failure, String[] args) {
        String hint = failure instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getSuggestions().isEmpty()
                ? "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?"
                : "";
        return usage(failure.getCommandLine(), message(failure) + hint);
    }

    /** A command that threw. */
    static int failed(Exception failure, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        if (isRefusal(failure)) {
            err.println("abacus: refused: " + message(failure));
            return REFUSED;
        }
        if (failure instanceof FailedException) {
            err.println("abacus: " + message(failure));
            return INTERNAL;
        }
        if (failure instanceof UsageException || failure instanceof IllegalArgumentException) {
            return usage(commandLine, message(failure));
        }
        err.println("abacus: internal error, please report it with the command that led to it");
        failure.printStackTrace(err);
        return INTERNAL;
    }

    /** Whether nothing is wrong with the question, but it has no answer. */
    static boolean isRefusal(Exception failure) {
        return failure instanceof UnsupportedEventException
                || failure instanceof UnreachableTargetException
                || failure instanceof RefusedException
                || failure instanceof TrainingStoppedException;
    }

    /** What the failure says; not all say something. */
    static String message(Throwable failure) {
        return Objects.requireNonNullElseGet(failure.getMessage(), failure::toString);
    }

    private static int usage(CommandLine commandLine, String message) {
        commandLine.getErr().println("abacus: " + message);
        commandLine
                .getErr()
                .println("Try '%s --help'."
                        .formatted(commandLine.getCommandSpec().qualifiedName()));
        return USAGE;
    }
}
