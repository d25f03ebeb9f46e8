package io.abacusdp.storage;

import java.util.Arrays;

/** Numbers in a shape, the last dimension closest together. Immutable. */
public final class Tensor {
    private final int[] shape;
    private final float[] values;

    private Tensor(int[] shape, float[] values) {
        this.shape = shape;
        this.values = values;
    }

    /**
     * A copy of the values in the given shape; no dimensions at all is a single number.
     *
     * @throws IllegalArgumentException if the shape does not hold as many
     */
    public static Tensor of(float[] values, int... shape) {
        long count = 1;
        for (int size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException("sizes must be at least 0, got " + Arrays.toString(shape));
            }
            count = Math.multiplyExact(count, size);
        }
        if (count != values.length) {
            throw new IllegalArgumentException(
                    "shape " + Arrays.toString(shape) + " must hold " + values.length + " values, holds " + count);
        }
        return new Tensor(shape.clone(), values.clone());
    }

    public int[] shape() {
        return shape.clone();
    }

    public float[] values() {
        return values.clone();
    }

    int size() {
        return values.length;
    }

    float at(int index) {
        return values[index];
    }

    @Override
    public String toString() {
        return "tensor of shape " + Arrays.toString(shape);
    }
}
