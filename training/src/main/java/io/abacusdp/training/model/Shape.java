package io.abacusdp.training.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sizes of an array, the last varying fastest: {height, width, channels} of a picture, {columns} of a table.
 *
 * @param sizes at least one, each at least 1, with a product of at most 2^31 − 1
 */
public record Shape(List<Integer> sizes) {
    public Shape {
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty() || sizes.stream().anyMatch(size -> size < 1)) {
            throw new IllegalArgumentException("a shape must have sizes of at least 1, got " + sizes);
        }
        long product = 1;
        for (int size : sizes) {
            product *= size;
            if (product > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("a shape must have at most 2^31 - 1 elements, got " + sizes);
            }
        }
    }

    public static Shape of(int... sizes) {
        return new Shape(Arrays.stream(sizes).boxed().toList());
    }

    /** Number of dimensions. */
    public int rank() {
        return sizes.size();
    }

    public int size(int dimension) {
        return sizes.get(dimension);
    }

    /** Number of elements. */
    public int elements() {
        int product = 1;
        for (int size : sizes) {
            product *= size;
        }
        return product;
    }

    @Override
    public String toString() {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
