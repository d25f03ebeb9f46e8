package io.abacusdp.training.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names of a CSV file's columns, without anything of what is below them. */
public final class CsvHeader {
    private static final int MOST_BYTES = 1 << 20;

    private CsvHeader() {}

    /**
     * Reads the first line of a file.
     *
     * @throws InvalidDataException if it has no names for all columns, or looks like values: a file without a header must not have
     *     its first record taken for names
     */
    public static List<String> read(Path file) throws IOException {
        String name = file.toString();
        String[] fields;
        try (InputStream stream = Gzip.open(file)) {
            fields = new CsvParser(name, firstLine(name, stream))
                    .records().stream()
                            .findFirst()
                            .orElseThrow(() -> new InvalidDataException(
                                    name + " must have a line with the names of its columns, got nothing"));
        }
        Set<String> seen = new HashSet<>();
        List<String> columns = new ArrayList<>();
        for (String field : fields) {
            columns.add(field);
            if (field.isEmpty() || !seen.add(field)) {
                throw new InvalidDataException(
                        "%s: columns must have different names, and number %d has none or that of another"
                                .formatted(name, columns.size()),
                        field);
            }
            if (Column.NUMBER.matcher(field.strip()).matches() || CsvSchema.USUAL_MISSING.contains(field)) {
                throw new InvalidDataException(
                        "%s must begin with the names of its columns, and its first line looks like values: number %d is a number or a missing one"
                                .formatted(name, columns.size()),
                        field);
            }
        }
        return columns;
    }

    /** Bytes up to the first line feed outside of quotes, and no further. */
    private static String firstLine(String name, InputStream stream) throws IOException {
        byte[] bytes = new byte[MOST_BYTES];
        int count = 0;
        boolean isQuoted = false;
        for (int b = stream.read(); b >= 0 && (b != '\n' || isQuoted); b = stream.read()) {
            if (count == MOST_BYTES) {
                throw new InvalidDataException(name + ": the first line must be of at most 2^20 bytes");
            }
            isQuoted ^= b == '"';
            bytes[count++] = (byte) b;
        }
        int end = count > 0 && bytes[count - 1] == '\r' ? count - 1 : count;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, end))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new InvalidDataException(name + " must be UTF-8", e);
        }
    }
}
