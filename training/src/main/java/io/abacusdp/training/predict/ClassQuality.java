package io.abacusdp.training.predict;

import io.abacusdp.training.data.Dataset;
import io.abacusdp.training.data.ExampleFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How good predicted classes are. Private if the data is: no epsilon covers these figures. Immutable.
 *
 * <p>Formulas: accuracy, the share of examples whose class is predicted; log-loss, the mean of −log p of their class; Brier score, the
 * mean of Σ_j (p_j − 1[j = class])²; AUC, the probability that an example of a class has a higher probability of it than one of
 * another class, ties counted by half: of class 1 if there are two, else the mean over all classes that have examples and are not
 * alone; calibration error, the mean over examples of |confidence − accuracy| of their bin, the confidence being the probability of
 * the predicted class, in ten bins of equal width.
 *
 * <p>Source: calibration error of Guo, Pleiss, Sun, Weinberger 2017, arXiv:1706.04599, equation 3, with ten bins.
 */
public final class ClassQuality {
    private static final int BINS = 10;

    private final List<String> classNames;
    private final int examples;
    private final int[][] confusion;
    private final double logLoss;
    private final double brier;
    private final OptionalDouble auc;
    private final List<Bin> bins;

    /**
     * One class.
     *
     * @param precision share of those predicted as the class that are of it; none if none is predicted
     * @param recall share of those of the class that are predicted as it; none if there are none
     * @param f1 harmonic mean of both, 2·hits / (predicted + there); none if both are 0
     */
    public record OneClass(
            String name,
            int there,
            int predicted,
            OptionalDouble precision,
            OptionalDouble recall,
            OptionalDouble f1) {}

    /**
     * Examples whose confidence is in [from, to), or [from, 1].
     *
     * @param confidence mean confidence
     * @param accuracy share of them that are right
     */
    public record Bin(double from, double to, int examples, double confidence, double accuracy) {}

    private ClassQuality(
            List<String> classNames,
            int[][] confusion,
            double logLoss,
            double brier,
            OptionalDouble auc,
            List<Bin> bins) {
        this.classNames = List.copyOf(classNames);
        this.examples = Arrays.stream(confusion).flatMapToInt(Arrays::stream).sum();
        this.confusion = confusion;
        this.logLoss = logLoss;
        this.brier = brier;
        this.auc = auc;
        this.bins = List.copyOf(bins);
    }

    /**
     * Of predictions for the examples of the data.
     *
     * @param format that names the classes
     * @throws IllegalArgumentException if there are none, or not one for each example
     */
    public static ClassQuality of(List<Prediction> predictions, Dataset data, ExampleFormat format) {
        requireSameSize(predictions, data);
        int classes = data.classes();
        int[][] confusion = new int[classes][classes];
        double logLoss = 0;
        double brier = 0;
        int[] counts = new int[BINS];
        double[] confidences = new double[BINS];
        int[] hits = new int[BINS];
        for (int row = 0; row < data.size(); row++) {
            Prediction prediction = predictions.get(row);
            int target = (int) data.target(row);
            confusion[target][prediction.classNumber()]++;
            logLoss += prediction.surprise(target);
            for (int j = 0; j < classes; j++) {
                double miss = prediction.probability(j) - (j == target ? 1 : 0);
                brier += miss * miss;
            }
            double confidence = prediction.probability(prediction.classNumber());
            int bin = (int) Math.min(BINS - 1, confidence * BINS);
            counts[bin]++;
            confidences[bin] += confidence;
            hits[bin] += prediction.classNumber() == target ? 1 : 0;
        }
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < BINS; bin++) {
            double n = Math.max(1, counts[bin]);
            bins.add(new Bin(
                    bin / (double) BINS, (bin + 1) / (double) BINS, counts[bin], confidences[bin] / n, hits[bin] / n));
        }
        return new ClassQuality(
                format.classNames(),
                confusion,
                logLoss / data.size(),
                brier / data.size(),
                auc(predictions, data),
                bins);
    }

    static void requireSameSize(List<Prediction> predictions, Dataset data) {
        if (predictions.size() != data.size() || data.size() == 0) {
            throw new IllegalArgumentException(
                    "there must be a prediction for each of at least 1 example, got %d for %d"
                            .formatted(predictions.size(), data.size()));
        }
    }

    private static OptionalDouble auc(List<Prediction> predictions, Dataset data) {
        return IntStream.range(data.classes() == 2 ? 1 : 0, data.classes())
                .mapToObj(j -> RocArea.of(
                        predictions.stream()
                                .mapToDouble(prediction -> -prediction.surprise(j))
                                .toArray(),
                        row -> data.target(row) == j))
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }

    public int examples() {
        return examples;
    }

    public double accuracy() {
        return IntStream.range(0, confusion.length).map(j -> confusion[j][j]).sum() / (double) examples;
    }

    public double logLoss() {
        return logLoss;
    }

    public double brier() {
        return brier;
    }

    public OptionalDouble auc() {
        return auc;
    }

    public double calibrationError() {
        return bins.stream()
                .mapToDouble(bin -> bin.examples() * Math.abs(bin.confidence() - bin.accuracy()) / examples)
                .sum();
    }

    public List<Bin> bins() {
        return bins;
    }

    public List<String> classNames() {
        return classNames;
    }

    /** Number of examples of a class that were predicted as another, or as itself. */
    public int confusion(int actual, int predicted) {
        return confusion[actual][predicted];
    }

    /** All classes, in their order. */
    public List<OneClass> classes() {
        return IntStream.range(0, confusion.length)
                .mapToObj(j -> {
                    int there = Arrays.stream(confusion[j]).sum();
                    int predicted =
                            Arrays.stream(confusion).mapToInt(row -> row[j]).sum();
                    int hits = confusion[j][j];
                    return new OneClass(
                            classNames.get(j),
                            there,
                            predicted,
                            share(hits, predicted),
                            share(hits, there),
                            share(2 * hits, predicted + there));
                })
                .toList();
    }

    private static OptionalDouble share(int part, int whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of(part / (double) whole);
    }
}
