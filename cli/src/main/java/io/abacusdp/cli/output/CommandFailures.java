package io.abacusdp.cli.output;

import io.abacusdp.accounting.UnsupportedEventException;
import io.abacusdp.accounting.calibrate.UnreachableTargetException;
import io.abacusdp.training.step.TrainingStoppedException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a failed command says, and its exit status. Only a fault of the program itself shows a stack trace. */
public final class CommandFailures {
    public static final int INTERNAL = 1;

    /** The option of commands that read private data, with which they may quote it. */
    public static final String SHOW_PRIVATE_VALUES = "--show-private-values";

    static final int USAGE = 2;

    /** Nothing is wrong with the question, but it has no answer. */
    public static final int REFUSED = 3;

    /** Something was checked, and is wrong. */
    public static final int UNSOUND = 4;

    private CommandFailures() {}

    /** A command line that cannot be parsed. */
    public static int wrongUsage(ParameterException failure, String[] args) {
        String hint = failure instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getSuggestions().isEmpty()
                ? "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?"
                : "";
        return usage(failure.getCommandLine(), message(failure) + hint);
    }

    /** A command that threw. */
    public static int failed(Exception failure, CommandLine commandLine, ParseResult parsed) {
        PrintWriter err = commandLine.getErr();
        if (isRefusal(failure)) {
            err.println("abacus: refused: " + message(failure));
            return REFUSED;
        }
        if (failure instanceof OutsideFailureException) {
            err.println("abacus: " + message(failure));
            return INTERNAL;
        }
        if (failure instanceof UsageException || failure instanceof IllegalArgumentException) {
            return usage(commandLine, message(failure));
        }
        err.println("abacus: internal error, please report it with the command that led to it");
        if (mayTellValues(parsed)) {
            failure.printStackTrace(err);
        } else {
            err.println("abacus: messages are left out, as they may tell private data; " + SHOW_PRIVATE_VALUES
                    + " tells them");
            withoutMessages(failure).printStackTrace(err);
        }
        return INTERNAL;
    }

    /** Whether the command that ran reads no private data, or was told that it may quote it. */
    private static boolean mayTellValues(ParseResult parsed) {
        List<ParseResult> commands = parsed.asCommandLineList().stream()
                .map(CommandLine::getParseResult)
                .toList();
        return commands.stream()
                .allMatch(command -> command.commandSpec().findOption(SHOW_PRIVATE_VALUES) == null
                        || command.hasMatchedOption(SHOW_PRIVATE_VALUES));
    }

    /** Where it failed and what led to it, by the kinds of failures alone. */
    private static Throwable withoutMessages(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable bare = new Throwable(failure.getClass().getName(), cause == null ? null : withoutMessages(cause));
        bare.setStackTrace(failure.getStackTrace());
        return bare;
    }

    /** Whether nothing is wrong with the question, but it has no answer. */
    public static boolean isRefusal(Exception failure) {
        return failure instanceof UnsupportedEventException
                || failure instanceof UnreachableTargetException
                || failure instanceof RefusedRequestException
                || failure instanceof TrainingStoppedException;
    }

    /** What the failure says; not all say something. */
    public static String message(Throwable failure) {
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
