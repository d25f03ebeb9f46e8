package io.abacusdp.cli;

import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import java.util.List;
import picocli.CommandLine.Option;

/** How a command prints its answer: as text or JSON. */
final class Output extends Console {
    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            converter = Choices.AnswerFormats.class,
            description = "text, or JSON as abacus batch answers. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

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

    boolean isJson() {
        return format == OutputFormat.JSON;
    }
}
