package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.JsonFile;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A client's own records. */
final class ClientRecords {
    private static final Pattern PART = Pattern.compile("([0-9]{1,4})/([0-9]{1,4})");

    @Option(names = "--data", paramLabel = "FILE", description = "Table of this client's records, with a header.")
    private @Nullable Path data;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Public ranges and categories of the table's columns, as JSON; the same as the server's.")
    private @Nullable Path schema;

    @Option(names = "--label", paramLabel = "NAME", description = "Column of the table to learn.")
    private @Nullable String label;

    @Option(
            names = "--bundled",
            paramLabel = "I/N",
            description = "In place of a table: the I-th of N parts of the bundled digits, to try it out.")
    private @Nullable String bundled;

    Dataset load() throws IOException {
        if (bundled != null && data == null && schema == null && label == null) {
            Matcher part = PART.matcher(bundled);
            if (part.matches()) {
                List<Dataset> parts = List.copyOf(SimulatedData.digits(Integer.parseInt(part.group(2)))
                        .clients()
                        .values());
                int index = Integer.parseInt(part.group(1));
                if (index >= 1 && index <= parts.size()) {
                    return parts.get(index - 1);
                }
            }
            throw new UsageException("--bundled must be I/N, with I from 1 to N, got " + bundled);
        }
        if (bundled != null || data == null || schema == null || label == null) {
            throw new UsageException("--data, --schema and --label go together, or --bundled without them");
        }
        return JsonFile.read("--schema", schema, "columns", CsvSchema::fromJson).dataset(CsvTable.read(data), label);
    }
}
