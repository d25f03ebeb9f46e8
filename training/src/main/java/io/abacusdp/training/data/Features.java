package io.abacusdp.training.data;

import java.util.List;
import java.util.Locale;

/**
 * What a model sees of an example. Each is a public function of one example alone, so that it changes nothing about privacy.
 */
public enum Features {
    /** The example as it is. */
    PLAIN,
    /** Scattering coefficients of a picture, {@code io.abacusdp.training.features.Scattering}. */
    SCATTERING;

    private static final int SCATTERING_CHANNELS = 81;
    private static final int LEAST_SIDE = 8;
    private static final int MOST_SIDE = 1024;

    /** Name in files and commands. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Shape of the features of an example of a shape. */
    List<Integer> shape(List<Integer> example) {
        return this == PLAIN ? example : List.of(example.get(0) / 4, example.get(1) / 4, SCATTERING_CHANNELS);
    }

    /** @throws IllegalArgumentException if scattering is not defined for the shape */
    static void requirePicture(List<Integer> shape) {
        boolean fits = shape.size() == 3
                && shape.get(2) == 1
                && shape.subList(0, 2).stream()
                        .allMatch(side -> side % 4 == 0 && side >= LEAST_SIDE && side <= MOST_SIDE);
        if (!fits) {
            throw new IllegalArgumentException(
                    "scattering needs pictures of one channel whose sides are multiples of 4 from %d to %d, got the shape %s"
                            .formatted(LEAST_SIDE, MOST_SIDE, shape));
        }
    }
}
