package io.abacusdp.training.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** What layers demand of their settings and of their input. */
final class LayerChecks {
    private LayerChecks() {}

    static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }

    static void finite(String name, double value, boolean inRange, String range) {
        if (!(Double.isFinite(value) && inRange)) {
            throw new IllegalArgumentException("%s must be %s, got %s".formatted(name, range, value));
        }
    }

    static void rank(LayerSpec layer, Shape input, int rank, String needs) {
        if (input.rank() != rank) {
            throw new IllegalArgumentException("%s needs %s, got the shape %s".formatted(layer.type(), needs, input));
        }
    }

    /** Shape after a square window has slid over a picture; 0 channels stand for as many as before. */
    static Shape windows(LayerSpec layer, Shape input, int kernel, int stride, int padding, int channels) {
        rank(layer, input, 3, "a picture, height x width x channels");
        int height = input.size(0) + 2 * padding - kernel;
        int width = input.size(1) + 2 * padding - kernel;
        if (height < 0 || width < 0) {
            throw new IllegalArgumentException("%s needs a picture of at least its kernel, %d, got %s with padding %d"
                    .formatted(layer.type(), kernel, input, padding));
        }
        return Shape.of(height / stride + 1, width / stride + 1, channels == 0 ? input.size(2) : channels);
    }

    static Map<String, Shape> weightAndBias(Shape weight, Shape bias) {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        shapes.put("weight", weight);
        shapes.put("bias", bias);
        return shapes;
    }
}
