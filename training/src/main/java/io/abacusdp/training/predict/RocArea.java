package io.abacusdp.training.predict;

import java.util.Arrays;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The area under the curve of true positives over false positives: the probability that an example of a class scores higher than
 * one that is not, ties counted by half.
 */
public final class RocArea {
    private RocArea() {}

    /**
     * Of scores for examples; none if all are of the class or none is, or if a score is no number.
     *
     * @param isOfClass whether the example at a place is
     */
    public static OptionalDouble of(double[] scores, IntPredicate isOfClass) {
        if (DoubleStream.of(scores).anyMatch(Double::isNaN)) {
            return OptionalDouble.empty();
        }
        Integer[] order = IntStream.range(0, scores.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(row -> scores[row]));
        double pairs = 0;
        long others = 0;
        long members = 0;
        for (int from = 0; from < order.length; ) {
            int to = from;
            long tiedMembers = 0;
            while (to < order.length && scores[order[to]] == scores[order[from]]) {
                tiedMembers += isOfClass.test(order[to]) ? 1 : 0;
                to++;
            }
            long tiedOthers = to - from - tiedMembers;
            pairs += tiedMembers * (others + 0.5 * tiedOthers);
            others += tiedOthers;
            members += tiedMembers;
            from = to;
        }
        return others == 0 || members == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(pairs / ((double) others * members));
    }
}
