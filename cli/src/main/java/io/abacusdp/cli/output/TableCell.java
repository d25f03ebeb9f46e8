package io.abacusdp.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.abacusdp.accounting.SafeFigures;

/**
 * One cell of a table.
 *
 * @param text for people
 * @param value in full, for programs
 */
public record TableCell(String text, JsonNode value) {
    /** Of something that there is none of in this row. */
    public static final TableCell NONE = new TableCell("-", NullNode.getInstance());

    /** A figure that was computed, and its text. */
    public static TableCell computed(double value, String text) {
        return new TableCell(text, AnswerJson.number(value));
    }

    /** A figure that was given. */
    public static TableCell given(double value) {
        return computed(value, SafeFigures.exact(value));
    }

    public static TableCell count(long value) {
        return new TableCell(Long.toString(value), AnswerJson.number(value));
    }

    public static TableCell text(String text) {
        return new TableCell(text, TextNode.valueOf(text));
    }

    /** As it is in a file of comma-separated values: nothing if there is none, quoted if it has to be. */
    String csv() {
        String plain = value.isNull() ? "" : value.asText();
        return plain.matches("[^\",\\r\\n]*") ? plain : "\"" + plain.replace("\"", "\"\"") + "\"";
    }
}
