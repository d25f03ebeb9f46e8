package io.abacusdp.accounting;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Rows of a CSV under /reference in the test resources: lines of # are comments, the first other line is the header. */
public final class ReferenceTable {
    private ReferenceTable() {}

    public static List<String[]> rows(String name) {
        try (InputStream stream = ReferenceTable.class.getResourceAsStream("/reference/" + name)) {
            if (stream == null) {
                throw new IllegalArgumentException("no reference table " + name);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            List<String[]> rows = new ArrayList<>();
            boolean header = true;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (!header) {
                    rows.add(line.split(",", -1));
                }
                header = false;
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
