package io.abacusdp.storage;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a file of tensors holds: tensors by name, and text about them by key.
 *
 * @param tensors in the order of their names
 * @param metadata in the order of its keys
 */
public record Tensors(SortedMap<String, Tensor> tensors, SortedMap<String, String> metadata) {
    public Tensors {
        tensors = Collections.unmodifiableSortedMap(new TreeMap<>(tensors));
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
        if (tensors.containsKey(Safetensors.METADATA)) {
            throw new IllegalArgumentException("a tensor must not be called " + Safetensors.METADATA);
        }
    }

    public static Tensors of(Map<String, Tensor> tensors, Map<String, String> metadata) {
        return new Tensors(new TreeMap<>(tensors), new TreeMap<>(metadata));
    }

    /**
     * The tensor of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Tensor tensor(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("there is no tensor " + name + ", only " + tensors.keySet());
        }
        return tensor;
    }
}
