package io.abacusdp.cli.option;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.Guarantee;
import io.abacusdp.accounting.SafeFigures;
import io.abacusdp.accounting.event.DpEvent;
import io.abacusdp.cli.output.Answer;
import io.abacusdp.cli.output.AnswerJson;
import io.abacusdp.cli.output.Timed;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How a command prints its answer: as text or JSON. */
public final class AnswerOutput extends Console {
    private static final String WARNING = "warning";

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            converter = NameConverters.AnswerFormats.class,
            description = "text, or JSON as abacus batch answers. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    /** Prints an epsilon that was found. */
    public void printEpsilon(DpEvent event, Timed<Guarantee> found) {
        printEpsilon(event, found, Optional.empty());
    }

    /**
     * Prints an epsilon that was found.
     *
     * @param warning of what was asked, if there is one
     */
    public void printEpsilon(DpEvent event, Timed<Guarantee> found, Optional<String> warning) {
        Guarantee guarantee = found.result();
        print(
                found.map(result -> Answer.epsilon(result).about(event)),
                warning,
                guarantee,
                "epsilon " + up(guarantee.epsilon()),
                "delta " + SafeFigures.exact(guarantee.delta()));
    }

    /** Prints what was found, and where it comes from. In text, the given lines lead. */
    public void print(Timed<Answer> answer, Optional<String> warning, Guarantee guarantee, String... lead) {
        warn(warning);
        if (isJson()) {
            ObjectNode node = AnswerJson.write(answer.result(), answer.micros());
            warning.ifPresent(text -> node.put(WARNING, text));
            line(node.toString());
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
    public void print(Timed<Answer> answer) {
        line(AnswerJson.write(answer.result(), answer.micros()).toString());
    }

    /** Prints the answer as JSON that names what it is about. */
    public void print(String id, Timed<Answer> answer, Optional<String> warning) {
        ObjectNode node = AnswerJson.write(TextNode.valueOf(id), answer.result(), answer.micros());
        warning.ifPresent(text -> node.put(WARNING, text));
        line(node.toString());
    }

    public boolean isJson() {
        return format == OutputFormat.JSON;
    }
}
