package io.abacusdp.training.predict;

import io.abacusdp.training.data.CsvSchema;
import io.abacusdp.training.data.CsvTable;
import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat;
import io.abacusdp.training.data.InvalidDataException;
import io.abacusdp.training.features.FeatureExtraction;
import io.abacusdp.training.gradient.GradientEngine;
import io.abacusdp.training.model.Model;
import io.abacusdp.training.trainer.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A model that predicts, with what it needs to know of its examples.
 *
 * <p>A prediction depends on the model and on one example, in the same bits whatever other examples there are. As a function of a
 * private model it is post-processing: it costs nothing of the privacy of those whom the model was trained on. Of the example that
 * it is made for it tells what a model can tell. Safe for use by several threads, which take turns.
 */
public final class TrainedModel implements AutoCloseable {
    private final Model model;
    private final ExampleFormat format;
    private final float[] parameters;
    private final GradientEngine engine;

    /**
     * @param format how the examples are made
     * @param threads that share the work of many examples
     * @throws IllegalArgumentException if the model takes others
     */
    public TrainedModel(Model model, ExampleFormat format, int threads) {
        if (!format.featureShape().equals(model.spec().input().sizes())) {
            throw new IllegalArgumentException("the examples are of shape %s, and the model takes %s"
                    .formatted(format.featureShape(), model.spec().input().sizes()));
        }
        model.spec().loss().check(model.spec().outputs(), format.classNames().size());
        this.model = model;
        this.format = format;
        this.parameters = model.parameters();
        this.engine = new GradientEngine(model.spec(), threads);
    }

    /**
     * Reads a model file.
     *
     * @throws IOException if it cannot be read, holds no model, or does not say how its examples are made
     */
    public static TrainedModel read(Path file) throws IOException {
        return read(file, Runtime.getRuntime().availableProcessors());
    }

    /** The same with a number of threads. */
    public static TrainedModel read(Path file, int threads) throws IOException {
        ModelFile.Contents contents = ModelFile.readAll(file);
        return new TrainedModel(contents.model(), contents.format(), threads);
    }

    /** The same model with the schema that its file withholds. */
    public TrainedModel with(CsvSchema schema) {
        return new TrainedModel(model, format.with(schema), engine.workers().count());
    }

    public Model model() {
        return model;
    }

    public ExampleFormat format() {
        return format;
    }

    /**
     * The prediction for one example.
     *
     * @param example its numbers as the format has them, before features are extracted: a picture row by row, a table's row as
     *     {@link CsvSchema} encodes it
     * @throws IllegalArgumentException if there are more or fewer numbers, or one is not finite
     */
    public Prediction predict(float... example) {
        return predict(new float[][] {example}).get(0);
    }

    /** The predictions for several examples, in their order. */
    public List<Prediction> predict(float[][] examples) {
        int size = format.size();
        float[] features = new float[Math.multiplyExact(examples.length, size)];
        for (int row = 0; row < examples.length; row++) {
            if (examples[row].length != size) {
                throw new IllegalArgumentException("example %d must have %d numbers, the shape %s, got %d"
                        .formatted(row, size, format.shape(), examples[row].length));
            }
            System.arraycopy(examples[row], 0, features, row * size, size);
        }
        int[] shape = format.shape().stream().mapToInt(Integer::intValue).toArray();
        return predict(new Dataset(
                "examples",
                shape,
                features,
                new float[examples.length],
                format.classNames().size(),
                List.of()));
    }

    /**
     * The predictions for the examples of a dataset, in their order; targets are not looked at.
     *
     * @param data whose features are extracted or not
     * @throws IllegalArgumentException if they are not such examples
     */
    public synchronized List<Prediction> predict(Dataset data) {
        Dataset features = data.format().features() == format.features()
                ? data
                : FeatureExtraction.of(data, format.features(), engine.workers());
        float[] outputs = engine.outputs(parameters, features);
        int count = model.spec().outputs();
        List<Prediction> predictions = new ArrayList<>(data.size());
        for (int row = 0; row < data.size(); row++) {
            predictions.add(Prediction.of(model.spec().loss(), format, outputs, row * count, count));
        }
        return predictions;
    }

    /**
     * The rows of a table to predict for: the columns may be in any order, and others may be there.
     *
     * @throws InvalidDataException if a column is absent, or the table is not as the schema says
     * @throws IllegalArgumentException if the model takes no tables, or its file withholds the schema
     */
    public Dataset unlabelled(CsvTable table) throws InvalidDataException {
        ExampleFormat.Table rows = table();
        return rows.schema().unlabelled(table, rows.label()).described(format);
    }

    /** The same with the label, to measure how good predictions are. */
    public Dataset measured(CsvTable table) throws InvalidDataException {
        ExampleFormat.Table rows = table();
        return rows.schema().measured(table, rows.label()).described(format);
    }

    private ExampleFormat.Table table() {
        if (format.source() instanceof ExampleFormat.WithheldTable) {
            throw new IllegalArgumentException(
                    "the model file withholds the schema, whose ranges were taken from private"
                            + " data; give that data again, --ranges-from FILE, or its schema");
        }
        return format.table()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the model takes examples of shape %s, and no rows of a table".formatted(format.shape())));
    }

    /** Whether the slow kernels in plain Java are at work. */
    public boolean isFallback() {
        return engine.kernels().isFallback();
    }

    @Override
    public void close() {
        engine.close();
    }
}
