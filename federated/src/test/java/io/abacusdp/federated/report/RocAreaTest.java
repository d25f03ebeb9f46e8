package io.abacusdp.federated.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.abacusdp.training.data.Dataset;
import java.util.List;
import org.junit.jupiter.api.Test;

class RocAreaTest {
    private static Dataset data(int classes, float... targets) {
        return new Dataset("d", new int[] {1}, new float[targets.length], targets, classes, List.of());
    }

    @Test
    void of_knownRankings_isTheShareOfPairsInOrder() {
        assertThat(RocArea.of(new float[] {1, 2, 3, 4}, data(2, 0, 0, 1, 1))).hasValue(1);
        assertThat(RocArea.of(new float[] {4, 3, 2, 1}, data(2, 0, 0, 1, 1))).hasValue(0);
        // Of the four pairs, (2 over 1), (2 = 2) and two of 3 are in order, with the tie by half.
        assertThat(RocArea.of(new float[] {1, 2, 2, 3}, data(2, 0, 0, 1, 1))).hasValue(0.875);
        assertThat(RocArea.of(new float[] {5, 5, 5}, data(2, 0, 1, 1))).hasValue(0.5);
    }

    @Test
    void of_oneClassOrMany_isNone() {
        assertThat(RocArea.of(new float[] {1, 2}, data(2, 1, 1))).isEmpty();
        assertThat(RocArea.of(new float[] {}, data(3, 0, 1, 2))).isEmpty();
        assertThat(RocArea.of(new float[] {Float.NaN, 1}, data(2, 0, 1))).isEmpty();
    }
}
