package io.abacusdp.training.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;

/**
 * A table of text with named columns. Immutable.
 *
 * <p>Source: RFC 4180, with a header, commas and double quotes; UTF-8, lines that end with CR LF or LF, and compressed with
 * gzip or not.
 */
public final class CsvTable {
    private final String name;
    private final List<String> columns;
    private final List<String[]> rows;

    private CsvTable(String name, List<String> columns, List<String[]> rows) {
        this.name = name;
        this.columns = columns;
        this.rows = rows;
    }

    /**
     * Reads a file.
     *
     * @throws InvalidDataException if it is not such a table: the message has the line
     */
    public static CsvTable read(Path file) throws IOException {
        try (InputStream stream = Gzip.open(file)) {
            return parse(file.toString(), stream);
        }
    }

    static CsvTable read(String name, InputStream stream) throws IOException {
        try (InputStream plain = Gzip.open(stream)) {
            return parse(name, plain);
        }
    }

    private static CsvTable parse(String name, InputStream stream) throws IOException {
        List<String[]> records = new CsvParser(name, text(name, stream)).records();
        if (records.isEmpty()) {
            throw new InvalidDataException(name + " must have a line with the names of its columns, got nothing");
        }
        List<String> columns = List.of(records.get(0));
        Map<String, Integer> numbers = new HashMap<>();
        for (int number = 1; number <= columns.size(); number++) {
            String column = columns.get(number - 1);
            Integer other = numbers.putIfAbsent(column, number);
            if (column.isEmpty() || other != null) {
                throw new InvalidDataException(
                        name + ": columns must have different names, and column number " + number + " has "
                                + (column.isEmpty() ? "none" : "that of number " + other),
                        column);
            }
        }
        return new CsvTable(name, columns, List.copyOf(records.subList(1, records.size())));
    }

    private static String text(String name, InputStream stream) throws IOException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(stream.readAllBytes()))
                    .toString();
            // Some programs begin a file with a mark that is no part of its text.
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new InvalidDataException(name + " must be UTF-8", e);
        } catch (ZipException | EOFException e) {
            throw new InvalidDataException(name + " must be compressed with gzip in whole: " + e.getMessage(), e);
        }
    }

    public String name() {
        return name;
    }

    /** Names of the columns, in the file's order. */
    public List<String> columns() {
        return columns;
    }

    /** Number of rows, without the header. */
    public int size() {
        return rows.size();
    }

    /** The text of a field, without its quotes. */
    public String value(int row, int column) {
        return rows.get(row)[column];
    }
}
