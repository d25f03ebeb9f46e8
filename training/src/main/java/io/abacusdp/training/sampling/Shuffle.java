package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;

/** All rows in an order that can be made random from its beginning on (Fisher and Yates). */
final class Shuffle {
    private final int[] rows;
    private final NoiseSource source;

    Shuffle(int size, NoiseSource source) {
        this.rows = new int[size];
        Arrays.setAll(rows, row -> row);
        this.source = source;
    }

    int size() {
        return rows.length;
    }

    /**
     * Makes the first places uniformly random, whatever the order was before. The JDK draws numbers below a bound by
     * rejection, so that all are equally likely.
     */
    void first(int count) {
        for (int i = 0; i < count; i++) {
            int j = i + source.nextInt(rows.length - i);
            int row = rows[i];
            rows[i] = rows[j];
            rows[j] = row;
        }
    }

    int[] rows(int from, int to) {
        return Arrays.copyOfRange(rows, from, to);
    }
}
