package io.abacusdp.cli;

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
record Cell(String text, JsonNode value) {
    /** Of something that there is none of in this row. */
    static final Cell NONE = new Cell("-", NullNode.getInstance());

    /** A figure that was computed, and its text. */
    static Cell computed(double value, String text) {
        return new Cell(text, AnswerJson.number(value));
    }

    /** A figure that was given. */
    static Cell given(double value) {
        return computed(value, SafeFigures.exact(value));
    }

    static Cell count(long value) {
        return new Cell(Long.toString(value), AnswerJson.number(value));
    }

    static Cell text(String text) {
        return new Cell(text, TextNode.valueOf(text));
    }

    /** As it is in a file of comma-separated values: nothing if there is none, quoted if it has to be. */
    String csv() {
        String plain = value.isNull() ? "" : value.asText();
        return plain.matches("[^\",\\r\\n]*") ? plain : "\"" + plain.replace("\"", "\"\"") + "\"";
    }
}
