package io.abacusdp.cli.output;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A result and how long it took.
 *
 * @param result of the last run
 * @param micros median over all runs, in microseconds
 */
public record Timed<T>(T result, long micros) {
    /** Runs the question once. */
    public static <T> Timed<T> once(Supplier<T> question) {
        return median(1, question);
    }

    /**
     * Runs the question several times.
     *
     * @param runs at least 1
     */
    public static <T> Timed<T> median(int runs, Supplier<T> question) {
        long[] nanos = new long[runs];
        long start = System.nanoTime();
        T result = question.get();
        nanos[0] = System.nanoTime() - start;
        for (int i = 1; i < runs; i++) {
            start = System.nanoTime();
            result = question.get();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        double median = (nanos[(runs - 1) / 2] + nanos[runs / 2]) / 2.0;
        return new Timed<>(result, Math.round(median / 1000));
    }

    public <R> Timed<R> map(Function<? super T, ? extends R> function) {
        return new Timed<>(function.apply(result), micros);
    }
}
