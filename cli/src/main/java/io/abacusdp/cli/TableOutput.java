package io.abacusdp.cli;

import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** How a command prints a table: as text, JSON or comma-separated values. */
final class TableOutput extends Console {
    @Option(
            names = "--format",
            paramLabel = "text|json|csv",
            defaultValue = "text",
            converter = Choices.TableFormats.class,
            description = "text, JSON (an object a row) or comma-separated values. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    boolean isText() {
        return format == OutputFormat.TEXT;
    }

    void print(Table table) {
        (switch (format) {
                    case TEXT -> table.text();
                    case JSON -> table.json();
                    case CSV -> table.csv();
                })
                .forEach(this::line);
    }

    /** An upper bound. */
    Cell spent(double value) {
        return Cell.computed(value, up(value));
    }

    /** An upper bound, if there is one. */
    Cell spent(OptionalDouble value) {
        return value.isPresent() ? spent(value.getAsDouble()) : Cell.NONE;
    }

    /** A lower bound. */
    Cell allowed(double value) {
        return Cell.computed(value, down(value));
    }

    /** A lower bound, if there is one. */
    Cell allowed(OptionalDouble value) {
        return value.isPresent() ? allowed(value.getAsDouble()) : Cell.NONE;
    }
}
