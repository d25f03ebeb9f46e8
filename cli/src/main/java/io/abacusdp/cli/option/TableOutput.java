package io.abacusdp.cli.option;

import io.abacusdp.cli.output.Table;
import io.abacusdp.cli.output.TableCell;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** How a command prints a table: as text, JSON or comma-separated values. */
public final class TableOutput extends Console {
    @Option(
            names = "--format",
            paramLabel = "text|json|csv",
            defaultValue = "text",
            converter = NameConverters.TableFormats.class,
            description = "text, JSON (an object a row) or comma-separated values. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    public boolean isText() {
        return format == OutputFormat.TEXT;
    }

    public void print(Table table) {
        (switch (format) {
                    case TEXT -> table.text();
                    case JSON -> table.json();
                    case CSV -> table.csv();
                    case MARKDOWN -> throw new IllegalStateException("tables are not printed as Markdown");
                })
                .forEach(this::line);
    }

    /** An upper bound. */
    public TableCell spent(double value) {
        return TableCell.computed(value, up(value));
    }

    /** An upper bound, if there is one. */
    public TableCell spent(OptionalDouble value) {
        return value.isPresent() ? spent(value.getAsDouble()) : TableCell.NONE;
    }

    /** A lower bound. */
    public TableCell allowed(double value) {
        return TableCell.computed(value, down(value));
    }

    /** A lower bound, if there is one. */
    public TableCell allowed(OptionalDouble value) {
        return value.isPresent() ? allowed(value.getAsDouble()) : TableCell.NONE;
    }
}
