package io.abacusdp.cli.option;

import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How a command prints what people read: as text, Markdown, or JSON for programs. */
public final class DocumentOutput {
    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(
            names = "--format",
            paramLabel = "text|json|markdown",
            defaultValue = "text",
            converter = NameConverters.DocumentFormats.class,
            description = "text, JSON (an object a line), or Markdown. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    /** Prints the lines of the form that was asked for. */
    public void print(Supplier<List<String>> text, Supplier<List<String>> json, Supplier<List<String>> markdown) {
        Supplier<List<String>> asked = switch (format) {
            case TEXT -> text;
            case JSON -> json;
            case MARKDOWN -> markdown;
            case CSV -> throw new IllegalStateException("documents are not comma-separated values");
        };
        asked.get().forEach(line -> command.commandLine().getOut().println(line));
    }
}
