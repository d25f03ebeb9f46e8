package io.abacusdp.training.data;

import java.util.ArrayList;
import java.util.List;

/** Splits text into records and fields by RFC 4180. All records must have as many fields as the first. Used once. */
final class CsvParser {
    private static final int END = -1;

    private final String name;
    private final String text;
    private int position;
    private int line = 1;

    CsvParser(String name, String text) {
        this.name = name;
        this.text = text;
    }

    List<String[]> records() throws InvalidDataException {
        List<String[]> records = new ArrayList<>();
        while (position < text.length()) {
            int start = line;
            String[] fields = fields();
            if (!records.isEmpty() && fields.length != records.get(0).length) {
                throw new InvalidDataException(name + ", line " + start + ": must have " + records.get(0).length
                        + " fields, got " + fields.length);
            }
            records.add(fields);
        }
        return records;
    }

    private String[] fields() throws InvalidDataException {
        List<String> fields = new ArrayList<>();
        while (true) {
            fields.add(peek() == '"' ? quoted() : plain());
            if (peek() == ',') {
                position++;
            } else {
                endOfLine();
                return fields.toArray(String[]::new);
            }
        }
    }

    private String plain() throws InvalidDataException {
        int start = position;
        while (!isEnd(peek())) {
            if (peek() == '"') {
                throw problem("a field with a quote in it must be in quotes");
            }
            position++;
        }
        return text.substring(start, position);
    }

    private String quoted() throws InvalidDataException {
        StringBuilder field = new StringBuilder();
        int start = line;
        position++;
        while (true) {
            if (position == text.length()) {
                throw new InvalidDataException(name + ", line " + start + ": a quote is never closed");
            }
            char c = text.charAt(position++);
            if (c == '"' && peek() != '"') {
                break;
            }
            if (c == '"') {
                position++;
            }
            if (c == '\n') {
                line++;
            }
            field.append(c);
        }
        if (!isEnd(peek())) {
            throw problem("a closing quote must be followed by a comma or the end of the line");
        }
        return field.toString();
    }

    private void endOfLine() throws InvalidDataException {
        if (peek() == '\r') {
            position++;
            if (peek() != '\n') {
                throw problem("a carriage return must be followed by a line feed");
            }
        }
        position++;
        line++;
    }

    private int peek() {
        return position < text.length() ? text.charAt(position) : END;
    }

    private static boolean isEnd(int c) {
        return c == ',' || c == '\n' || c == '\r' || c == END;
    }

    private InvalidDataException problem(String what) {
        return new InvalidDataException(name + ", line " + line + ": " + what);
    }
}
