package io.abacusdp.cli.use;

import io.abacusdp.cli.option.DataArgument;
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
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which model is used, and on which data; how examples are made of the data, the model file says. */
final class ModelAndData {
    private static final List<String> PARTS = List.of("test", "train");

    @Mixin
    private ModelOption model = new ModelOption();

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
        TrainedModel read = TrainedModel.read(model.file(), threads);
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

    /** Examples to predict for. */
    Dataset unlabelled(TrainedModel trained) throws IOException {
        return DataArgument.kind(data).equals("csv")
                ? trained.unlabelled(CsvTable.read(DataArgument.path(data)))
                : pictures(trained.format());
    }

    /** Examples with what is to be predicted. */
    Dataset measured(TrainedModel trained) throws IOException {
        return DataArgument.kind(data).equals("csv")
                ? trained.measured(CsvTable.read(DataArgument.path(data)))
                : pictures(trained.format());
    }

    private Dataset pictures(ExampleFormat format) throws IOException {
        if (!PARTS.contains(part)) {
            throw new UsageException("--part must be test or train, got " + part);
        }
        Dataset found = switch (DataArgument.kind(data)) {
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
                DataArgument.kind(data),
                DataArgument.path(data),
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
}
