package io.abacusdp.training.data;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How examples are made from what a file holds, so that a model can be given others of the same kind. Immutable.
 *
 * <p>It goes into model files, which are published. So all of it is declared, and nothing is taken from examples: of a table whose
 * ranges came from its private rows there is the label and no schema ({@link WithheldTable}).
 *
 * @param shape of one example before features are extracted: {height, width, channels} of a picture, {columns} of a table
 * @param classNames of class 0, 1, ...; none for regression
 */
public record ExampleFormat(Source source, List<Integer> shape, List<String> classNames, Features features) {
    public ExampleFormat {
        shape = List.copyOf(shape);
        classNames = List.copyOf(classNames);
        if (classNames.size() == 1
                || List.copyOf(classNames).stream().distinct().count() != classNames.size()) {
            throw new IllegalArgumentException(
                    "there must be no or several classes of different names, got " + classNames);
        }
        if (source instanceof Table table) {
            requireAgreement("shape", List.of(table.featureNames().size()), shape);
            requireAgreement("classes", table.classNames(), classNames);
        }
        if (features == Features.SCATTERING) {
            Features.requirePicture(shape);
        }
    }

    private static void requireAgreement(String what, List<?> expected, List<?> given) {
        if (!expected.equals(given)) {
            throw new IllegalArgumentException("the schema gives the %s %s, got %s".formatted(what, expected, given));
        }
    }

    /** What the examples are made from. */
    public sealed interface Source {}

    /** Numbers of a program's own, such as Java arrays: what they mean is known there only. */
    public record Numbers() implements Source {}

    /**
     * Pictures, each pixel a whole number of a public range.
     *
     * @param most largest value of a pixel, the least being 0
     */
    public record Pictures(int most, Pixels pixels) implements Source {
        public Pictures {
            if (most < 1) {
                throw new IllegalArgumentException("the largest value of a pixel must be at least 1, got " + most);
            }
        }

        float scale(int value) {
            return pixels == Pixels.FROM_0_TO_1 ? value / (float) most : value / (most / 2f) - 1;
        }
    }

    /** What pixels are scaled to. */
    public enum Pixels {
        /** Black is 0, which suits thin strokes on black. */
        FROM_0_TO_1,
        /** Grey is 0, which suits pictures that fill their frame: centred features are learned in fewer steps. */
        FROM_MINUS_1_TO_1
    }

    /** Rows of a table, by a schema that was declared. */
    public record Table(CsvSchema schema, String label) implements Source {
        public Table {
            Column column = schema.columns().get(label);
            if (column == null || column instanceof Column.Ignored) {
                throw new IllegalArgumentException(
                        "the label must be a numeric or categorical column of the schema, got '" + label + "'");
            }
        }

        /** Names of the features, in their order. */
        public List<String> featureNames() {
            return schema.featureNames(label);
        }

        /** The first value of each category of the label; none if it is a number. */
        List<String> classNames() {
            return schema.columns().get(label) instanceof Column.Categorical categorical
                    ? categorical.categories().stream()
                            .map(values -> values.get(0))
                            .toList()
                    : List.of();
        }
    }

    /** Rows of a table by a schema that was taken from private rows, and is not told. */
    public record WithheldTable(String label) implements Source {}

    /** The format of examples of which nothing is known but their shape. */
    static ExampleFormat ofNumbers(int[] shape, int classes) {
        return new ExampleFormat(
                new Numbers(), IntStream.of(shape).boxed().toList(), numbered(classes), Features.PLAIN);
    }

    /** The format of a table's rows; the schema is withheld if it is not public. */
    static ExampleFormat ofTable(CsvSchema schema, String label) {
        Table table = new Table(schema, label);
        List<Integer> shape = List.of(table.featureNames().size());
        return schema.isPublic()
                ? new ExampleFormat(table, shape, table.classNames(), Features.PLAIN)
                : new ExampleFormat(
                        new WithheldTable(label),
                        shape,
                        numbered(table.classNames().size()),
                        Features.PLAIN);
    }

    private static List<String> numbered(int classes) {
        return IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    }

    /** The same, with features extracted from it. */
    public ExampleFormat with(Features extracted) {
        return new ExampleFormat(source, shape, classNames, extracted);
    }

    /**
     * The same with the schema that it withholds.
     *
     * @throws IllegalArgumentException if it withholds none, or another one
     */
    public ExampleFormat with(CsvSchema schema) {
        if (!(source instanceof WithheldTable withheld)) {
            throw new IllegalArgumentException(
                    "a schema is for a model whose file withholds its own; this one has what it needs");
        }
        Table table = new Table(schema, withheld.label());
        requireAgreement("shape", List.of(table.featureNames().size()), shape);
        if (table.classNames().size() != classNames.size()) {
            throw new IllegalArgumentException("the model has %d classes, and the schema's label %d"
                    .formatted(classNames.size(), table.classNames().size()));
        }
        return new ExampleFormat(table, shape, table.classNames(), features);
    }

    /** Shape of what a model sees of an example. */
    public List<Integer> featureShape() {
        return features.shape(shape);
    }

    /** Number of numbers of one example before features are extracted. */
    public int size() {
        return shape.stream().reduce(1, Math::multiplyExact);
    }

    /** What a model's output for a regression means in the label's own unit: undoes the scaling of a table's label. */
    public double unscaled(double output) {
        return source instanceof Table table
                        && table.schema().columns().get(table.label()) instanceof Column.Numeric label
                ? label.low() + output * (label.high() - label.low())
                : output;
    }

    /** The schema, if the examples are rows of a table and it is told. */
    public Optional<Table> table() {
        return source instanceof Table table ? Optional.of(table) : Optional.empty();
    }

    /** As one line of JSON; {@link #fromJson} reads it. */
    public String toJson() {
        return ExampleFormatJson.write(this);
    }

    /**
     * From JSON as {@link #toJson} writes it.
     *
     * @throws IllegalArgumentException if it is no such format, with what is wrong
     */
    public static ExampleFormat fromJson(String json) {
        return ExampleFormatJson.read(json);
    }
}
