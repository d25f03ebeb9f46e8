package io.abacusdp.cli.train;

import io.abacusdp.cli.option.DataArgument;
import io.abacusdp.cli.option.JsonFile;
import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.ExampleFormat.Pixels;
import io.abacusdp.training.data.Features;
import io.abacusdp.training.data.IdxFiles;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.data.UserRows;
import io.abacusdp.training.features.FeatureExtraction;
import io.abacusdp.training.parallel.Workers;
import io.abacusdp.training.trainer.PrivacyUnit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which data to train on, and which to test with. */
final class TrainingData {
    private static final List<String> DIGITS = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

    /** Source: Xiao, Rasul, Vollgraf 2017, arXiv:1708.07747, table 2. */
    private static final List<String> GARMENTS = List.of(
            "T-Shirt/Top", "Trouser", "Pullover", "Dress", "Coat", "Sandals", "Shirt", "Sneaker", "Bag", "Ankle boots");

    @Option(
            names = "--data",
            paramLabel = "DATA",
            defaultValue = "digits",
            description = {
                "digits, which come along; mnist:DIR or fashion:DIR with the four IDX files;",
                "csv:FILE with a header. Default: digits."
            })
    private String data = "digits";

    @Option(names = "--label", paramLabel = "NAME", description = "Column of the CSV file to learn.")
    private @Nullable String label;

    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Public ranges and categories of the CSV file's columns, as JSON.")
    private @Nullable Path schema;

    @Option(
            names = "--ranges-from-private-data",
            description = {
                "Take ranges and categories from the CSV file itself, in place of --schema.",
                "No guarantee covers what they reveal; the report says so."
            })
    private boolean rangesFromPrivateData;

    @Option(
            names = "--test",
            paramLabel = "FILE",
            description = "CSV file to measure loss and accuracy on, which are shown as if it were public.")
    private @Nullable Path test;

    @Option(
            names = "--data-name",
            paramLabel = "NAME",
            defaultValue = "table",
            description = "What the release calls a CSV file; its own name and path are not in it. Default: table.")
    private String dataName = "table";

    @Mixin
    private UserOptions users = new UserOptions();

    @Option(
            names = "--features",
            paramLabel = "plain|scattering",
            description = {
                "What the model sees of an example: as it is, or scattering coefficients of a picture, which are",
                "a public function of that picture alone. Default: those of --init; scattering for mnist and fashion",
                "unless --model is given; otherwise plain."
            })
    private @Nullable String features;

    /**
     * Examples to learn from, and to test with if there are any.
     *
     * @param users whose records are clipped as one, if they are
     */
    record Loaded(Dataset train, Optional<Dataset> test, Optional<UserRows> users) {
        static Loaded of(TrainTestSplit split) {
            return new Loaded(split.train(), Optional.of(split.test()), Optional.empty());
        }

        /** Number of what lots are drawn from: rows, or users. */
        int contributors(Dataset rows) {
            return users.map(UserRows::count).orElse(rows.size());
        }

        /** The same with features in place of examples. */
        Loaded with(Features extracted, int threads) {
            try (Workers workers = new Workers(threads)) {
                return new Loaded(
                        FeatureExtraction.of(train, extracted, workers),
                        test.map(data -> FeatureExtraction.of(data, extracted, workers)),
                        users);
            }
        }
    }

    TrainingRecipe recipe(Features seen) {
        return TrainingRecipe.forData(DataArgument.kind(data), seen);
    }

    /**
     * What the model is to see of an example.
     *
     * @param isModelGiven whether the model was chosen, and not left to what suits the data
     * @param initial what the model to begin from sees, if there is one
     */
    Features features(boolean isModelGiven, Optional<Features> initial) {
        if (features == null) {
            boolean suits = DataArgument.kind(data).equals("mnist")
                    || DataArgument.kind(data).equals("fashion");
            return initial.orElse(suits && !isModelGiven ? Features.SCATTERING : Features.PLAIN);
        }
        return Stream.of(Features.values())
                .filter(one -> one.id().equals(features))
                .findFirst()
                .orElseThrow(() -> new UsageException("--features must be plain or scattering, got " + features));
    }

    /** Reads the data, and extracts features from it. */
    Loaded load(Features seen, int threads) throws IOException {
        return load().with(seen, threads);
    }

    private Loaded load() throws IOException {
        String kind = DataArgument.kind(data);
        if (!kind.equals("csv") && (label != null || schema != null || rangesFromPrivateData || test != null)) {
            throw new UsageException(
                    "--label, --schema, --ranges-from-private-data and --test are for --data csv:FILE, got " + data);
        }
        if (!kind.equals("csv") && users.needsColumn()) {
            throw new UsageException("--user and --owners are for --data csv:FILE, got " + data);
        }
        return switch (kind) {
            case "digits" -> Loaded.of(Digits.load());
            case "mnist" -> Loaded.of(IdxFiles.read(kind, DataArgument.path(data), DIGITS, Pixels.FROM_0_TO_1));
            case "fashion" ->
                Loaded.of(IdxFiles.read(kind, DataArgument.path(data), GARMENTS, Pixels.FROM_MINUS_1_TO_1));
            case "csv" -> csv();
            default ->
                throw new UsageException("--data must be digits, mnist:DIR, fashion:DIR or csv:FILE, got " + data);
        };
    }

    private Loaded csv() throws IOException {
        if (label == null) {
            throw new UsageException("--data csv:FILE needs --label, the column to learn, got none");
        }
        if ((schema == null) != rangesFromPrivateData) {
            throw new UsageException("--data csv:FILE needs either --schema FILE, with public ranges and categories, or"
                    + " --ranges-from-private-data, got " + (schema == null ? "neither" : "both"));
        }
        CsvTable table = CsvTable.read(DataArgument.path(data));
        CsvSchema ranges = schema == null
                ? PrivateRanges.takenFrom(table, label)
                : JsonFile.read("--schema", schema, "columns", CsvSchema::fromJson);
        Dataset all = ranges.dataset(table, label).named(dataName);
        return new Loaded(
                users.used(all, table, ranges),
                test == null
                        ? Optional.empty()
                        : Optional.of(ranges.dataset(CsvTable.read(test), label).named(dataName + ", test")),
                users.clipped(table, ranges));
    }

    /** Whom the run protects. */
    PrivacyUnit unit() {
        return users.unit();
    }
}
