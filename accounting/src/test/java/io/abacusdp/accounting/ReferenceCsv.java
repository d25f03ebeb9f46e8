package io.abacusdp.accounting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Rows of a table of reference values in the resources; a line that starts with # says how the table was made. */
public final class ReferenceCsv {
    private ReferenceCsv() {}

    /** Cells of every row, of a file under reference/. */
    public static List<String[]> rows(String file) {
        try (InputStream in = ReferenceCsv.class.getResourceAsStream("/reference/" + file)) {
            if (in == null) {
                throw new IllegalArgumentException("no reference table " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(",", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
