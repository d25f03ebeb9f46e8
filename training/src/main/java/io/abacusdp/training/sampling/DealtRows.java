package io.abacusdp.training.sampling;

import io.abacusdp.training.noise.NoiseSource;
import java.util.Arrays;

/**
 * Rows that are each dealt into one of several parts, uniformly and independently of all others: a row that is missing leaves the law of all others as it is. The
 * JDK draws numbers below a bound by rejection, so that all parts are equally likely. Immutable.
 */
final class DealtRows {
    /** Those of the first part first. */
    private final int[] rows;

    /** Where the rows of each part begin, and where the last ones end. */
    private final int[] begin;

    DealtRows(int datasetSize, int parts, NoiseSource source) {
        this.rows = new int[datasetSize];
        this.begin = new int[parts + 1];
        int[] part = new int[datasetSize];
        int[] place = new int[parts];
        for (int row = 0; row < datasetSize; row++) {
            part[row] = source.nextInt(parts);
            place[part[row]]++;
        }
        for (int i = 0; i < parts; i++) {
            begin[i + 1] = begin[i] + place[i];
            place[i] = begin[i];
        }
        for (int row = 0; row < datasetSize; row++) {
            rows[place[part[row]]++] = row;
        }
    }

    /** The rows of a part, in their order. */
    int[] part(int index) {
        return Arrays.copyOfRange(rows, begin[index], begin[index + 1]);
    }
}
