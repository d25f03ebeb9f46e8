package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a command prints: values to standard output, as text or JSON, and diagnostics to standard error. */
final class Output {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            converter = Choices.FormatNames.class,
            description = "text, or JSON as abacus batch answers. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--digits",
            paramLabel = "N",
            defaultValue = "6",
            converter = Numbers.Digits.class,
            description = "Significant digits in text, rounded to the safe side. Default: 6.")
    private int digits;

    /** Prints an epsilon that was found. */
    void printEpsilon(Timed<Guarantee> found) {
        Guarantee guarantee = found.result();
        print(
                found.map(Answer::epsilon),
                guarantee,
                "epsilon " + up(guarantee.epsilon()),
                "delta " + SafeFigures.exact(guarantee.delta()));
    }

    /** Prints what was found, and where it comes from. In text, the given lines lead. */
    void print(Timed<Answer> answer, Guarantee guarantee, String... lead) {
        if (isJson()) {
            print(answer);
            guarantee.notes().forEach(this::diagnose);
        } else {
            List.of(lead).forEach(this::line);
            guarantee.lower().ifPresent(lower -> line("lower " + down(lower)));
            guarantee.order().ifPresent(order -> line("order " + up(order)));
            line("accountant " + guarantee.accountant());
            line("adjacency " + guarantee.adjacency().id());
            guarantee.notes().forEach(note -> line("note " + note));
        }
        if (guarantee.epsilon() == Double.POSITIVE_INFINITY) {
            diagnose("no finite epsilon is known to hold here");
        }
    }

    /** Prints the answer as JSON. */
    void print(Timed<Answer> answer) {
        line(AnswerJson.write(answer.result(), answer.micros()).toString());
    }

    /** Prints the answer as JSON that names what it is about. */
    void print(String id, Timed<Answer> answer) {
        line(AnswerJson.write(TextNode.valueOf(id), answer.result(), answer.micros())
                .toString());
    }

    void line(String text) {
        out().println(text);
    }

    /** Says something that is no value, on standard error. */
    void diagnose(String message) {
        command.commandLine().getErr().println("abacus: " + message);
    }

    boolean isJson() {
        return format == OutputFormat.JSON;
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

    private PrintWriter out() {
        return command.commandLine().getOut();
    }
}
