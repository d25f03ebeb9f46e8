package io.abacusdp.training.optimise;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Named arrays of fixed sizes that are an optimiser's state. */
final class OptimiserArrays {
    private final TreeMap<String, float[]> arrays = new TreeMap<>();

    /** A new array of zeros, which the optimiser goes on to use. */
    float[] add(String name, int size) {
        float[] array = new float[size];
        arrays.put(name, array);
        return array;
    }

    Map<String, float[]> copy() {
        TreeMap<String, float[]> copy = new TreeMap<>();
        arrays.forEach((name, array) -> copy.put(name, array.clone()));
        return copy;
    }

    void restore(Map<String, float[]> state) {
        TreeMap<String, float[]> sorted = new TreeMap<>(state);
        if (!sorted.keySet().equals(arrays.keySet())) {
            throw new IllegalArgumentException(
                    "the state must be " + arrays.keySet() + ", got " + sorted.keySet() + "; use the same optimiser");
        }
        sorted.forEach((name, values) -> OptimiserChecks.size(name, array(name).length, values));
        sorted.forEach((name, values) -> System.arraycopy(values, 0, array(name), 0, values.length));
    }

    private float[] array(String name) {
        return Objects.requireNonNull(arrays.get(name), name);
    }
}
