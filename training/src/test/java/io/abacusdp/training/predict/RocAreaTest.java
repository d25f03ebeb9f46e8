package io.abacusdp.training.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RocAreaTest {
    private static OptionalDouble area(double[] scores, int... classes) {
        return RocArea.of(scores, row -> classes[row] == 1);
    }

    @Test
    void of_knownRankings_isTheShareOfPairsInOrder() {
        assertThat(area(new double[] {1, 2, 3, 4}, 0, 0, 1, 1)).hasValue(1);
        assertThat(area(new double[] {4, 3, 2, 1}, 0, 0, 1, 1)).hasValue(0);
        // Of the four pairs, (2 over 1), (2 = 2) and two of 3 are in order, with the tie by half.
        assertThat(area(new double[] {1, 2, 2, 3}, 0, 0, 1, 1)).hasValue(0.875);
        assertThat(area(new double[] {5, 5, 5}, 0, 1, 1)).hasValue(0.5);
    }

    @Test
    void of_oneClassAlone_isNone() {
        assertThat(area(new double[] {1, 2}, 1, 1)).isEmpty();
        assertThat(area(new double[] {1, 2}, 0, 0)).isEmpty();
        assertThat(area(new double[] {})).isEmpty();
    }

    /** A model whose outputs overflow gives such scores, and a search for its ties would never end. */
    @Test
    void of_scoresThatAreNoNumber_isNone() {
        assertThat(area(new double[] {Double.NaN, 1}, 0, 1)).isEmpty();
        assertThat(area(new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}, 0, 1))
                .hasValue(1);
    }
}
