package io.abacusdp.training.data;

import io.abacusdp.storage.Sha256;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Examples in memory: features in rows, one target each. Immutable.
 *
 * <p>A target is a class number from 0 if there are classes, and any number if {@link #classes()} is 0 (regression).
 */
public final class Dataset {
    private final String name;
    private final int[] shape;
    private final int featureCount;
    private final int classes;
    private final float[] features;
    private final float[] targets;
    private final List<String> notes;
    private final ExampleFormat format;

    /**
     * Takes the arrays as they are; the caller must not change them afterwards.
     *
     * @param shape of one example: {height, width, channels} of a picture, {columns} of a table
     * @param classes number of classes, at least 2, or 0 for regression
     * @param notes what a report must say of this data, such as ranges that were taken from private data
     */
    public Dataset(String name, int[] shape, float[] features, float[] targets, int classes, List<String> notes) {
        this(name, shape, features, targets, classes, notes, null);
    }

    /** @param format how the examples were made, or null if nothing is known but their shape */
    private Dataset(
            String name,
            int[] shape,
            float[] features,
            float[] targets,
            int classes,
            List<String> notes,
            @Nullable ExampleFormat format) {
        this.name = name;
        this.shape = shape.clone();
        this.featureCount = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        this.features = features;
        this.targets = targets;
        this.classes = classes;
        this.notes = List.copyOf(notes);
        check();
        this.format = format == null ? ExampleFormat.ofNumbers(shape, classes) : format;
        if (this.format.classNames().size() != classes
                || !this.format
                        .featureShape()
                        .equals(Arrays.stream(shape).boxed().toList())) {
            throw new IllegalArgumentException("the format is of %d classes and the shape %s, and the data of %d and %s"
                    .formatted(
                            this.format.classNames().size(),
                            this.format.featureShape(),
                            classes,
                            Arrays.toString(shape)));
        }
    }

    private void check() {
        if (shape.length == 0 || Arrays.stream(shape).anyMatch(n -> n < 1)) {
            throw new IllegalArgumentException("a shape must have sizes of at least 1, got " + Arrays.toString(shape));
        }
        if (features.length != Math.multiplyExact((long) targets.length, featureCount)) {
            throw new IllegalArgumentException(
                    "expected " + targets.length + " x " + featureCount + " features, got " + features.length);
        }
        if (classes < 0 || classes == 1) {
            throw new IllegalArgumentException("classes must be 0 or at least 2, got " + classes);
        }
        for (int row = 0; row < targets.length; row++) {
            float target = targets[row];
            boolean valid =
                    classes == 0 ? Float.isFinite(target) : target >= 0 && target < classes && target == (int) target;
            if (!valid) {
                throw new IllegalArgumentException("target of example " + row + " must be "
                        + (classes == 0 ? "a finite number" : "a class from 0 to " + (classes - 1)));
            }
        }
        for (int i = 0; i < features.length; i++) {
            if (!Float.isFinite(features[i])) {
                throw new IllegalArgumentException(
                        "feature " + i % featureCount + " of example " + i / featureCount + " must be finite");
            }
        }
    }

    public String name() {
        return name;
    }

    /** Number of examples. */
    public int size() {
        return targets.length;
    }

    /** Shape of one example. */
    public int[] shape() {
        return shape.clone();
    }

    public int featureCount() {
        return featureCount;
    }

    /** Number of classes, or 0 for regression. */
    public int classes() {
        return classes;
    }

    public float target(int row) {
        return targets[row];
    }

    /** Copies the features of one example. */
    public void copyFeatures(int row, float[] to, int offset) {
        System.arraycopy(features, Math.multiplyExact(row, featureCount), to, offset, featureCount);
    }

    /** How the examples were made. */
    public ExampleFormat format() {
        return format;
    }

    /** The same examples, of which it is known how they were made. */
    public Dataset described(ExampleFormat made) {
        return new Dataset(name, shape, features, targets, classes, notes, made);
    }

    /**
     * The same targets with features that were extracted from the examples.
     *
     * @param extracted in the order of the examples; the caller must not change them afterwards
     */
    public Dataset withFeatures(ExampleFormat made, int[] newShape, float[] extracted) {
        return new Dataset(name, newShape, extracted, targets, classes, notes, made);
    }

    /** The same targets with other values of a shape, of which nothing more is known. */
    public Dataset withValues(int[] newShape, float[] values) {
        return new Dataset(name, newShape, values, targets, classes, notes, null);
    }

    /** What a report must say of this data. */
    public List<String> notes() {
        return notes;
    }

    /** The examples of the given rows, in the given order. */
    public Dataset rows(String newName, int... rows) {
        float[] someFeatures = new float[Math.multiplyExact(rows.length, featureCount)];
        float[] someTargets = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            copyFeatures(rows[i], someFeatures, i * featureCount);
            someTargets[i] = targets[rows[i]];
        }
        return new Dataset(newName, shape, someFeatures, someTargets, classes, notes, format);
    }

    /**
     * The examples of several datasets, one after the other.
     *
     * @throws IllegalArgumentException if there is none, or they differ in shape or classes
     */
    public static Dataset union(String name, List<Dataset> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a union must have at least 1 part, got none");
        }
        Dataset first = parts.get(0);
        int size = 0;
        for (Dataset part : parts) {
            if (!Arrays.equals(part.shape, first.shape) || part.classes != first.classes) {
                throw new IllegalArgumentException("parts must be alike, got " + first + " and " + part);
            }
            size = Math.addExact(size, part.size());
        }
        float[] allFeatures = new float[Math.multiplyExact(size, first.featureCount)];
        float[] allTargets = new float[size];
        int row = 0;
        for (Dataset part : parts) {
            System.arraycopy(part.features, 0, allFeatures, row * first.featureCount, part.features.length);
            System.arraycopy(part.targets, 0, allTargets, row, part.targets.length);
            row += part.size();
        }
        List<String> allNotes =
                parts.stream().flatMap(part -> part.notes.stream()).distinct().toList();
        return new Dataset(name, first.shape, allFeatures, allTargets, first.classes, allNotes, first.format);
    }

    /** The same examples under another name, as a report is to call them. */
    public Dataset named(String newName) {
        return new Dataset(newName, shape, features, targets, classes, notes, format);
    }

    /** Adds shape, classes, features and targets to a hash, to tell whether a run is resumed on the same data. */
    public void addTo(Sha256 hash) {
        hash.add(Arrays.toString(shape)).add(size() + " " + classes);
        hash.add(features).add(targets);
    }

    /**
     * SHA-256 of all examples. Whoever knows all of them but one finds out that one from it: it must not be published, and a
     * run that has a directory of its own seals its data under a key instead.
     */
    public String fingerprint() {
        Sha256 hash = new Sha256();
        addTo(hash);
        return hash.hex();
    }

    @Override
    public String toString() {
        return name + ": " + size() + " examples of shape " + Arrays.toString(shape);
    }
}
