package io.abacusdp.federated.report;

import io.abacusdp.training.data.Dataset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The area under the curve of true positives over false positives: the probability that an example of class 1 is ranked above
 * one of class 0, ties counted by half.
 */
public final class RocArea {
    private RocArea() {}

    /**
     * Of scores for the examples of the data; none unless there are two classes with examples of both, or if a score
     * is no number.
     *
     * @param scores the higher, the more likely class 1
     */
    public static OptionalDouble of(float[] scores, Dataset data) {
        if (data.classes() != 2 || scores.length != data.size()) {
            return OptionalDouble.empty();
        }
        for (float score : scores) {
            if (Float.isNaN(score)) {
                return OptionalDouble.empty();
            }
        }
        Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(row -> scores[row]));
        double pairs = 0;
        long negatives = 0;
        long positives = 0;
        for (int from = 0; from < order.length; ) {
            int to = from;
            long tiedNegatives = 0;
            long tiedPositives = 0;
            while (to < order.length && scores[order[to]] == scores[order[from]]) {
                if (data.target(order[to]) == 1) {
                    tiedPositives++;
                } else {
                    tiedNegatives++;
                }
                to++;
            }
            pairs += tiedPositives * (negatives + 0.5 * tiedNegatives);
            negatives += tiedNegatives;
            positives += tiedPositives;
            from = to;
        }
        return negatives == 0 || positives == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(pairs / ((double) negatives * positives));
    }
}
