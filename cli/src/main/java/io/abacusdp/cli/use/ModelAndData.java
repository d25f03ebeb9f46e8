package io.abacusdp.cli.use;

import io.abacusdp.cli.output.UsageException;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.Digits;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.IdxFiles;
import io.abacusdp.training.data.PrivateRanges;
import io.abacusdp.training.data.TrainTestSplit;
import io.abacusdp.training.predict.TrainedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which model is used, and on which data; how examples are made of the data, the model file says. */
final class ModelAndData {
    private static final List<String> PARTS = List.of("test", "train");
    private static final String MODEL_FILE = "model.safetensors";

    @Option(
            names = "--model",
            paramLabel = "FILE",
            required = true,
            description = "Model file, such as model.safetensors in a run's folder 'release', or that folder.")
    @SuppressWarnings("NullAway.Init")
    private Path model;

    @Option(
            names = "--data",
            paramLabel = "DATA",
            required = true,
            description = {
                "csv:FILE with a header, the columns in any order; mnist:DIR or fashion:DIR with IDX files;",
                "digits, which come along."
            })
    @SuppressWarnings("NullAway.Init")
    private String data;

    @Option(
            names = "--part",
            paramLabel = "test|train",
            defaultValue = "test",
            description = "Which part of mnist, fashion or digits. Default: test.")
    private String part = "test";

    @Option(
            names = "--ranges-from",
            paramLabel = "FILE",
            description = {
                "For a model that was trained with --ranges-from-private-data, whose file withholds them: the private CSV",
                "file that it was trained on, to take them from again. Other models know their own."
            })
    private @Nullable Path rangesFrom;

    TrainedModel model(int threads) throws IOException {
        TrainedModel read = TrainedModel.read(fileOf(model), threads);
        if (rangesFrom == null) {
            return read;
        }
        try (read) {
            if (!(read.format().source() instanceof ExampleFormat.WithheldTable table)) {
                throw new UsageException(
                        "--ranges-from is for a model whose file withholds its schema; this one has what it needs");
            }
            return read.with(PrivateRanges.takenFrom(CsvTable.read(rangesFrom), table.label()));
        }
    }

    /** The model file that a path names, itself or by its folder. */
    static Path fileOf(Path model) {
        return Files.isDirectory(model) ? model.resolve(MODEL_FILE) : model;
    }

    /** Examples to predict for. */
    Dataset unlabelled(TrainedModel trained) throws IOException {
        return kind().equals("csv") ? trained.unlabelled(CsvTable.read(path())) : pictures(trained.format());
    }

    /** Examples with what is to be predicted. */
    Dataset measured(TrainedModel trained) throws IOException {
        return kind().equals("csv") ? trained.measured(CsvTable.read(path())) : pictures(trained.format());
    }

    private Dataset pictures(ExampleFormat format) throws IOException {
        if (!PARTS.contains(part)) {
            throw new UsageException("--part must be test or train, got " + part);
        }
        Dataset found = switch (kind()) {
            case "digits" -> part(Digits.load());
            case "mnist", "fashion" -> idx(format);
            default ->
                throw new UsageException("--data must be csv:FILE, mnist:DIR, fashion:DIR or digits, got " + data);
        };
        if (!(found.format().source().equals(format.source())
                && found.format().shape().equals(format.shape())
                && found.classes() == format.classNames().size())) {
            throw new UsageException("the model takes %s of shape %s and %d classes, and %s has %s of shape %s and %d"
                    .formatted(
                            what(format),
                            format.shape(),
                            format.classNames().size(),
                            data,
                            what(found.format()),
                            found.format().shape(),
                            found.classes()));
        }
        return found;
    }

    private Dataset idx(ExampleFormat format) throws IOException {
        if (!(format.source() instanceof ExampleFormat.Pictures pictures)) {
            throw new UsageException("the model takes %s, and %s are pictures".formatted(what(format), data));
        }
        return IdxFiles.readPart(
                kind(),
                path(),
                part.equals("train") ? IdxFiles.Part.TRAIN : IdxFiles.Part.TEST,
                format.classNames(),
                pictures.pixels());
    }

    private Dataset part(TrainTestSplit split) {
        return part.equals("train") ? split.train() : split.test();
    }

    private static String what(ExampleFormat format) {
        ExampleFormat.Source source = format.source();
        if (source instanceof ExampleFormat.Pictures pictures) {
            return "pictures of pixels from 0 to " + pictures.most();
        }
        return source instanceof ExampleFormat.Numbers ? "numbers of a program's own" : "rows of a table";
    }

    private String kind() {
        int colon = data.indexOf(':');
        return colon < 0 ? data : data.substring(0, colon);
    }

    private Path path() {
        int colon = data.indexOf(':');
        if (colon < 0 || colon == data.length() - 1) {
            throw new UsageException("--data %s needs a path, such as %s:PATH, got none".formatted(data, kind()));
        }
        return Path.of(data.substring(colon + 1));
    }
}
