package io.abacusdp.cli.option;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Option;

/** How the ledger's answers are printed: as text, or as the server's JSON. */
public final class LedgerOutput extends Console {
    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            converter = NameConverters.AnswerFormats.class,
            description = "text, or JSON as the server answers. Default: text.")
    private OutputFormat format = OutputFormat.TEXT;

    public boolean isJson() {
        return format == OutputFormat.JSON;
    }

    /** A figure of the server's of something spent. */
    public String spent(JsonNode figure) {
        return figure.isNumber() ? up(figure.doubleValue()) : figure.asText();
    }

    /** A figure of the server's of something left. */
    public String left(JsonNode figure) {
        return figure.isNumber() ? down(figure.doubleValue()) : figure.asText();
    }
}
