package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.JsonFile;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the server of a federation knows of the data: its shape, and a public test set. */
final class ServerData {
    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Public ranges and categories of the clients' tables, as JSON. Default: the bundled digits.")
    private @Nullable Path schema;

    @Option(names = "--label", paramLabel = "NAME", description = "Column of the tables to learn.")
    private @Nullable String label;

    @Option(
            names = "--test",
            paramLabel = "FILE",
            description = "Table to measure accuracy on, which is shown as if it were public.")
    private @Nullable Path test;

    FederatedRecipe recipe() {
        return schema == null ? FederatedRecipe.digits() : FederatedRecipe.tables();
    }

    Dataset test() throws IOException {
        if (schema == null && label == null && test == null) {
            return Digits.load().test();
        }
        if (schema == null || label == null || test == null) {
            throw new UsageException("--schema, --label and --test go together");
        }
        return JsonFile.read("--schema", schema, "columns", CsvSchema::fromJson).dataset(CsvTable.read(test), label);
    }
}
