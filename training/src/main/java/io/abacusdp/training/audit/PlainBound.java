package io.abacusdp.training.audit;

import java.util.Arrays;

/**
 * A lower bound on epsilon at delta from scores, without any assumption on the mechanism: the threshold that looks best in the
 * first half of the trials, and its errors in the second half. What was chosen does not depend on what is counted.
 */
final class PlainBound {
    private PlainBound() {}

    static Evidence.ErrorCounts of(double[] scores, boolean[] present, double delta, double level) {
        int half = scores.length / 2;
        double[] without = sorted(scores, present, half, false);
        double[] with = sorted(scores, present, half, true);
        double best = 0;
        double most = -1;
        // Thresholds that a few in one, two, four, ... of those who are absent exceed, or of those who are there fall
        // short of.
        for (int count = 1; count < half; count *= 2) {
            for (double threshold : new double[] {nth(without, without.length - count), nth(with, count)}) {
                double epsilon =
                        errors(scores, present, 0, half, threshold, level).epsilonLower(delta);
                if (epsilon > most) {
                    most = epsilon;
                    best = threshold;
                }
            }
        }
        return errors(scores, present, half, scores.length, best, level);
    }

    private static double[] sorted(double[] scores, boolean[] present, int half, boolean wanted) {
        double[] some = new double[half];
        int count = 0;
        for (int i = 0; i < half; i++) {
            if (present[i] == wanted) {
                some[count++] = scores[i];
            }
        }
        double[] result = Arrays.copyOf(some, count);
        Arrays.sort(result);
        return result;
    }

    private static double nth(double[] sorted, int place) {
        return sorted.length == 0 ? 0 : sorted[Math.min(Math.max(place, 0), sorted.length - 1)];
    }

    private static Evidence.ErrorCounts errors(
            double[] scores, boolean[] present, int from, int to, double threshold, double level) {
        int positives = 0;
        int negatives = 0;
        int there = 0;
        for (int i = from; i < to; i++) {
            boolean guess = scores[i] > threshold;
            positives += guess && !present[i] ? 1 : 0;
            negatives += !guess && present[i] ? 1 : 0;
            there += present[i] ? 1 : 0;
        }
        return Evidence.ErrorCounts.of(positives, to - from - there, negatives, there, level);
    }
}
