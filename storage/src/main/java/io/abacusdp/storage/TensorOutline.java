package io.abacusdp.storage;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a file of tensors holds, without the numbers.
 *
 * @param shapes by name
 * @param metadata text by key
 */
public record TensorOutline(SortedMap<String, List<Integer>> shapes, SortedMap<String, String> metadata) {
    public TensorOutline {
        shapes = Collections.unmodifiableSortedMap(new TreeMap<>(shapes));
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
}
