package io.abacusdp.training.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

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

    /**
     * Takes the arrays as they are; the caller must not change them afterwards.
     *
     * @param shape of one example: {height, width, channels} of a picture, {columns} of a table
     * @param classes number of classes, at least 2, or 0 for regression
     * @param notes what a report must say of this data, such as ranges that were taken from private data
     */
    public Dataset(String name, int[] shape, float[] features, float[] targets, int classes, List<String> notes) {
        this.name = name;
        this.shape = shape.clone();
        this.featureCount = Arrays.stream(shape).reduce(1, Math::multiplyExact);
        this.features = features;
        this.targets = targets;
        this.classes = classes;
        this.notes = List.copyOf(notes);
        check();
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
                        + (classes == 0 ? "a finite number" : "a class from 0 to " + (classes - 1)) + ", got "
                        + target);
            }
        }
        for (int i = 0; i < features.length; i++) {
            if (!Float.isFinite(features[i])) {
                throw new IllegalArgumentException("feature " + i % featureCount + " of example " + i / featureCount
                        + " must be finite, got " + features[i]);
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
        return new Dataset(newName, shape, someFeatures, someTargets, classes, notes);
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
        return new Dataset(name, first.shape, allFeatures, allTargets, first.classes, allNotes);
    }

    /** SHA-256 of shapes, features and targets, to tell whether a run was resumed on the same data. Not private. */
    public String fingerprint() {
        MessageDigest digest = sha256();
        digest.update(Arrays.toString(shape).getBytes(StandardCharsets.UTF_8));
        digest.update(ByteBuffer.allocate(8).putInt(size()).putInt(classes).flip());
        update(digest, features);
        update(digest, targets);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void update(MessageDigest digest, float[] values) {
        int chunk = 4096;
        ByteBuffer bytes = ByteBuffer.allocate(4 * chunk);
        for (int from = 0; from < values.length; from += chunk) {
            int count = Math.min(chunk, values.length - from);
            bytes.clear();
            bytes.asFloatBuffer().put(values, from, count);
            digest.update(bytes.array(), 0, 4 * count);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return name + ": " + size() + " examples of shape " + Arrays.toString(shape);
    }
}
