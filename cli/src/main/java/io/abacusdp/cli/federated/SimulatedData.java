package io.abacusdp.cli.federated;

import io.abacusdp.cli.option.JsonFile;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.federated.report.FederationReport;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.TrainTestSplit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The clients of a simulation: their data, and a public test set. */
final class SimulatedData {
    private static final String DEFAULT_CLIENTS = "8";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern TABLE = Pattern.compile("[^.].*\\.(csv|csv\\.gz|data)");
    private static final int TEST_EVERY = 5;

    @Option(
            names = "--clients",
            paramLabel = "DIR|N",
            defaultValue = DEFAULT_CLIENTS,
            description = {
                "A directory with one table for each client (.csv, .csv.gz or .data, with a header), with --schema and",
                "--label; or a number of sites to cut the bundled digits into. Default: ${DEFAULT-VALUE}."
            })
    private String clients = DEFAULT_CLIENTS;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Public ranges and categories of the tables' columns, as JSON.")
    private @Nullable Path schema;

    @Option(names = "--label", paramLabel = "NAME", description = "Column of the tables to learn.")
    private @Nullable String label;

    @Option(
            names = "--test",
            paramLabel = "FILE",
            description = {
                "Table to measure accuracy on, which is shown as if it were public. Default: none, and nothing is measured;",
                "with the bundled digits, their test set."
            })
    private @Nullable Path test;

    @Option(
            names = "--hold-out",
            description = {
                "Take the test set from the clients' own tables: about a fifth of their records, each by its own contents,",
                "are not trained on. No guarantee covers them, as the report says first."
            })
    private boolean holdsOut;

    /** Private data by client, and public data to test with, which may be none. */
    record Loaded(Map<String, Dataset> clients, Dataset test) {}

    boolean isDigits() {
        return NUMBER.matcher(clients).matches();
    }

    /** What a report has to say of the data. */
    List<String> notes() {
        return holdsOut ? List.of(FederationReport.HELD_APART) : List.of();
    }

    /** @param notes told of what a person has to know */
    Loaded load(Consumer<String> notes) throws IOException {
        if (isDigits()) {
            if (schema != null || label != null || test != null || holdsOut) {
                throw new UsageException(
                        "--schema, --label, --test and --hold-out are for --clients DIR, got --clients " + clients);
            }
            return digits(Integer.parseInt(clients));
        }
        if (test != null && holdsOut) {
            throw new UsageException("--test and --hold-out exclude each other: the test set is one or the other");
        }
        return tables(notes);
    }

    /** The bundled digits, cut into so many sites. */
    static Loaded digits(int sites) {
        TrainTestSplit split = Digits.load();
        Dataset all = split.train();
        if (sites < 1 || sites > all.size()) {
            throw new UsageException("--clients must be from 1 to %d sites, got %d".formatted(all.size(), sites));
        }
        int width = Integer.toString(sites).length();
        Map<String, Dataset> data = new LinkedHashMap<>();
        for (int site = 0; site < sites; site++) {
            int first = site;
            int[] rows = IntStream.range(0, all.size())
                    .filter(row -> row % sites == first)
                    .toArray();
            String name =
                    "site-" + "0".repeat(width - Integer.toString(site + 1).length()) + (site + 1);
            data.put(name, all.rows(name, rows));
        }
        return new Loaded(data, split.test());
    }

    private Loaded tables(Consumer<String> notes) throws IOException {
        Path directory = Path.of(clients);
        if (!Files.isDirectory(directory)) {
            throw new UsageException("--clients must be a number of sites or a directory, got " + clients);
        }
        if (schema == null || label == null) {
            throw new UsageException(
                    "--clients DIR needs --schema FILE, with public ranges and categories, and --label,"
                            + " the column to learn, got " + (schema == null ? "no schema" : "no label"));
        }
        CsvSchema ranges = JsonFile.read("--schema", schema, "columns", CsvSchema::fromJson);
        Map<String, Dataset> data = new LinkedHashMap<>();
        List<Dataset> heldApart = new ArrayList<>();
        for (Path file : files(directory, notes)) {
            Dataset all = ranges.dataset(CsvTable.read(file), label);
            String name = name(file);
            data.put(name, all.rows(name, rows(all, row -> !isHeldApart(all, row))));
            heldApart.add(all.rows(name, rows(all, row -> isHeldApart(all, row))));
        }
        if (data.isEmpty()) {
            throw new UsageException("--clients must be a directory with tables, and %s has none".formatted(directory));
        }
        return new Loaded(
                data, test == null ? Dataset.union("test", heldApart) : ranges.dataset(CsvTable.read(test), label));
    }

    /** By the record itself: one more or less never moves another between training and test. */
    private boolean isHeldApart(Dataset all, int row) {
        return holdsOut && Long.parseLong(all.rows("", row).fingerprint().substring(0, 8), 16) % TEST_EVERY == 0;
    }

    private static int[] rows(Dataset all, IntPredicate which) {
        return IntStream.range(0, all.size()).filter(which).toArray();
    }

    private static List<Path> files(Path directory, Consumer<String> notes) throws IOException {
        List<Path> tables = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                if (TABLE.matcher(file.getFileName().toString()).matches()) {
                    tables.add(file);
                } else {
                    notes.accept(file + " is no table, and no client");
                }
            }
        }
        return tables;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceAll("\\.(csv|csv\\.gz|data)$", "");
    }
}
